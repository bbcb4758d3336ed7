// A seat at a table: look, choose, take back, ask for a hint.

import { about, get, post } from "./api.js";
import { ActionTable, PathPicker, actionList } from "./actions.js";
import { adviceTable } from "./advice.js";
import { Board } from "./board.js";
import { copyText, download, make, notice, percent, rulesFold } from "./dom.js";
import { botChoice, usualAdviser } from "./home.js";

const AGAIN = 2000; // milliseconds until a server that was not reached is asked again

export async function play(game, token) {
  const path = `/api/games/${encodeURIComponent(game)}`;
  const [known, first] = await Promise.all([about(), get(path, { token })]);
  return (main) => {
    const page = new Play(main, known, game, token, path, first.data.names.length);
    page.open(first);
    return () => page.close();
  };
}

class Play {
  constructor(main, known, game, token, path, players) {
    Object.assign(this, { main, known, game, token, path, players, table: new ActionTable(known), state: null, mark: "", advised: null, log: [], fresh: 0 });
    this.left = false;
    this.asking = null; // the request for news
    this.changing = null; // the change that is on its way
    this.build();
  }

  build() {
    this.status = make("p", { class: "status", role: "status" });
    this.what = make("div", { class: "what" });
    this.pick = make("div", { class: "pick" });
    this.list = make("div", { class: "lists" });
    this.hintPlace = make("div", { class: "hint", "aria-live": "polite" });
    this.about = make("p", { class: "about", role: "status" });
    this.logList = make("ol", { class: "log", tabindex: 0, "aria-label": "What happened" });
    this.described = make("pre", { tabindex: 0, "aria-label": "The table in words" });
    this.board = new Board((text) => (this.about.textContent = text));
    this.undoButton = make("button", { type: "button", onclick: () => this.undo() }, "Take back ", make("kbd", {}, "u"));
    this.hintButton = make("button", { type: "button", onclick: () => this.hint() }, "Hint ", make("kbd", {}, "h"));
    this.explainButton = make("button", { type: "button", "aria-pressed": "false", onclick: () => this.toggleExplain() }, "Explain ", make("kbd", {}, "e"));
    this.adviser = botChoice(this.known, this.players, "Adviser", "adviser", usualAdviser(this.known, this.players, "ismcts:iterations=400"), false);
    this.invite = make("div", { class: "invite" });
    this.main.replaceChildren(
      make("h1", { class: "quiet" }, `${this.known.title}: your game`),
      make("div", { class: "table" },
        make("div", { class: "left" }, this.about, this.board.box),
        make("div", { class: "right" },
          this.status, this.invite, this.pick, this.what, this.list,
          make("div", { class: "buttons tools" }, this.undoButton, this.hintButton, this.explainButton),
          this.hintPlace,
          make("details", {}, make("summary", {}, "Who gives hints"), this.adviser.box),
          make("section", {}, make("h2", {}, "What happened"), this.logList),
          make("details", {}, make("summary", {}, "The table in words"), this.described),
          make("details", {}, make("summary", {}, "Keys"), make("p", { class: "soft" }, "Tab and Enter choose; u takes back, h asks for a hint, e explains what is pointed at, Escape clears a path."))),
        this.board.more));
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  open(first) {
    this.take(first);
    this.showInvite();
    this.listen();
  }

  close() {
    this.left = true;
    this.asking?.abort();
    this.board.watch.disconnect();
    document.removeEventListener("keydown", this.onKey);
  }

  // Asks for news for as long as the page is open, but not during a change: of two answers the older could come last.
  async listen() {
    while (!this.left && !this.state.over) {
      await this.changing;
      this.asking = new AbortController();
      try {
        await this.refresh(get(`${this.path}?after=${this.mark}`, { token: this.token, signal: this.asking.signal }));
      } catch (error) {
        if (error.name === "AbortError") continue;
        notice(error.message);
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }

  async refresh(answer) {
    this.take(await answer);
  }

  take({ data, mark }) {
    if (this.left || mark === this.mark) return;
    const changed = !this.state || data.turn !== this.state.turn || data.decides !== this.state.decides;
    this.state = data;
    this.mark = mark;
    if (changed) {
      this.advised = null;
      this.hintPlace.replaceChildren();
      this.about.textContent = "";
    }
    this.noteLog(data.log);
    this.show();
  }

  // Lines that were not there before are marked, until the next decision.
  noteLog(lines) {
    let shift = 0;
    while (shift < this.log.length && this.log.slice(shift).some((line, k) => line !== lines[k])) shift++;
    this.fresh = lines.length - (this.log.length - shift);
    this.log = lines;
  }

  show() {
    const state = this.state;
    this.picker = new PathPicker(this.table, state.legal);
    this.board.show(state.picture);
    this.described.textContent = state.description;
    this.status.textContent = this.statusText();
    this.status.classList.toggle("yours", state.decides);
    this.main.dataset.turn = state.turn;
    document.title = state.decides ? `Your turn - ${this.known.title}` : this.known.title;
    this.undoButton.disabled = !state.can_undo;
    this.hintButton.disabled = !state.decides;
    const first = this.log.length - this.fresh;
    this.logList.replaceChildren(...this.log.map((line, k) => make("li", { class: k >= first ? "fresh" : null }, line)));
    this.logList.scrollTop = this.logList.scrollHeight;
    this.showQuestion();
    this.showChoices();
    if (state.over) this.showEnd();
  }

  statusText() {
    const { decides, over, trouble, names, seat } = this.state;
    if (over) return "The game is over.";
    if (trouble) return `The game cannot go on: ${trouble}`;
    return decides ? `${names[seat]}, it is your turn` : `${names[seat]}: waiting for the others ...`;
  }

  showQuestion() {
    const groups = this.table.grouped(this.state.legal);
    const meanings = groups.map(([range]) => range.meaning);
    const ids = groups.flatMap(([range]) => range.rules);
    const why = this.state.question ? [make("p", { class: "soft" }, `Asked: ${this.state.question}.`)] : [];
    const cited = [...ids, ...(this.state.question.match(/\b[A-Z]\d+\b/g) || [])];
    this.what.replaceChildren(...(meanings.length ? [...why, rulesFold(this.known.rules, cited)].filter(Boolean) : []));
  }

  showChoices() {
    const { legal } = this.state;
    this.list.replaceChildren(...actionList(this.table, legal, (action) => this.move(action), this.advised));
    this.board.offer(this.picker.active ? this.pathChoices() : this.plainChoices(legal));
    this.showPath();
  }

  // What the picture offers: a thing with one action plays it, one with several shows them.
  plainChoices(legal) {
    const things = new Map();
    for (const action of legal) {
      for (const [kind, value] of Object.entries(this.table.targets[action])) {
        const key = `${kind} ${value}`;
        things.set(key, [kind, value, [...(things.get(key)?.[2] || []), action]]);
      }
    }
    return [...things.values()].map(([kind, value, actions]) => [kind, value, actions.map((action) => this.table.words(action)).join(", or "),
      () => (actions.length === 1 ? this.move(actions[0]) : this.narrowTo(actions))]);
  }

  narrowTo(actions) {
    const all = make("button", { type: "button", class: "link", onclick: () => this.showChoices() }, "Show everything");
    this.list.replaceChildren(...actionList(this.table, actions, (action) => this.move(action), this.advised), all);
    this.list.querySelector("button")?.focus();
  }

  pathChoices() {
    return this.picker.next().map((tile) => ["tile", tile, `a stone on ${this.table.tileNames[tile]}`, () => {
      this.picker.add(tile);
      this.board.offer(this.pathChoices());
      this.showPath();
      if (!this.picker.next().length) this.pick.querySelector("button.main")?.focus();
    }]);
  }

  showPath() {
    this.board.badges(this.picker.stones);
    if (!this.picker.active) {
      this.pick.replaceChildren();
      return;
    }
    const { action, empty, stones } = this.picker;
    this.pick.replaceChildren(
      make("p", { role: "status" }, empty ? "Click the highlighted tiles: each click puts a stone there." : `Chosen: ${this.table.stonesText(stones)}.`),
      make("div", { class: "buttons" },
        make("button", { type: "button", class: "main", disabled: action === undefined, onclick: () => this.move(action) }, "Place these stones"),
        make("button", { type: "button", disabled: empty, onclick: () => this.clearPath() }, "Clear")));
  }

  clearPath() {
    this.picker.clear();
    this.showChoices();
  }

  async move(action) {
    await this.change("moves", { turn: this.state.turn, action });
  }

  async undo() {
    if (this.state.can_undo) await this.change("undo", { turn: this.state.turn });
  }

  async change(what, body) {
    if (this.changing) return;
    this.asking?.abort();
    this.main.classList.add("busy");
    this.changing = this.ask(what, body);
    await this.changing;
    this.changing = null;
    this.main.classList.remove("busy");
  }

  async ask(what, body) {
    try {
      await this.refresh(post(`${this.path}/${what}`, body, { token: this.token }));
      this.focusNext();
    } catch (error) {
      notice(error.message);
      if (error.status === 409) await this.refresh(get(this.path, { token: this.token })).catch(() => {});
    }
  }

  // The focus goes to the next thing to do if what had it is gone.
  focusNext() {
    if (document.activeElement && document.activeElement !== document.body) return;
    (this.list.querySelector("button, summary") || this.status).focus?.({ preventScroll: true });
  }

  async hint() {
    if (!this.state.decides) return;
    this.hintButton.disabled = true;
    this.hintPlace.replaceChildren(make("p", { class: "soft" }, "Thinking ..."));
    const { turn } = this.state;
    try {
      const { data } = await post(`${this.path}/hint`, { turn, bot: this.adviser.value() }, { token: this.token });
      if (turn !== this.state.turn) return;
      this.advised = data.action;
      this.hintPlace.replaceChildren(adviceTable(this.table, data), make("button", { type: "button", onclick: () => this.move(data.action) }, "Play this"));
      if (this.picker.empty) this.showChoices();
    } catch (error) {
      this.hintPlace.replaceChildren(make("p", { class: "error" }, error.message));
    } finally {
      this.hintButton.disabled = !this.state.decides;
    }
  }

  toggleExplain() {
    this.board.explaining = !this.board.explaining;
    this.explainButton.setAttribute("aria-pressed", String(this.board.explaining));
    this.board.box.classList.toggle("explaining", this.board.explaining);
    this.about.textContent = this.board.explaining ? "Tap anything on the table to read what it is." : "";
  }

  showInvite() {
    const links = JSON.parse(sessionStorage.getItem(`invite-${this.game}`) || "[]");
    const others = links.map((link, seat) => [link, seat]).filter(([link, seat]) => link && seat !== this.state.seat);
    this.invite.replaceChildren(...(others.length ? [make("p", {}, "Send the others their links; who has one can play that seat:"),
      make("div", { class: "buttons" }, others.map(([link, seat]) =>
        make("button", { type: "button", onclick: () => copyText(new URL(link, location.href).href) }, `Copy the link for ${this.state.names[seat]}`)))] : []));
  }

  showEnd() {
    const { names, results, seats } = this.state;
    const order = names.map((_, seat) => seat).sort((a, b) => results[a].rank - results[b].rank);
    const rows = order.map((seat) => make("tr", {}, make("th", { scope: "row" }, names[seat]), make("td", {}, seats[seat] === "human" ? "a person" : seats[seat]),
      make("td", {}, String(results[seat].score)), make("td", {}, String(results[seat].rank)), make("td", {}, percent(results[seat].win))));
    this.list.replaceChildren(
      make("div", { class: "wide", tabindex: 0, role: "group", "aria-label": "Result" }, make("table", { class: "result" }, make("caption", {}, "Result"),
        make("thead", {}, make("tr", {}, ["player", "played by", "points", "rank", "win"].map((title) => make("th", { scope: "col" }, title)))), make("tbody", {}, rows))),
      make("div", { class: "buttons" },
        make("button", { type: "button", class: "main", onclick: () => this.openReplay() }, "Step through the game"),
        make("button", { type: "button", onclick: () => this.save() }, "Save the record")));
  }

  async openReplay() {
    try {
      const { data } = await post(`${this.path}/replay`, {}, { token: this.token });
      location.hash = `#/replay/${data.replay}`;
    } catch (error) {
      notice(error.message);
    }
  }

  async save() {
    try {
      const { text } = await get(`${this.path}/record`, { token: this.token });
      download(`${this.known.id}-${this.game}.jsonl`, text);
    } catch (error) {
      notice(error.message);
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === "u") this.undo();
    else if (event.key === "h") this.hint();
    else if (event.key === "e") this.toggleExplain();
    else if (event.key === "Escape") this.clearPath();
  }
}
