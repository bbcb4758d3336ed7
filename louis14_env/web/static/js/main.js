// Which page is shown: the part of the address after the #.

import { home } from "./home.js";
import { play } from "./play.js";
import { replay } from "./replay.js";
import { rules } from "./rules.js";
import { make, notice } from "./dom.js";

const PAGES = { "": home, play, replay, watch: replay, rules };
let leave = null;

async function show() {
  const [name = "", ...parts] = location.hash.replace(/^#\/?/, "").split("/");
  if (location.hash === "#main") return;
  leave?.();
  leave = null;
  notice("");
  const main = document.getElementById("main");
  main.className = `page-${name || "home"}`;
  const page = PAGES[name];
  try {
    if (!page) throw new Error("There is no such page.");
    leave = await page(main, ...parts.map(decodeURIComponent));
  } catch (error) {
    main.replaceChildren(make("h1", {}, "This did not work"), make("p", { class: "error" }, error.message), make("p", {}, make("a", { href: "#/" }, "Back to the games")));
  }
}

window.addEventListener("hashchange", show);
show();
