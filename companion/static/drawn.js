// The drawn table under the finger: tap a figure, then the cell it goes to. The list below does the same.
import { Idiomorph } from "./vendor/idiomorph/idiomorph.esm.js";
import * as zoom from "./zoom.js";

const PART = 900;
const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
const part = () => byId("drawn");
let lifted = null;
let busy = false;
let asked = 0; // what was asked before a figure was moved may come after it: only the last answer counts

async function renew() {
  if (!busy && document.visibilityState === "visible") await refresh();
  setTimeout(renew, PART);
}

async function refresh() {
  const number = ++asked;
  try {
    const answer = await fetch(part().dataset.part, { cache: "no-store" });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("drawn");
    if (number !== asked) return;
    Idiomorph.morph(part(), fresh, {
      morphStyle: "outerHTML",
      ignoreActiveValue: true,
      callbacks: { beforeNodeMorphed: (old) => !(old instanceof Element && (old.id === "overlay" || old.matches("select"))) },
    });
    zoom.renew();
    ring();
  } catch { /* the box is away; it is asked again */ }
}

// Where a tap landed: a figure, a cell, the town or an area; figures lie on top.
function place({ clientX, clientY }) {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const found = element.closest("[data-at], [data-cell], [data-place]");
    if (!found || !found.closest("#board")) continue;
    return found.dataset.at ?? found.dataset.cell ?? found.dataset.place;
  }
  return null;
}

function tapped(event) {
  const at = place(event);
  if (at === null || at === undefined || busy) return;
  if (lifted === null) {
    if (document.querySelector(`#board .figure[data-at="${CSS.escape(at)}"]`)) lift(at);
  } else if (at === lifted) lift(null);
  else move(lifted, at);
}

function lift(at) {
  lifted = at;
  const hint = byId("drawn-hint");
  hint.textContent = at === null ? hint.dataset.figure : hint.dataset.place;
  ring();
}

function ring() {
  const overlay = byId("overlay");
  const figure = lifted && document.querySelector(`#board .figure[data-at="${CSS.escape(lifted)}"]`);
  if (!overlay) return;
  overlay.replaceChildren();
  if (!figure) return;
  const circle = document.createElementNS(SVG, "circle");
  circle.setAttribute("r", "15.5");
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "taken");
  group.setAttribute("transform", figure.getAttribute("transform"));
  group.append(circle);
  overlay.append(group);
}

async function move(frm, to) {
  busy = true;
  lift(null);
  const body = new URLSearchParams({ frm, to });
  await fetch(byId("drawn-form").action, { method: "POST", body }).catch(() => null);
  await refresh();
  busy = false;
}

document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-lift]");
  if (chip) lift(chip.dataset.lift);
});
zoom.start(tapped);
renew();
