// Small helpers to build a page. Texts are always set as text, never as markup.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

let hiding = null;

// Tells something at the edge of the page, for a while.
export function notice(text) {
  const place = document.getElementById("notice");
  place.textContent = text;
  clearTimeout(hiding);
  if (text) hiding = setTimeout(() => (place.textContent = ""), 8000);
}

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice("Copied.");
  } catch {
    window.prompt("Copy this link:", text);
  }
}

// Saves a text as a file of the reader's.
export function download(name, text) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/jsonl" })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

export const percent = (value) => (value === null || value === undefined ? "" : `${(100 * value).toFixed(1)} %`);

// A heading, a list of rules with these ids; empty ids give nothing.
export function rulesFold(rules, ids) {
  const shown = [...new Set(ids)].filter((id) => rules[id]);
  if (!shown.length) return null;
  return make("details", { class: "rules-fold" },
    make("summary", {}, `The rules for this (${shown.join(", ")})`),
    make("dl", {}, shown.flatMap((id) => [make("dt", {}, id), make("dd", {}, rules[id])])));
}
