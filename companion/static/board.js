// The board under the finger: tap a figure, then a marked cell. The list beside it does the same.
// Everything drawn here lives in #overlay, so that the board itself stays what the box sent.
import { act } from "./act.js";
import { onPart } from "./live.js";
import { fill, words } from "./words.js";
import * as zoom from "./zoom.js";

export const SVG = "http://www.w3.org/2000/svg";
const FINGER = 26; // how far beside a mark a tap may land, in pixels
let moves = null;
let targets = null;
let figure = null;
let die = null;

const byId = (id) => document.getElementById(id);
const data = (id) => (byId(id) ? JSON.parse(byId(id).textContent) : null);
const named = (node) => words.places[node] ?? node;

/** The middle of a cell or of a place beside the cells, in the millimetres of the drawing. */
export function centre(node) {
  const cell = document.querySelector(`#board use[data-cell="${CSS.escape(node)}"]`);
  if (cell) return [Number(cell.getAttribute("x")), Number(cell.getAttribute("y"))];
  const place = node === "town" ? document.querySelector("#board .town polygon") : document.querySelector(`#board .area.${CSS.escape(node)} rect`);
  const box = place?.getBBox();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0];
}

function part(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

// A move, a theft and a fight differ in shape, too; the figure on the cell stays in sight.
const OUTLINES = {
  "target take": "M0 -17.5L17.5 0L0 17.5L-17.5 0Z",
  "target fight": "M-6.5 -15.5H6.5L15.5 -6.5V6.5L6.5 15.5H-6.5L-15.5 6.5V-6.5Z",
};

function shapes(look, word) {
  if (look in OUTLINES) return [part("path", { d: OUTLINES[look] }), part("text", { y: look === "target take" ? 27 : -19 }, word)];
  if (look !== "target") return [part("circle", { r: 15.5 })];
  const middle = word ? part("text", { y: 4.5 }, word) : part("circle", { r: 4, class: "dot" });
  return [part("circle", { r: 12, fill: "url(#legal)" }), middle]; // a style sheet's url() need not mean this page
}

function mark(node, look, label, tapped, word = "") {
  const [x, y] = centre(node);
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("transform", `translate(${x} ${y}) scale(${byId("board").dataset.scale})`);
  group.setAttribute("class", look);
  group.setAttribute("role", "button");
  group.setAttribute("tabindex", "0");
  group.setAttribute("aria-label", label);
  group.append(...shapes(look, word));
  group.addEventListener("tap", tapped);
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    tapped();
  });
  return group;
}

function draw() {
  const overlay = byId("overlay");
  if (!overlay) return;
  overlay.replaceChildren(...marks());
  spread(overlay);
  document.body.toggleAttribute("data-held", figure !== null);
  document.body.toggleAttribute("data-movable", overlay.querySelector(".movable") !== null);
  drawDice();
  if (byId("board-hint").textContent !== hint()) byId("board-hint").textContent = hint();
}

// Words lie above all marks, and one that would lie on another is left out: the shape of its mark says the same.
function spread(overlay) {
  const placed = [];
  overlay.append(...overlay.querySelectorAll(".take, .fight"));
  for (const word of overlay.querySelectorAll(".take text, .fight text")) {
    const box = word.getBoundingClientRect();
    const overlaps = ({ left, right, top, bottom }) => box.left < right && left < box.right && box.top < bottom && top < box.bottom;
    const mark = word.parentElement;
    word.remove();
    if (placed.some(overlaps)) continue;
    placed.push(box);
    const above = part("g", { class: mark.getAttribute("class").replace("target", "word"), transform: mark.getAttribute("transform"), "aria-hidden": "true" });
    above.append(word);
    overlay.append(above);
  }
}

function* marks() {
  if (targets) {
    for (const cell of targets.cells) yield mark(cell, "target", fill(words.to, { cell: named(cell) }), () => choose(cell));
  } else if (moves) {
    const ways = figure === null ? [] : ends();
    const taken = new Set([figure, ...ways.map(({ cell }) => cell)]);
    for (const cell of movable()) if (!taken.has(cell)) yield mark(cell, "movable", fill(words.figure_at, { cell: named(cell) }), () => pickUp(cell));
    if (figure === null) return;
    yield mark(figure, "taken", fill(words.figure_at, { cell: named(figure) }), () => pickUp(null));
    const several = new Set(ways.map(({ index }) => moves.dice[index])).size > 1;
    for (const { cell, index, what } of ways) {
      const { look = "", word = several ? moves.dice[index] : "" } = moves.signs[what] ?? {};
      const label = [fill(words.to, { cell: named(cell) }), moves.words[what]].filter(Boolean).join(": ");
      yield mark(cell, `target ${look}`.trim(), label, () => move(figure, index, cell), word);
    }
  }
}

/** The figures that can go somewhere, with the die that was chosen where one was. */
const movable = () => Object.keys(moves.to).filter((cell) => die === null || moves.to[cell][die]);

