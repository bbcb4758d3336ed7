// A game looked at step by step: a record, or a game that bots are playing.

import { about, get } from "./api.js";
import { ActionTable } from "./actions.js";
import { adviceTable } from "./advice.js";
import { Board } from "./board.js";
import { botChoice, usualAdviser } from "./home.js";
import { copyText, download, make, notice, percent } from "./dom.js";
import { plot } from "./plot.js";

const POLL = 700; // milliseconds between two looks at a game that goes on
const SPEEDS = [["slow", 2400], ["normal", 1200], ["fast", 400]]; // milliseconds a step
const STAY = 200; // milliseconds at a step after which a bot is asked about it
const KEPT = 400; // steps kept to step back without asking

export async function replay(id) {
  const path = `/api/replays/${encodeURIComponent(id)}`;
  const [known, { data }] = await Promise.all([about(), get(path)]);
  return (main) => {
    const page = new Replay(main, known, id, path, data);
    page.open();
    return () => page.close();
  };
}

class Replay {
  constructor(main, known, id, path, summary) {
    Object.assign(this, { main, known, id, path, summary, table: new ActionTable(known), current: null, at: 0, wanted: 0, steps: new Map(), values: [], timer: null, closed: false });
    this.following = false; // whether a bot is asked about each step
    this.asking = false; // whether its answer is on its way
    this.soon = null; // the timer until it is asked
    this.build();
  }

