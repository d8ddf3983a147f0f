// The camera's pages: a live picture, a part that renews itself, and the four corners under the finger.
import { Idiomorph } from "./vendor/idiomorph/idiomorph.esm.js";
import { fill, words } from "./words.js";

const PART = 700;
const PICTURE = 450;
const NUDGE = 0.002; // of the picture; five times that with Shift
const INSET = [[0.15, 0.1], [0.85, 0.1], [0.85, 0.9], [0.15, 0.9]];
const byId = (id) => document.getElementById(id);
const part = () => byId("camera");
const figure = byId("sight");
const image = figure.querySelector("img");
let corners = null;
let next = 0;

// --- the part ---

async function renew() {
  if (document.visibilityState === "visible") {
    try {
      const answer = await fetch(part().dataset.part, { cache: "no-store" });
      if (answer.ok) show(await answer.text());
    } catch { /* the box is away; it is asked again */ }
  }
  setTimeout(renew, PART);
}

function show(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("camera");
  Idiomorph.morph(part(), fresh, {
    morphStyle: "outerHTML",
    callbacks: { beforeAttributeUpdated: (name, element) => !(name === "open" && element.matches("details")) },
  });
  refreshCorners();
}

// --- the picture ---

async function look() {
  const wanted = !["", "idle"].includes(part().dataset.stage ?? "");
  if (wanted && document.visibilityState === "visible") {
    try {
      const answer = await fetch(`${figure.dataset.src}${corners ? "?plain" : ""}`, { cache: "no-store" });
      if (answer.status === 200) draw(await answer.blob());
    } catch { /* see above */ }
  }
  figure.hidden = !wanted || !image.src;
  setTimeout(look, PICTURE);
}

// A data address, because the content policy knows no blob: for pictures.
function draw(blob) {
  const reader = new FileReader();
  reader.onload = () => { image.src = reader.result; };
  reader.readAsDataURL(blob);
}

// --- the four corners ---

function begin() {
  corners = INSET.map((spot) => [...spot]);
  next = 0;
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
  refreshCorners();
}

function refreshCorners() {
  const [hint, done, start] = ["corner-hint", "corners-done", "tap-corners"].map(byId);
  if (!corners || !hint) return;
  if (!start) return end();
  hint.hidden = done.hidden = false;
  start.hidden = true;
  start.form.classList.add("tapping");
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

function end() {
  corners = null;
  byId("corners").hidden = true;
}

const inside = (value) => Math.min(Math.max(value, 0), 1);

function spot(event) {
  const box = image.getBoundingClientRect();
  return [inside((event.clientX - box.x) / box.width), inside((event.clientY - box.y) / box.height)];
}

function tap(event) {
  if (!corners || next > 3 || event.target !== image) return;
  corners[next] = spot(event);
  next += 1;
  refreshCorners();
}

function drag(event, handle, index) {
  event.preventDefault();
  handle.focus();
  handle.setPointerCapture(event.pointerId);
  handle.onpointermove = (move) => { corners[index] = spot(move); refreshCorners(); };
  handle.onpointerup = () => { handle.onpointermove = null; };
}

function nudge(event, index) {
  const step = event.shiftKey ? 5 * NUDGE : NUDGE;
  const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
  if (!way) return;
  event.preventDefault();
  corners[index] = corners[index].map((value, axis) => inside(value + way[axis]));
  refreshCorners();
}

async function send(event) {
  if (!event.target.matches(".camera-choices")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target));
  if (event.submitter?.name) body.set(event.submitter.name, event.submitter.value);
  const answer = await fetch(event.target.action, { method: "POST", body }).catch(() => null);
  if (!answer?.ok) return event.target.submit();
  if (body.get("do") === "corners") end();
  const fresh = await fetch(part().dataset.part, { cache: "no-store" }).catch(() => null);
  if (fresh?.ok) show(await fresh.text());
}

document.addEventListener("submit", send);
document.addEventListener("click", (event) => {
  if (event.target.id === "tap-corners") begin();
  else tap(event);
});
look();
renew();
