// The legal actions as a page offers them: buttons by range, and a path picked stone by stone.

import { make } from "./dom.js";

const MANY = 12; // more actions of a range are folded away

export class ActionTable {
  constructor(known) {
    Object.assign(this, known.actions);
    this.tileNames = {};
    this.targets.forEach((target, action) => {
      if (target.tile !== undefined && !this.tileNames[target.tile]) this.tileNames[target.tile] = this.texts[action].replace(/^\S+ /, "");
    });
  }

  rangeOf(action) {
    return this.ranges.find((range) => action >= range.first && action < range.first + range.count);
  }

  // The words for an action; a path names its tiles.
  words(action) {
    const { stones } = this.targets[action];
    return stones ? this.stonesText(stones) : this.texts[action];
  }

  stonesText(stones) {
    return Object.entries(stones).map(([tile, count]) => `${count} on ${this.tileNames[tile] || Number(tile) + 1}`).join(", ");
  }

  // Legal actions by range: [range, actions].
  grouped(legal) {
    const groups = new Map();
    for (const action of legal) {
      const range = this.rangeOf(action);
      groups.set(range, [...(groups.get(range) || []), action]);
    }
    return [...groups];
  }
}

const keyOf = (stones) => Object.entries(stones).filter(([, count]) => count).map(([tile, count]) => `${tile}:${count}`).sort().join(" ");

// A path being picked: stones by tile, and which tile may get the next one.
export class PathPicker {
  constructor(table, legal) {
    this.actions = new Map(legal.filter((action) => table.targets[action].stones).map((action) => [keyOf(table.targets[action].stones), action]));
    this.tiles = [...new Set([...this.actions.values()].flatMap((action) => Object.keys(table.targets[action].stones)))];
    this.stones = {};
  }

  get active() {
    return this.actions.size > 0;
  }

  // The tiles on which one more stone still makes a legal path.
  next() {
    return this.tiles.filter((tile) => this.actions.has(keyOf(this.with(tile))));
  }

  with(tile) {
    return { ...this.stones, [tile]: (this.stones[tile] || 0) + 1 };
  }

  add(tile) {
    this.stones = this.with(tile);
  }

  clear() {
    this.stones = {};
  }

  get action() {
    return this.actions.get(keyOf(this.stones));
  }

  get empty() {
    return !Object.keys(this.stones).length;
  }
}

// Buttons for the legal actions, by range with its meaning.
export function actionList(table, legal, choose, marked) {
  return table.grouped(legal).map(([range, actions]) => {
    const buttons = actions.map((action) =>
      make("li", {}, make("button", { type: "button", "data-action": action, class: action === marked ? "advised" : null, onclick: () => choose(action) }, table.words(action))));
    const list = make("ul", { class: "actions" }, buttons);
    const many = actions.length > MANY;
    return make("section", { class: "range" },
      many ? make("details", {}, make("summary", {}, `${range.meaning}: all ${actions.length} ways`), list)
        : [make("h3", {}, range.meaning), list]);
  });
}
