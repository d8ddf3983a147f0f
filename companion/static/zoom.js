// Two fingers make the board larger, one moves it; so do the buttons. The SVG's viewBox is all that changes.
const SMALLEST = 130; // millimetres of the board across the screen, at the closest
const ROOM = 42;
const TAP = 8; // pixels a finger may tremble
const fingers = new Map();
let view = null;
let moved = 0;
let byHand = false;
let dragged = () => false;

const board = () => document.getElementById("board");
const whole = () => board().dataset.view.split(" ").map(Number);

function show(next) {
  const [left, top, width, height] = whole();
  if (!next || next[2] >= width) view = null;
  else {
    const w = Math.max(next[2], SMALLEST);
    const h = (w * height) / width;
    const clamp = (value, least, size, part) => Math.min(Math.max(value, least), least + size - part);
    view = [clamp(next[0], left, width, w), clamp(next[1], top, height, h), w, h];
  }
  renew();
}

/** Puts the view back after the page was drawn anew. */
export function renew() {
  if (!board()) return;
  const box = (view ?? whole()).join(" ");
  if (board().getAttribute("viewBox") !== box) board().setAttribute("viewBox", box); // else all of it is laid out anew
  document.body.toggleAttribute("data-zoomed", view !== null);
}

/** Shows these points as large as they fit, on small screens; no points: the former content. */
export function fit(points) {
  if (!board() || byHand || board().clientWidth > 620) return;
  if (!points.length) return show(null);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [, , width, height] = whole();
  const w = Math.max(Math.max(...xs) - Math.min(...xs) + 2 * ROOM, ((Math.max(...ys) - Math.min(...ys) + 2 * ROOM) * width) / height, 230);
  const h = (w * height) / width;
  show([(Math.max(...xs) + Math.min(...xs) - w) / 2, (Math.max(...ys) + Math.min(...ys) - h) / 2, w, h]);
}

/** Comes so close to a point that a cell is as large as a fingertip; false when it was close enough already. */
export function approach(clientX, clientY, cell, least = 40) {
  const now = board().getScreenCTM().a * cell;
  if (now >= least) return false;
  byHand = true;
  scale((1.2 * least) / now, clientX, clientY);
  return true;
}

function scale(factor, clientX, clientY) {
  const [left, top, width, height] = view ?? whole();
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(board().getScreenCTM().inverse()); // it need not fill its box
  show([x - (x - left) / factor, y - (y - top) / factor, width / factor, height / factor]);
}

function pan(dx, dy) {
  if (!view) return;
  const { a } = board().getScreenCTM();
  show([view[0] - dx / a, view[1] - dy / a, view[2], view[3]]);
}

function spread() {
  const [a, b] = [...fingers.values()];
  return { gap: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function down(event) {
  if (!event.target.closest?.("#board")) return;
  if (!fingers.size) moved = 0;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
}

function slide(event) {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  const before = fingers.size === 2 ? spread() : null;
  const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  moved += Math.hypot(dx, dy);
  if (before) {
    const after = spread();
    byHand = true;
    scale(after.gap / before.gap, after.x, after.y);
    pan(after.x - before.x, after.y - before.y);
  } else if (moved > TAP && !dragged(event)) pan(dx, dy);
}

function step(event) {
  const way = event.target.closest("[data-zoom]")?.dataset.zoom;
  if (!way || !board()) return;
  byHand = way !== "all";
  if (way === "all") return show(null);
  const box = board().getBoundingClientRect();
  scale(way === "in" ? 1.5 : 1 / 1.5, box.x + box.width / 2, box.y + box.height / 2);
}

/** The whole board again: another board lies there. */
export function reset() {
  byHand = false;
  show(null);
}

/**
 * Starts listening; `tapped` is called with the pointer event of every tap that was no movement. One finger moves the
 * board, unless `stroked` takes the movement for itself (and says so).
 */
export function start(tapped, stroked = () => false) {
  dragged = stroked;
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", slide);
  for (const kind of ["pointerup", "pointercancel"]) {
    document.addEventListener(kind, (event) => {
      if (!fingers.delete(event.pointerId) || fingers.size) return;
      if (kind === "pointerup" && moved <= TAP) tapped(event);
    });
  }
  document.addEventListener("click", step);
}
