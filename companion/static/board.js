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

function mark(node, look, label, tapped) {
  const [x, y] = centre(node);
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("transform", `translate(${x} ${y}) scale(${byId("board").dataset.scale})`);
  group.setAttribute("class", look);
  group.setAttribute("role", "button");
  group.setAttribute("tabindex", "0");
  group.setAttribute("aria-label", label);
  for (const radius of look === "target" ? [12, 4] : [15.5]) {
    const ring = document.createElementNS(SVG, "circle");
    ring.setAttribute("r", String(radius));
    if (radius === 12) ring.setAttribute("fill", "url(#legal)"); // a style sheet's url() need not mean this page
    group.append(ring);
  }
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
  drawDice();
  byId("board-hint").textContent = hint();
}

function* marks() {
  if (targets) {
    for (const cell of targets.cells) yield mark(cell, "target", fill(words.to, { cell: named(cell) }), () => choose(cell));
  } else if (moves && figure === null) {
    for (const cell of Object.keys(moves.to)) yield mark(cell, "movable", fill(words.figure_at, { cell: named(cell) }), () => pickUp(cell));
  } else if (moves) {
    yield mark(figure, "taken", fill(words.figure_at, { cell: named(figure) }), () => pickUp(null));
    for (const [cell, what] of Object.entries(moves.to[figure][die] ?? {})) {
      yield mark(cell, "target", [fill(words.to, { cell: named(cell) }), moves.words[what]].filter(Boolean).join(": "), () => move(figure, die, cell));
    }
  }
}

function hint() {
  if (targets) return targets.label;
  if (!moves) return "";
  return figure === null ? words.choose_figure : words.choose_cell;
}

function drawDice() {
  const usable = figure === null ? [] : Object.keys(moves.to[figure]);
  byId("board-dice").replaceChildren(...usable.map((index) => {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.className = "chip";
    chip.textContent = fill(words[moves.unit], { face: moves.dice[index] });
    chip.setAttribute("aria-pressed", String(index === die));
    chip.onclick = () => { die = index; look(); };
    return chip;
  }));
}

function pickUp(cell) {
  figure = cell;
  die = cell === null ? null : Object.keys(moves.to[cell])[0];
  look();
}

function look() {
  const cells = figure === null ? [] : [figure, ...Object.keys(moves.to[figure][die] ?? {})];
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
  let reach = FINGER;
  for (const group of byId("overlay")?.children ?? []) {
    const box = group.getBoundingClientRect();
    const distance = Math.hypot(box.x + box.width / 2 - clientX, box.y + box.height / 2 - clientY);
    if (distance < Math.max(reach, box.width / 2) && distance < (nearest?.distance ?? Infinity)) nearest = { group, distance };
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
  if (!moves?.to[figure]?.[die]) figure = die = null;
  zoom.renew();
  if (figure === null && !targets) zoom.fit([]);
  draw();
  fillList();
}

/** Takes over the board of the page. */
export function start() {
  zoom.start(tap);
  document.addEventListener("submit", submit);
  document.addEventListener("change", (event) => event.target.form?.id === "moves" && fillList());
  onPart(renew);
}
