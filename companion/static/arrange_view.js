// The view of figures that are being arranged: on the board, beside it, and as lists. `tools` is the state of arrange.js.
import { SVG, centre } from "./board.js";
import { fill } from "./words.js";

const CROWD = 23; // millimetres between figures in a row of those that share a place
const ROW = 3; // figures in a row: an area is 70 mm wide
const BELOW = 24; // millimetres from row to row, so that a hat hides no letter
const byId = (id) => document.getElementById(id);

function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function figure({ kind, look, mark }, count = 1) {
  const parts = [shape("use", { href: `#f-${kind}` })];
  if (mark) parts.push(shape("text", { y: "9.5" }, mark));
  if (count > 1) parts.push(shape("text", { y: "22", class: "count" }, `×${count}`));
  return shape("g", { class: `figure ${kind} ${look}` }, ...parts);
}

/** All figures on the board; `take(name, place)` when one is activated with the keyboard. */
export function drawFigures({ figures, hand, piece, placeName, words }, take) {
  const drawn = [];
  for (const [place, names] of Object.entries(figures)) {
    const kinds = [...new Set(names)];
    const [x, y] = centre(place);
    kinds.forEach((name, index) => {
      const count = names.filter((each) => each === name).length;
      const held = hand?.name === name && hand.from === place;
      const row = Math.floor(index / ROW);
      const gaps = Math.min(kinds.length - row * ROW, ROW) - 1;
      const group = shape("g", {
        transform: `translate(${x + (index % ROW - gaps / 2) * CROWD} ${y + row * BELOW}) scale(${byId("board").dataset.scale})`, role: "button", tabindex: "0",
        "aria-label": fill(words.at, { label: piece(name).label, cell: placeName(place) }), "aria-pressed": String(held),
        "data-place": place, class: held ? "taken" : "settable",
      }, shape("circle", { r: "15.5" }), figure(piece(name), count));
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        take(name, place);
      });
      drawn.push(group);
    });
  }
  const focused = document.activeElement?.dataset?.place;
  byId("overlay").replaceChildren(...drawn);
  if (focused) byId("overlay").querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus();
}

/** A button for every kind of figure that is not all on the board, and the counts in words. */
export function drawSpares({ work, hand, spare, placed, words }, take) {
  renew("spares", work.pieces.filter(({ name }) => spare(name) > 0).map((each) => {
    const chip = button(`×${spare(each.name)}`, () => take(each.name));
    chip.dataset.spare = each.name;
    const label = document.createElement("span");
    label.className = "away";
    label.textContent = `${each.label} `;
    chip.setAttribute("aria-pressed", String(hand?.name === each.name && hand.from === null));
    chip.prepend(label, shape("svg", { viewBox: "-16 -16 32 34", class: "board-figure", "aria-hidden": "true" }, figure(each)));
    return chip;
  }));
  byId("count").replaceChildren(...work.pieces.map(({ name, label, left }) => {
    const missing = spare(name);
    const sentence = missing > 0 ? words.missing : missing < 0 ? words.many : words.on_board;
    const line = document.createElement("li");
    line.textContent = fill(sentence, { label, left, missing, count: placed(name) });
    if (missing) line.className = "odd";
    return line;
  }));
}

/** Where the figure in hand can go besides the cells. */
export function drawPlaces({ work, hand, piece, words }, put) {
  const places = hand ? piece(hand.name).beside.filter((place) => place !== hand.from) : [];
  const chips = places.map((place) => button(work.places[place], () => put(place)));
  if (hand && hand.from !== null) chips.push(button(words.off, () => put(null)));
  byId("places").hidden = !chips.length;
  renew("places", chips);
}

/** The same with two lists, for keyboards and screen readers. */
export function drawList({ work, figures, piece, spare, placeName, words }, cells) {
  const spares = work.pieces.filter(({ name }) => spare(name) > 0).map((each) =>
    [[each.name, null], fill(words.spare, { label: each.label, count: spare(each.name) })]);
  const standing = Object.entries(figures).flatMap(([place, names]) => [...new Set(names)].map((name) =>
    [[name, place], fill(words.at, { label: piece(name).label, cell: placeName(place) })]));
  options("put-figure", [...spares, ...standing]);
  options("put-to", [
    ...Object.entries(work.places), [null, words.off],
    ...cells.filter((cell) => !figures[cell]).map((cell) => [cell, cell]),
  ]);
}

function options(id, entries) {
  const select = byId(id);
  const before = select.value;
  select.replaceChildren(...entries.map(([value, label]) => new Option(label, JSON.stringify(value))));
  if ([...select.options].some(({ value }) => value === before)) select.value = before;
}

function button(label, pressed) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "chip";
  made.textContent = label;
  made.onclick = pressed;
  return made;
}

// A button that is drawn anew keeps the keyboard's place.
function renew(id, buttons) {
  const box = byId(id);
  const at = [...box.children].indexOf(document.activeElement);
  box.replaceChildren(...buttons);
  if (at >= 0) (box.children[at] ?? box.children[0])?.focus();
}
