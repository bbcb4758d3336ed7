// The rules, with a search.

import { about } from "./api.js";
import { make } from "./dom.js";

export async function rules() {
  const known = (await about()).rules;
  const list = make("dl", { class: "rules" });
  const count = make("p", { role: "status" });
  const field = make("input", { type: "search", id: "rule-search", oninput: () => fill(field.value) });
  function fill(word) {
    const wanted = word.trim().toLowerCase();
    const found = Object.entries(known).filter(([id, text]) => `${id} ${text}`.toLowerCase().includes(wanted));
    list.replaceChildren(...found.flatMap(([id, text]) => [make("dt", {}, id), make("dd", {}, text)]));
    count.textContent = `${found.length} rules`;
  }
  fill("");
  return (main) => main.replaceChildren(make("h1", {}, "Rules"), make("label", { for: "rule-search" }, "Search "), field, count, list);
}
