// Painting a board over its photograph: corners, grid, regions; then it is sent as a sketch (companion/boards/tracing.py).
import { middle, outline, placeAt, places, sizeOf, widthOf } from "./lattice.js";
import { straightened } from "./straighten.js";
import * as view from "./trace_view.js";
import * as zoom from "./zoom.js";

const AREA = [70, 65]; // millimetres: six figures have room
const LARGEST = 1600; // pixels of a photograph
const byId = (id) => document.getElementById(id);
const words = JSON.parse(byId("trace-words").textContent);
const started = JSON.parse(byId("started").textContent);
const grid = { lattice: "hex", size: 18, sheet: [560, 500], origin: [0, 0] };
let drawn = { cells: {}, town: {}, areas: {} };
const past = [];
let photo = null;
let corners = [];
let aligned = null; // { at, place, sized }: the first of the three taps that move the grid

const tool = () => document.querySelector("[name=tool]:checked").value.split(" ");
const straight = () => !photo || corners.length === 4;

// --- the photograph ---

async function choosePhoto(file) {
  let picture;
  try {
    picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return view.problem("photo", words.no_picture);
  }
  const scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
  photo = document.createElement("canvas");
  [photo.width, photo.height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  photo.getContext("2d").drawImage(picture, 0, 0, photo.width, photo.height);
  corners = [];
  return begin();
}

function begin() {
  byId("step-photo").hidden = true;
  byId("step-board").hidden = false;
  if (straight()) return layOut();
  view.picture(photo.toDataURL("image/jpeg", 0.8), 0, 0, photo.width, photo.height);
  view.frame(0, 0, photo.width, photo.height);
  zoom.reset();
  return render();
}

function layOut() {
  const [width, height] = grid.sheet;
  if (photo) view.picture(straightened(photo, corners, width, height), -width / 2, -height / 2, width, height);
  view.frame(-width / 2, -height / 2, width, height);
  zoom.reset();
  byId("tools").hidden = false;
  render();
}

// --- painting ---

function keep() {
  past.push(JSON.stringify([drawn, grid]));
}

function undo() {
  if (!straight()) corners.pop();
  else if (past.length) {
    const [before, measures] = JSON.parse(past.pop());
    drawn = before;
    Object.assign(grid, measures);
    showMeasures();
  }
  aligned = null;
  render();
}

/** Paints one place; false when it was so already. */
function paint(q, r) {
  const [kind, value] = tool();
  const key = `${q},${r}`;
  const cell = drawn.cells[key];
  const before = JSON.stringify([cell, drawn.town[key]]);
  if (kind === "region") {
    drawn.cells[key] = { q, r, region: value, flags: cell?.flags ?? [] };
    delete drawn.town[key];
  } else if (kind === "mark" && cell) {
    cell.flags = cell.flags.includes(value) ? cell.flags.filter((flag) => flag !== value) : [...cell.flags, value];
  } else if (kind === "town" || kind === "erase") {
    delete drawn.cells[key];
    if (kind === "town") drawn.town[key] = [q, r];
    else delete drawn.town[key];
  }
  return before !== JSON.stringify([drawn.cells[key], drawn.town[key]]);
}

function place(name, x, y) {
  const here = drawn.areas[name];
  if (here && Math.abs(here.x - x) < here.width / 2 && Math.abs(here.y - y) < here.height / 2) delete drawn.areas[name];
  else drawn.areas[name] = { name, x: Math.round(x), y: Math.round(y), width: AREA[0], height: AREA[1] };
}

// Three taps on middles of cells lay the grid over the board: the first moves it, the second, three cells to the right,
// gives the size, the third, far away, makes it exact.
function align(x, y) {
  if (!aligned) {
    aligned = { at: [x, y], place: placeAt(grid, x, y), sized: false };
    return hold(1);
  }
  const far = Math.hypot(x - aligned.at[0], y - aligned.at[1]);
  if (!aligned.sized) {
    aligned.sized = true;
    return hold(far / 3 / widthOf(grid));
  }
  const [fx, fy] = middle(grid, ...placeAt(grid, x, y));
  hold(far / Math.hypot(fx - aligned.at[0], fy - aligned.at[1]));
  aligned = null;
}

/** The grid so many times as large, with a place where the first tap was. */
function hold(factor) {
  if (Number.isFinite(factor) && factor > 0.05) grid.size *= factor;
  const [x, y] = middle({ ...grid, origin: [0, 0] }, ...aligned.place);
  grid.origin = [aligned.at[0] - x, aligned.at[1] - y];
  showMeasures();
}

// --- fingers ---

function tap({ clientX, clientY }) {
  const { x, y } = view.point(clientX, clientY);
  if (!straight()) {
    corners.push([x, y]);
    if (corners.length === 4) return layOut();
    return render();
  }
  const [kind, name] = tool();
  keep();
  if (kind === "align") align(x, y);
  else if (kind === "area") place(name, x, y);
  else paint(...placeAt(grid, x, y));
  return render();
}

let stroke = null; // the place the finger was on last

function stroked({ clientX, clientY }) {
  if (!straight() || !["region", "erase", "town"].includes(tool()[0])) return false;
  const { x, y } = view.point(clientX, clientY);
  const [q, r] = placeAt(grid, x, y);
  if (stroke === `${q},${r}`) return true;
  if (stroke === null) keep();
  stroke = `${q},${r}`;
  if (paint(q, r)) render();
  return true;
}

// --- the page ---

// A phone may throw a page away that nobody looks at: what was painted (never the picture) is kept until it is saved.
function draft(value) {
  try {
    if (value) localStorage.setItem("trace", JSON.stringify(value));
    else if (value === null) localStorage.removeItem("trace");
    return JSON.parse(localStorage.getItem("trace"));
  } catch {
    return null; // a browser without storage forgets
  }
}

function restore(kept) {
  drawn = kept.drawn;
  Object.assign(grid, kept.grid);
  byId("name").value = kept.name;
  byId("draft").hidden = false;
  showMeasures();
}

function render() {
  if (past.length) draft({ drawn, grid, name: byId("name").value });
  view.corners(straight() ? [] : corners);
  if (straight()) view.board(grid, drawn, places(grid), outline(grid));
  view.counts(drawn, words);
  byId("trace-hint").textContent = hint();
  byId("back").disabled = straight() ? !past.length : !corners.length;
}

function hint() {
  if (!straight()) return words.corners[corners.length];
  if (tool()[0] !== "align") return words.paint;
  return !aligned ? words.align : aligned.sized ? words.align_far : words.align_three;
}

function showMeasures() {
  document.querySelector(`[name=lattice][value=${grid.lattice}]`).checked = true;
  [byId("width").value, byId("height").value] = grid.sheet;
  byId("cell-width").value = Math.round(widthOf(grid) * 100) / 100;
}

function measure({ target }) {
  if (!byId("grid").reportValidity()) return;
  keep();
  grid.lattice = document.querySelector("[name=lattice]:checked").value;
  grid.sheet = [Number(byId("width").value), Number(byId("height").value)];
  if (target.id === "across" && target.value) byId("cell-width").value = Math.round((grid.sheet[0] / Number(target.value)) * 100) / 100;
  grid.size = sizeOf(grid.lattice, Number(byId("cell-width").value));
  if (["width", "height"].includes(target.id) && straight() && !byId("step-board").hidden) layOut();
  else render();
}

async function save() {
  const sketch = { name: byId("name").value, ...grid, cells: Object.values(drawn.cells), town: Object.values(drawn.town), areas: Object.values(drawn.areas) };
  let answer;
  try {
    const reply = await fetch("/api/boards", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(sketch) });
    answer = await reply.json();
    if (reply.ok) draft(null);
    if (reply.ok && answer.fits.some(({ lacks }) => !lacks)) return location.assign(`/boards/look?name=${encodeURIComponent(answer.name)}`);
  } catch {
    return view.problem("saved", words.no_answer);
  }
  const lacks = answer.fits?.map((each) => `${each.title}: ${each.lacks}`).join(" ");
  return view.problem("saved", lacks ? words.lacks.replace("{lacks}", lacks) : answer.message);
}

