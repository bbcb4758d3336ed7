// A plot of what each player may expect, decision by decision.

import { percent } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 640, HEIGHT = 200, LEFT = 44, RIGHT = 8, TOP = 8, BOTTOM = 24;
const GRID = [0, 0.25, 0.5, 0.75, 1];
const STEPS = 6; // marks along the decisions

function make(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

const across = (step, total) => LEFT + (step / Math.max(1, total)) * (WIDTH - LEFT - RIGHT);
const up = (value) => TOP + (1 - Math.min(1, Math.max(0, value))) * (HEIGHT - TOP - BOTTOM);

// `values[k]` is [player, value] of decision k; `current` is the step shown; `jump(k)` is called with the step clicked at.
export function plot(values, names, total, current, jump) {
  const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": told(values, names) });
  for (const value of GRID) {
    svg.append(make("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: up(value), y2: up(value), class: "grid" }));
    svg.append(make("text", { x: LEFT - 6, y: up(value) + 4, class: "tick", "text-anchor": "end" }, `${100 * value} %`));
  }
  const every = Math.max(1, Math.round(total / STEPS / 10) * 10);
  for (let step = 0; step <= total; step += every) svg.append(make("text", { x: across(step, total), y: HEIGHT - 6, class: "tick", "text-anchor": "middle" }, String(step)));
  names.forEach((_, player) => {
    const points = values.flatMap(([who, value], step) => (who === player && value !== null ? [`${across(step, total).toFixed(1)},${up(value).toFixed(1)}`] : []));
    svg.append(make("polyline", { points: points.join(" "), class: `curve seat-${player}` }));
  });
  svg.append(make("line", { x1: across(current, total), x2: across(current, total), y1: TOP, y2: HEIGHT - BOTTOM, class: "now" }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    jump(Math.round(Math.min(1, Math.max(0, (x - LEFT) / (WIDTH - LEFT - RIGHT))) * total));
  });
  return svg;
}

function told(values, names) {
  const last = names.map((name, player) => {
    const own = values.filter(([who, value]) => who === player && value !== null);
    return own.length ? `${name} ${percent(own[own.length - 1][1])}` : `${name} unknown`;
  });
  return `Expected share of the win by decision; at the last decision of each: ${last.join(", ")}`;
}
