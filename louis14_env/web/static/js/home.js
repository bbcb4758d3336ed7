// The first page: a new game, a game to watch, a file to replay, games opened before.

import { about, get, post } from "./api.js";
import { make, notice } from "./dom.js";

const KEPT = "louis14-games";
const MOST_KEPT = 30;
const YOU = "human";
const CUSTOM = "custom";

export function rememberGame(entry) {
  const others = games().filter((other) => other.link !== entry.link);
  localStorage.setItem(KEPT, JSON.stringify([entry, ...others].slice(0, MOST_KEPT)));
}

function games() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

// The policies that know games of so many players.
function policies(known, players) {
  return known.checkpoints.filter((checkpoint) => checkpoint.players.includes(players)).map((checkpoint) => `policy:${checkpoint.name}`);
}

// Who is asked for advice in such a game if nobody else is chosen.
export function usualAdviser(known, players, search) {
  return policies(known, players)[0] || search;
}

function offered(known, players) {
  const rank = { heuristic: 0, peaceful: 1, sane: 2, random: 3 };
  const plain = known.bots.map((bot) => bot.name).filter((name) => name in rank).sort((a, b) => rank[a] - rank[b]);
  const searches = known.bots.some((bot) => bot.name === "ismcts") ? ["ismcts:iterations=100", "ismcts:iterations=400", "ismcts:iterations=2000"] : [];
  return [...plain, ...searches, ...policies(known, players)];
}

// A choice among the bots for so many players, with a field for any other name; `value` reads it, `keep` takes over what was chosen in another.
export function botChoice(known, players, label, id, start, people) {
  const bots = offered(known, players);
  const options = [...(people ? [[YOU, "a person"]] : []), ...bots.map((bot) => [bot, bot]), [CUSTOM, "another ..."]];
  const select = make("select", { id }, options.map(([value, text]) => make("option", { value, selected: value === start }, text)));
  const other = make("input", { type: "text", maxlength: 120, "aria-label": `${label}: name of a bot`, placeholder: "such as heuristic:noise=0.1", hidden: true });
  const showOther = () => (other.hidden = select.value !== CUSTOM);
  select.addEventListener("change", () => {
    showOther();
    if (!other.hidden) other.focus();
  });
  const keep = (before) => {
    other.value = before.other.value;
    if ([...select.options].some((option) => option.value === before.select.value)) select.value = before.select.value;
    showOther();
  };
  const box = make("div", { class: "seat" }, make("label", { for: id }, label), select, other);
  return { box, select, other, keep, value: () => (select.value === CUSTOM ? other.value.trim() : select.value) };
}

export async function home() {
  const known = await about();
  return (main) => main.replaceChildren(
    make("h1", {}, known.title),
    make("div", { class: "cards" }, newGame(known), openFile(), gamesBefore()),
    make("p", { class: "foot" }, `${known.id}, louis14_env ${known.version}. Nothing here comes from elsewhere; games are kept on this server.`));
}

function newGame(known) {
  const seats = make("div", { class: "seats" });
  const chosen = []; // by seat, also of seats that a smaller table has not
  let choices = [];
  const count = make("select", { id: "players" });
  for (let n = known.min_players; n <= known.max_players; n++) count.append(make("option", { value: n, selected: n === known.max_players }, `${n} players`));
  function fill() {
    const players = Number(count.value);
    choices = [...Array(players).keys()].map((seat) => botChoice(known, players, known.names[seat], `seat-${seat}`, seat ? "heuristic" : YOU, true));
    choices.forEach((choice, seat) => chosen[seat] && choice.keep(chosen[seat]));
    Object.assign(chosen, choices);
    seats.replaceChildren(...choices.map((choice) => choice.box));
  }
  count.addEventListener("change", fill);
  fill();
  const seed = make("input", { id: "seed", inputmode: "numeric", pattern: "[0-9]*", maxlength: 15, oninvalid: () => (more.open = true) }); // what is hidden cannot say what is wrong
  const more = make("details", {}, make("summary", {}, "More"), make("div", { class: "seat" }, make("label", { for: "seed" }, "Seed"), seed),
    make("p", { class: "soft" }, "The same seed deals the same cards. Drawn at random if left empty."));
  const start = async (event) => {
    event.preventDefault();
    await create(known, choices.map((choice) => choice.value()), seed.value.trim());
  };
  const watch = async (event) => {
    if (!event.currentTarget.form.reportValidity()) return;
    await create(known, choices.map((choice) => (choice.value() === YOU ? "heuristic" : choice.value())), seed.value.trim());
  };
  return make("form", { class: "card", onsubmit: start, "aria-labelledby": "new-game" },
    make("h2", { id: "new-game" }, "New game"),
    make("div", { class: "seat" }, make("label", { for: "players" }, "Table"), count),
    seats,
    more,
    make("div", { class: "buttons" },
      make("button", { type: "submit", class: "main" }, "Play"),
      make("button", { type: "button", onclick: watch }, "Watch bots play")));
}

async function create(known, seats, seed) {
  try {
    const body = { seats };
    if (seed) body.seed = Number(seed);
    const { data } = await post("/api/games", body);
    if (data.watched) {
      remember(`#/watch/${data.game}`, `watching ${seats.join(", ")}`);
      location.hash = `#/watch/${data.game}`;
      return;
    }
    const links = data.tokens.map((token) => token && `#/play/${data.game}/${token}`);
    const first = links.findIndex(Boolean);
    links.forEach((link, seat) => link && remember(link, `${known.names[seat]} among ${seats.map((bot) => (bot === YOU ? "people" : bot)).join(", ")}`));
    sessionStorage.setItem(`invite-${data.game}`, JSON.stringify(links));
    location.hash = links[first];
  } catch (error) {
    notice(error.message);
  }
}

function remember(link, title) {
  rememberGame({ link, title, when: new Date().toISOString().slice(0, 16).replace("T", " ") });
}

function openFile() {
  const file = make("input", { type: "file", id: "file", accept: ".jsonl,.json,.txt,application/json" });
  const number = make("input", { type: "number", id: "number", min: 1, value: 1 });
  const problem = make("p", { class: "error", role: "alert" });
  const open = async (event) => {
    event.preventDefault();
    problem.textContent = "";
    if (!file.files.length) {
      problem.textContent = "Choose a file first.";
      return;
    }
    try {
      const text = await file.files[0].text();
      const { data } = await post("/api/replays", { text, number: Number(number.value) || 1 });
      remember(`#/replay/${data.replay}`, `replay of ${file.files[0].name}, game ${number.value} of ${data.games}`);
      location.hash = `#/replay/${data.replay}`;
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  return make("form", { class: "card", onsubmit: open, "aria-labelledby": "open-file" },
    make("h2", { id: "open-file" }, "Replay a file"),
    make("p", { class: "soft" }, "Records (louis14 record, a game saved here) or the journal of a match (louis14 match --records)."),
    make("div", { class: "seat" }, make("label", { for: "file" }, "File"), file),
    make("div", { class: "seat" }, make("label", { for: "number" }, "Game"), number),
    problem,
    make("div", { class: "buttons" }, make("button", { type: "submit" }, "Open")));
}

function gamesBefore() {
  const known = games();
  const list = known.length
    ? make("ul", { class: "games" }, known.map((entry) => make("li", {}, make("a", { href: entry.link }, entry.title), " ", make("span", { class: "soft" }, entry.when))))
    : make("p", { class: "soft" }, "None yet. Games opened in this browser are listed here.");
  return make("section", { class: "card", "aria-labelledby": "before" }, make("h2", { id: "before" }, "Your games"), list);
}
