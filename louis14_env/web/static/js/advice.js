// What a bot thinks, as a table with bars.

import { make, percent } from "./dom.js";

export function adviceTable(table, advice, played) {
  const most = Math.max(0.0001, ...advice.rows.map((row) => row.probability || 0));
  const has = (name) => advice.rows.some((row) => row[name] !== null && row[name] !== undefined);
  const columns = [["probability", has("visits") ? "visited" : "likes"], ["visits", "visits"], ["value", "win"]].filter(([name]) => has(name));
  const cell = (row, name) => {
    if (name === "visits") return make("td", {}, String(row.visits));
    if (name === "value") return make("td", {}, percent(row.value));
    const bar = make("span", { class: "bar", style: `width:${(100 * (row.probability || 0)) / most}%` });
    return make("td", { class: "with-bar" }, bar, make("span", {}, percent(row.probability)));
  };
  const value = advice.value === null ? "" : `, expects ${percent(advice.value)} of the win`;
  return make("div", { class: "advice" },
    make("p", {}, make("strong", {}, table.words(advice.action)), ` says ${advice.bot}${value}.`),
    columns.length ? make("div", { class: "wide", tabindex: 0, role: "group", "aria-label": "Values of the actions" }, make("table", {},
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "action"), columns.map(([, title]) => make("th", { scope: "col" }, title)))),
      make("tbody", {}, advice.rows.map((row) =>
        make("tr", { class: row.action === played ? "played" : null },
          make("th", { scope: "row" }, table.words(row.action), row.action === played ? " (played)" : ""), columns.map(([name]) => cell(row, name))))))) : null);
}