  build() {
    const button = (words, name, handler) => make("button", { type: "button", "aria-label": name, title: name, onclick: handler }, words);
    this.status = make("p", { class: "status", role: "status" });
    this.about = make("p", { class: "about", role: "status" });
    this.board = new Board((text) => (this.about.textContent = text));
    this.slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step", oninput: () => this.go(Number(this.slider.value)) });
    this.playButton = make("button", { type: "button", class: "main", onclick: () => this.toggle() }, "Play");
    this.viewer = make("select", { id: "viewer", onchange: () => this.changeViewer() }, make("option", { value: "" }, "everything"));
    this.speed = make("select", { id: "speed" }, SPEEDS.map(([name, value]) => make("option", { value, selected: name === "normal" }, name)));
    this.lines = make("ul", { class: "log told" });
    this.advicePlace = make("div", { class: "hint", "aria-live": "polite" });
    this.plotPlace = make("figure", { class: "plot-box" });
    this.resultPlace = make("div");
    const players = this.summary.num_players;
    this.adviser = botChoice(this.known, players, "Seen by", "analyst", usualAdviser(this.known, players, "ismcts:iterations=100"), false);
    this.adviser.box.addEventListener("change", () => this.adviseSoon());
    this.adviceButton = make("button", { type: "button", "aria-pressed": "false", onclick: () => this.toggleAdvice() }, "This decision");
    this.main.replaceChildren(
      make("h1", { class: "quiet" }, `${this.known.title}: step by step`),
      make("div", { class: "table" },
        make("div", { class: "left" }, this.about, this.board.box),
        make("div", { class: "right" },
          this.status,
          make("div", { class: "buttons stepper" },
            button("|◀", "First step", () => this.go(0)), button("◀", "Step back", () => this.go(this.wanted - 1)),
            this.playButton,
            button("▶", "Step forward", () => this.go(this.wanted + 1)), button("▶|", "Last step", () => this.go(this.total))),
          this.slider,
          make("div", { class: "seat" }, make("label", { for: "viewer" }, "Show"), this.viewer),
          make("div", { class: "seat" }, make("label", { for: "speed" }, "Speed"), this.speed),
          make("section", {}, make("h2", {}, "What happened"), this.lines),
          make("section", {}, make("h2", {}, "What a bot expects"), this.adviser.box,
            make("div", { class: "buttons" },
              make("button", { type: "button", onclick: () => this.analyse() }, "Plot the whole game"),
              this.adviceButton),
            this.plotPlace, this.advicePlace),
          this.resultPlace,
          make("div", { class: "buttons" },
            make("button", { type: "button", onclick: () => this.save() }, "Save the record"),
            make("button", { type: "button", onclick: () => copyText(location.href) }, "Copy the link")),
          make("p", { class: "soft" }, "Keys: left and right step, space plays, Home and End.")),
        this.board.more));
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  open() {
    this.summary.names.forEach((name, seat) => this.viewer.append(make("option", { value: seat }, `what ${name} sees`)));
    this.showSummary();
    this.go(0);
    if (this.summary.running) {
      this.follow();
      this.toggle();
    }
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
    clearTimeout(this.soon);
    this.board.watch.disconnect();
    document.removeEventListener("keydown", this.onKey);
  }

  get total() {
    return this.summary.decisions;
  }

  async look() {
    this.summary = (await get(this.path)).data;
    this.showSummary();
  }

  showSummary() {
    this.slider.max = this.total;
    if (this.summary.over) this.showResult();
    if (this.current) this.showStatus();
  }

  // Looks for new steps while the bots play.
  async follow() {
    while (!this.closed && this.summary.running && !this.summary.trouble) {
      await new Promise((resolve) => setTimeout(resolve, POLL));
      await this.look().catch((error) => notice(error.message));
    }
  }

  async go(number) {
    this.wanted = Math.max(0, Math.min(this.total, number));
    const { wanted } = this;
    try {
      const step = await this.step(wanted);
      if (wanted !== this.wanted || this.closed) return;
      this.at = wanted;
      this.current = step;
      this.show();
    } catch (error) {
      notice(error.message);
    }
  }

  async step(number) {
    const viewer = this.viewer.value;
    const key = `${viewer} ${number}`;
    if (!this.steps.has(key)) {
      const { data } = await get(`${this.path}/steps/${number}${viewer === "" ? "" : `?viewer=${viewer}`}`);
      if (this.steps.size > KEPT) this.steps.clear();
      if (number === this.total && this.summary.running) return data;
      this.steps.set(key, data);
    }
    return this.steps.get(key);
  }

  changeViewer() {
    this.go(this.wanted);
  }

  show() {
    this.slider.value = this.at;
    this.board.show(this.current.picture);
    this.lines.replaceChildren(...this.current.lines.map((line) => make("li", {}, line)));
    this.showStatus();
    this.showPlot();
    this.adviseSoon();
  }

  showStatus() {
    const { names, running, trouble } = this.summary;
    const { player, next } = this.current;
    const who = player === null ? "The game is over." : next === null ? `${names[player]} decides.` : `${names[player]} will: ${this.table.words(next)}.`;
    const more = trouble ? ` ${trouble}` : running ? " The bots are playing." : "";
    this.status.textContent = `Step ${this.at} of ${this.total}. ${who}${more}`;
  }

  showResult() {
    const { names, results, seats } = this.summary;
    const rows = names.map((name, seat) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, seats[seat] || ""), make("td", {}, String(results[seat].score)), make("td", {}, String(results[seat].rank))));
    this.resultPlace.replaceChildren(make("details", {}, make("summary", {}, "Result"),
      make("table", { class: "result" }, make("thead", {}, make("tr", {}, ["player", "played by", "points", "rank"].map((title) => make("th", { scope: "col" }, title)))), make("tbody", {}, rows)),
      make("p", { class: "soft" }, `Last state ${this.summary.hash}`)));
  }

  toggle() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    } else {
      if (this.wanted >= this.total && !this.summary.running) this.go(0);
      const tick = () => {
        if (this.wanted < this.total) this.go(this.wanted + 1);
        else if (!this.summary.running) this.toggle();
      };
      this.timer = setInterval(tick, Number(this.speed.value));
      this.speed.onchange = () => {
        if (!this.timer) return;
        clearInterval(this.timer);
        this.timer = setInterval(tick, Number(this.speed.value));
      };
    }
    this.playButton.textContent = this.timer ? "Pause" : "Play";
  }

  async analyse() {
    const bot = this.adviser.value();
    this.analyst = bot;
    this.values = [];
    this.plotPlace.setAttribute("aria-busy", "true");
    try {
      while (!this.closed && this.analyst === bot && this.values.length < this.total) {
        const { data } = await get(`${this.path}/values?bot=${encodeURIComponent(bot)}&first=${this.values.length}`);
        if (!data.values.length) break;
        this.values.push(...data.values);
        this.showPlot();
      }
    } catch (error) {
      notice(error.message);
    }
    if (this.analyst === bot) this.plotPlace.setAttribute("aria-busy", "false");
    if (this.values.length && this.values.every(([, value]) => value === null)) notice(`${bot} has no values: choose a search or a policy.`);
  }

  showPlot() {
    if (!this.values.length) return;
    const { names } = this.summary;
    const legend = names.map((name, player) => {
      const own = this.values.slice(0, this.at + 1).filter(([who, value]) => who === player && value !== null);
      return make("span", { class: `legend seat-${player}` }, `${name} ${own.length ? percent(own[own.length - 1][1]) : ""}`);
    });
    this.plotPlace.replaceChildren(plot(this.values, names, this.total, this.at, (step) => this.go(step)),
      make("figcaption", {}, "Expected share of the win at each player's own decisions.", make("span", { class: "legends" }, legend)));
  }

  toggleAdvice() {
    this.following = !this.following;
    this.adviceButton.setAttribute("aria-pressed", String(this.following));
    this.advicePlace.replaceChildren();
    this.adviseSoon();
  }

  // Asks about the step shown when the reader has stayed there for a moment; what was said about another one is hidden until then.
  adviseSoon() {
    clearTimeout(this.soon);
    this.advicePlace.classList.toggle("stale", this.following);
    if (this.following) this.soon = setTimeout(() => this.advise(), STAY);
  }

  // One question at a time: if another step is shown when the answer comes, it is the next.
  async advise() {
    if (this.asking) return;
    this.asking = true;
    const question = this.question();
    const found = await this.adviceFor(question, this.current);
    this.asking = false;
    if (!this.following || this.closed) return;
    if (question !== this.question()) {
      this.adviseSoon();
      return;
    }
    this.advicePlace.classList.remove("stale");
    this.advicePlace.replaceChildren(found);
  }

  question() {
    return `${this.path}/advice/${this.at}?bot=${encodeURIComponent(this.adviser.value())}`;
  }

  async adviceFor(question, step) {
    if (step?.player === null) return ""; // the game is over
    try {
      const { data } = await get(question);
      return adviceTable(this.table, data, step?.next);
    } catch (error) {
      return make("p", { class: "error" }, error.message);
    }
  }

  async save() {
    try {
      const { text } = await get(`${this.path}/record`);
      download(`${this.known.id}-${this.id}.jsonl`, text);
    } catch (error) {
      notice(error.message);
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA|BUTTON|SUMMARY)$/.test(event.target.tagName) && event.key === " ") return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const moves = { ArrowLeft: () => this.go(this.wanted - 1), ArrowRight: () => this.go(this.wanted + 1), Home: () => this.go(0), End: () => this.go(this.total), " ": () => this.toggle() };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  }
}