// The dice this figure may go with: the one that was chosen, or all, the lowest first, so that none is wasted.
function usable() {
  const mine = figure === null ? [] : Object.keys(moves.to[figure]);
  return die === null ? mine.sort((a, b) => moves.dice[a] - moves.dice[b]) : mine.filter((index) => index === die);
}

/** Where the figure can go, each cell with the die that takes it there. */
function ends() {
  const found = new Map();
  for (const index of usable()) {
    for (const [cell, what] of Object.entries(moves.to[figure][index])) {
      if (!found.has(cell)) found.set(cell, { cell, index, what });
    }
  }
  return Array.from(found.values());
}

function hint() {
  if (targets) return targets.label;
  if (!moves) return "";
  if (!Object.keys(moves.to).length) return words.nothing_moves;
  if (figure === null) return words.choose_figure;
  return movable().length > 1 ? words.choose_cell_or_figure : words.choose_cell;
}

function drawDice() {
  byId("board-dice").replaceChildren(...(moves?.dice ?? []).map((face, at) => {
    const item = document.createElement("li");
    item.append(moves.unit === "die" ? dieOf(face, String(at)) : fill(words[moves.unit], { face }));
    return item;
  }));
}

// An unused die can be chosen for the next move; a used one only says that it is used.
function dieOf(face, index) {
  const used = moves.used.includes(Number(index));
  const chip = document.createElement(used ? "span" : "button");
  chip.className = `die ${moves.die} ${used ? "used" : ""}`;
  chip.textContent = String(face);
  if (used) {
    const label = document.createElement("span");
    label.className = "away";
    label.textContent = ` (${words.used})`;
    chip.append(label);
    return chip;
  }
  chip.type = "button";
  chip.setAttribute("aria-label", fill(words.die, { face }));
  chip.setAttribute("aria-pressed", String(index === die));
  chip.onclick = () => { die = index === die ? null : index; look(); };
  return chip;
}

function pickUp(cell) {
  figure = cell;
  if (figure !== null && die !== null && !moves.to[figure][die]) die = null;
  look();
}

function look() {
  if (figure !== null && die !== null && !moves.to[figure][die]) figure = null;
  const cells = figure === null ? [] : [figure, ...ends().map(({ cell }) => cell)];
  zoom.fit(cells.map(centre));
  draw();
}

async function move(frm, index, to) {
  if (await act(moves.kind, { frm, die: Number(index), to })) {
    figure = die = null;
    zoom.fit([]);
    draw();
  }
}

const choose = (cell) => act(targets.kind, { ...targets.fixed, [targets.name]: cell });

// A fingertip is larger than a cell: the nearest mark within reach is meant.
function tap({ clientX, clientY }) {
  let nearest = null;
  for (const group of document.querySelectorAll("#overlay [role=button]")) {
    const box = group.getBoundingClientRect();
    const distance = Math.hypot(box.x + box.width / 2 - clientX, box.y + box.height / 2 - clientY);
    if (distance < Math.max(FINGER, box.width / 2) && distance < (nearest?.distance ?? Infinity)) nearest = { group, distance };
  }
  nearest?.group.dispatchEvent(new Event("tap"));
}

// --- the list ---

function options(select, entries) {
  const before = select.value;
  select.replaceChildren(...entries.map(([value, label]) => new Option(label, value)));
  if (entries.some(([value]) => value === before)) select.value = before;
}

function fillList() {
  const [from, dice, to] = ["move-from", "move-die", "move-to"].map(byId);
  if (!moves || !from) return;
  options(from, Object.keys(moves.to).map((cell) => [cell, named(cell)]));
  options(dice, Object.keys(moves.to[from.value] ?? {}).map((index) => [index, String(moves.dice[index])]));
  const ends = moves.to[from.value]?.[dice.value] ?? {};
  options(to, Object.entries(ends).map(([cell, what]) => [cell, [named(cell), moves.words[what]].filter(Boolean).join(": ")]));
}

function submit(event) {
  if (event.target.id !== "moves" && event.target.id !== "targets") return;
  event.preventDefault();
  if (event.target.id === "targets") choose(byId("target-cell").value);
  else move(byId("move-from").value, byId("move-die").value, byId("move-to").value);
}

function renew() {
  moves = data("board-moves");
  targets = data("board-targets");
  if (!moves?.to[figure]) figure = null;
  if (!moves || die === null || moves.used.includes(Number(die)) || !moves.dice[die]) die = null;
  if (figure !== null && die !== null && !moves.to[figure][die]) die = null;
  zoom.renew();
  if (figure === null && !targets) zoom.fit([]);
  draw();
  fillList();
}

/** Takes over the board of the page. */
export function start() {
  zoom.start(tap);
  document.addEventListener("click", ({ target }) => target.closest("#put-down") && pickUp(null));
  document.addEventListener("submit", submit);
  document.addEventListener("change", (event) => event.target.form?.id === "moves" && fillList());
  onPart(renew);
}
