// The picture of the table: shown whole, or in parts on a narrow screen, with places that can be chosen.

import { make } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const NARROW = 760; // pixels below which the picture is shown in parts
const PARTS = [["g.board", "board", "Board"], ["[data-hand]", "hand", "Cards"], ["g.player", "player", "Player"]]; // drawn groups, from top to bottom
const LATER = ["player"]; // parts that come after what is to be decided
const KINDS = ["tile", "card", "mission"]; // data-... of what can be chosen
const BADGE = 13; // radius of the mark for a chosen stone

function parse(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  root.querySelectorAll("script, foreignObject").forEach((node) => node.remove());
  return document.importNode(root, true);
}

export class Board {
  constructor(onExplain) {
    this.box = make("div", { class: "board-box" });
    this.more = make("div", { class: "board-box" }); // what comes after the decision on a narrow screen
    this.onExplain = onExplain;
    this.text = "";
    this.explaining = false;
    for (const box of [this.box, this.more]) box.addEventListener("click", (event) => this.explain(event.target));
    this.watch = new ResizeObserver(() => this.narrow !== this.isNarrow() && this.text && this.redraw());
    this.watch.observe(this.box);
  }

  isNarrow() {
    return window.innerWidth < NARROW;
  }

  // Shows a picture; the element that had the focus has it again.
  show(text) {
    if (text === this.text) return;
    this.text = text;
    this.redraw();
  }

  redraw() {
    const focused = this.box.contains(document.activeElement) ? this.keyOf(document.activeElement) : null;
    this.narrow = this.isNarrow();
    const svg = parse(this.text);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", "The table");
    svg.querySelector(":scope > title")?.remove();
    this.box.replaceChildren(svg);
    this.more.replaceChildren();
    if (this.narrow) this.split(svg);
    this.choices?.();
    if (focused) this.find(...focused)[0]?.focus({ preventScroll: true });
  }

  // Each part of the picture in a picture of its own, one below the other; what is no part of them is left out.
  split(svg) {
    const found = PARTS.flatMap(([selector, name, label]) => [...svg.querySelectorAll(selector)].map((part) => ({ part, name, label, box: part.getBBox() })));
    if (!found.some(({ name }) => name === "board")) return;
    const near = make("div", { class: "parts" });
    const far = make("div", { class: "parts" });
    for (const { part, name, label, box } of found) {
      const own = document.createElementNS(SVG, "svg");
      own.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
      own.setAttribute("role", "group");
      own.setAttribute("aria-label", label);
      own.setAttribute("font-family", svg.getAttribute("font-family") || "sans-serif");
      part.removeAttribute("transform");
      own.append(part);
      const scrolls = name === "hand" ? { tabindex: 0, role: "group", "aria-label": label } : {};
      (LATER.includes(name) ? far : near).append(make("div", { class: `part part-${name}`, ...scrolls }, own));
    }
    svg.classList.add("only-symbols");
    svg.setAttribute("aria-hidden", "true");
    this.box.append(near);
    this.more.append(far);
  }

  find(kind, value) {
    const all = [...this.box.querySelectorAll(`[data-${kind}="${CSS.escape(value)}"]`)];
    const held = all.filter((element) => element.closest("[data-hand]"));
    return kind === "tile" || !held.length ? all : held;
  }

  keyOf(element) {
    const kind = KINDS.find((name) => element.dataset?.[name] !== undefined);
    return kind ? [kind, element.dataset[kind]] : null;
  }

  // Makes things choosable: a list of [kind, value, what choosing it does, handler].
  offer(choices) {
    this.choices = () => this.mark(choices);
    this.mark(choices);
  }

  mark(choices) {
    this.box.querySelectorAll(".legal").forEach((element) => {
      element.classList.remove("legal");
      for (const name of ["tabindex", "role", "aria-description"]) element.removeAttribute(name);
      element.onclick = element.onkeydown = null;
    });
    for (const [kind, value, label, handler] of choices) {
      for (const element of this.find(kind, value)) {
        element.classList.add("legal");
        element.setAttribute("tabindex", "0");
        element.setAttribute("role", "button");
        element.setAttribute("aria-description", label); // its name is its tooltip
        element.onclick = () => !this.explaining && handler();
        element.onkeydown = (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          if (this.explaining) this.explain(element);
          else handler();
        };
      }
    }
  }

  // Shows how many stones were chosen for each tile.
  badges(stones) {
    this.box.querySelectorAll(".picked").forEach((element) => element.remove());
    for (const [tile, count] of Object.entries(stones)) {
      for (const element of this.find("tile", tile)) {
        const { x, y, width, height } = element.getBBox();
        const badge = document.createElementNS(SVG, "g");
        badge.setAttribute("class", "picked");
        badge.setAttribute("transform", `translate(${x + width - 2 * BADGE} ${y + height - 2 * BADGE})`);
        const circle = document.createElementNS(SVG, "circle");
        circle.setAttribute("r", BADGE + 4);
        const words = document.createElementNS(SVG, "text");
        words.textContent = `+${count}`;
        badge.append(circle, words);
        element.append(badge);
      }
    }
  }

  // Tells what was pointed at: the tooltip, for those who cannot hover.
  explain(target) {
    if (!(target instanceof Element)) return;
    for (let element = target; element && !element.matches(".board-box"); element = element.parentElement) {
      const title = [...element.children].find((child) => child.localName === "title" && child.textContent);
      if (title) {
        this.onExplain(title.textContent);
        return;
      }
    }
  }
}
