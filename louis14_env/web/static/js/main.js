// Which page is shown: the part of the address after the #.

import { home } from "./home.js";
import { play } from "./play.js";
import { replay } from "./replay.js";
import { rules } from "./rules.js";
import { make, notice } from "./dom.js";

// A page asks for what it needs, then returns what builds it; building returns how it is left, if there is something to do.
const PAGES = { "": home, play, replay, watch: replay, rules };
let leave = null;
let visit = 0; // counts the pages asked for: what comes for an earlier one is dropped

async function show() {
  const [name = "", ...parts] = location.hash.replace(/^#\/?/, "").split("/");
  if (location.hash === "#main") return;
  const mine = ++visit;
  leave?.();
  leave = null;
  notice("");
  const main = document.getElementById("main");
  const page = PAGES[name];
  try {
    if (!page) throw new Error("There is no such page.");
    const build = await page(...parts.map(decodeURIComponent));
    if (mine !== visit) return;
    main.className = `page-${name || "home"}`;
    leave = build(main);
  } catch (error) {
    if (mine !== visit) return;
    main.replaceChildren(make("h1", {}, "This did not work"), make("p", { class: "error" }, error.message), make("p", {}, make("a", { href: "#/" }, "Back to the games")));
  }
}

window.addEventListener("hashchange", show);
show();
