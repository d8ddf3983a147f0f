// The view of a board that is being traced.
import { middle, widthOf } from "./lattice.js";

const SVG = "http://www.w3.org/2000/svg";
const isDrawn = (mark) => document.getElementById(`m-${mark}`) !== null; // by the symbols of the games
const marks = () => [...document.querySelectorAll('[name="tool"][value^="mark "]')].map(({ value }) => value.slice(5)).filter(isDrawn);
const DRAWN_FOR = 31; // millimetres from cell to cell that the signs were drawn for
const byId = (id) => document.getElementById(id);

function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text) made.textContent = text;
  return made;
}

/** Where on the drawing a finger is. */
export const point = (x, y) => new DOMPoint(x, y).matrixTransform(byId("board").getScreenCTM().inverse());

/** The picture below the grid. */
export function picture(source, x, y, width, height) {
  byId("board").classList.add("pictured");
  for (const [key, value] of Object.entries({ href: source, x, y, width, height })) byId("picture").setAttribute(key, String(value));
}

/** The whole drawing. */
export function frame(...box) {
  byId("board").dataset.view = box.join(" ");
}

/** The corners that have been tapped. */
export function corners(found) {
  const [, , width] = byId("board").dataset.view.split(" ").map(Number);
  byId("corners").replaceChildren(...found.map(([cx, cy], index) => {
    const group = shape("g", { class: "corner" });
    group.append(shape("circle", { cx, cy, r: width / 60 }), shape("text", { x: cx, y: cy, "font-size": width / 40 }, String(index + 1)));
    return group;
  }));
}

/** Grid, cells, town, marks and areas. */
export function board(grid, { cells, town, areas }, places, outline) {
  byId("cell").setAttribute("points", outline);
  const scale = Math.min(1, widthOf(grid) / DRAWN_FOR).toFixed(3);
  const letters = [...new Set(Object.values(cells).map(({ region }) => region))].sort();
  byId("lattice").replaceChildren(...places.map(([q, r]) => {
    const [x, y] = middle(grid, q, r);
    const cell = cells[`${q},${r}`];
    const look = town[`${q},${r}`] ? "in-town" : cell ? `in-region look-${letters.indexOf(cell.region) % 6}` : "no-cell";
    const edge = cell?.flags.includes("outer_edge") ? " at-edge" : "";
    return shape("use", { href: "#cell", x: x.toFixed(2), y: y.toFixed(2), "data-cell": `${q},${r}`, class: look + edge });
  }));
  byId("marks").replaceChildren(
    ...Object.values(cells).flatMap(({ q, r, region, flags }) => {
      const [x, y] = middle(grid, q, r);
      const signs = flags.filter(isDrawn).map((flag) => shape("use", { href: `#m-${flag}`, transform: `translate(${x} ${y}) scale(${scale})` }));
      return signs.length ? signs : [shape("text", { x, y: y + 4, class: "letter" }, region)];
    }),
    ...Object.values(areas).flatMap(({ name, x, y, width, height }) => [
      shape("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 4, class: "area-box" }),
      shape("text", { x, y, class: "letter" }, document.querySelector(`[value="area ${name}"] + .face`)?.textContent ?? name),
    ]),
  );
}

/** The painted cells, in numbers. */
export function counts({ cells, town }, words) {
  const all = Object.values(cells);
  const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const lines = [...new Set(all.map(({ region }) => region))].sort().map((letter) => {
    const here = all.filter(({ region }) => region === letter);
    const starts = marks().map((flag) => here.filter(({ flags }) => flags.includes(flag)).length).join(" + ");
    return fill(words.region, { letter, count: here.length, starts });
  });
  lines.push(fill(words.town, { count: Object.keys(town).length }));
  byId("count").replaceChildren(...lines.map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  }));
}

/** Says what went wrong, beside the thing it is about. */
export function problem(id, sentence) {
  const where = id === "saved" ? byId("saved") : byId("photo").parentElement.appendChild(document.createElement("strong"));
  where.textContent = sentence;
  where.hidden = false;
}