/** A board that the box keeps already: its cells are where painting goes on. */
function goOn() {
  Object.assign(grid, { lattice: started.lattice, size: started.size, sheet: started.sheet, origin: started.origin });
  for (const { q, r, region, flags } of started.cells) drawn.cells[`${q},${r}`] = { q, r, region, flags };
  for (const [q, r] of started.town.places) drawn.town[`${q},${r}`] = [q, r];
  for (const area of started.areas) drawn.areas[area.name] = area;
  byId("name").value = started.name;
  showMeasures();
  begin();
}

zoom.start(tap, stroked);
addEventListener("pointerup", () => { stroke = null; });
byId("photo").addEventListener("change", ({ target }) => target.files[0] && choosePhoto(target.files[0]));
byId("no-photo").addEventListener("click", begin);
byId("back").addEventListener("click", undo);
byId("grid").addEventListener("change", measure);
byId("tools").addEventListener("change", () => { aligned = null; render(); });
document.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.target.id === "save") save();
  if (event.target.id !== "put") return;
  keep();
  paint(Number(byId("column").value), Number(byId("row").value));
  render();
});
byId("anew").addEventListener("click", () => { draft(null); location.reload(); });
if (started) goOn();
else if (draft()) restore(draft());
if (!started && byId("photo").files[0]) choosePhoto(byId("photo").files[0]); // chosen before this script was there
