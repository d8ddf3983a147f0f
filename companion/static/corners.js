// Four corners under the finger: tapped one after the other on a picture, then dragged or nudged with the arrow keys.
// The page brings #corners (over the picture), #corner-hint, #corners-done and #corners-value; perhaps #tap-corners, and
// #corners-leave to stop. While they are tapped the hint is the page's headline.
import { fill, words } from "./words.js";

const NUDGE = 0.002; // of the picture; five times that with Shift
const INSET = [[0.15, 0.1], [0.85, 0.1], [0.85, 0.9], [0.15, 0.9]];
const byId = (id) => document.getElementById(id);
let image = null;
let corners = null;
let next = 0;
const placed = new Set(); // the corners that somebody has put somewhere

/** Whether corners are being tapped. */
export const tapped = () => corners !== null;

/** Begins with four marks on this picture, which may have been above what is seen of the page. */
export function begin(picture) {
  if (!image) document.addEventListener("click", tap);
  image = picture;
  corners = INSET.map((spot) => [...spot]);
  next = 0;
  placed.clear();
  const handles = corners.map((_, index) => {
    const handle = document.createElement("button");
    handle.type = "button";
    handle.className = "corner";
    handle.textContent = String(index + 1);
    handle.setAttribute("aria-label", fill(words.corner, { number: index + 1, corner: words.corners[index] }));
    handle.addEventListener("keydown", (event) => nudge(event, index));
    handle.addEventListener("pointerdown", (event) => drag(event, handle, index));
    return handle;
  });
  byId("corners").replaceChildren(...handles);
  byId("corners").hidden = false;
  refresh();
  picture.scrollIntoView();
}

/** Shows where the marks are and what is to be done next. */
export function refresh() {
  const [hint, done, start, leave] = ["corner-hint", "corners-done", "tap-corners", "corners-leave"].map(byId);
  hint?.closest("section").classList.toggle("tapping", tapped());
  if (!corners || !hint) return;
  hint.hidden = false;
  if (leave) leave.hidden = false;
  done.hidden = placed.size < 4;
  if (start) start.hidden = true;
  hint.textContent = next < 4 ? fill(words.tap, { corner: words.corners[next] }) : words.tapped;
  byId("corners-value").value = corners.map((spot) => spot.map((value) => value.toFixed(5)).join(",")).join(" ");
  corners.forEach(([x, y], index) => {
    const handle = byId("corners").children[index];
    handle.style.left = `${100 * x}%`;
    handle.style.top = `${100 * y}%`;
    handle.classList.toggle("next", index === next);
    handle.classList.toggle("ahead", index >= next); // a finger taps through it, the keyboard can move it
  });
}

/** Takes the marks away. */
export function end() {
  corners = null;
  byId("corners").hidden = true;
  refresh();
}

const inside = (value) => Math.min(Math.max(value, 0), 1);

function spot(event) {
  const box = image.getBoundingClientRect();
  return [inside((event.clientX - box.x) / box.width), inside((event.clientY - box.y) / box.height)];
}

function tap(event) {
  if (!corners || next > 3 || event.target !== image) return;
  corners[next] = spot(event);
  placed.add(next);
  next += 1;
  refresh();
}

function drag(event, handle, index) {
  event.preventDefault();
  handle.focus();
  handle.setPointerCapture(event.pointerId);
  handle.onpointermove = (move) => { corners[index] = spot(move); placed.add(index); refresh(); };
  handle.onpointerup = () => { handle.onpointermove = null; };
}

function nudge(event, index) {
  const step = event.shiftKey ? 5 * NUDGE : NUDGE;
  const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
  if (!way) return;
  event.preventDefault();
  corners[index] = corners[index].map((value, axis) => inside(value + way[axis]));
  placed.add(index);
  refresh();
}
