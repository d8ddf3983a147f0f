// The camera's pages: a live picture, a part that renews itself, and the four corners under the finger.
import { Idiomorph } from "./vendor/idiomorph/idiomorph.esm.js";
import * as corners from "./corners.js";

const PART = 700;
const PICTURE = 450;
const byId = (id) => document.getElementById(id);
const part = () => byId("camera");
const figure = byId("sight");
const image = figure.querySelector("img");

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
  if (corners.tapped() && byId("corner-hint") && !byId("tap-corners")) corners.end();
  corners.refresh();
}

// --- the picture ---

async function look() {
  const wanted = !["", "idle"].includes(part().dataset.stage ?? "");
  if (wanted && document.visibilityState === "visible") {
    try {
      const answer = await fetch(`${figure.dataset.src}${corners.tapped() ? "?plain" : ""}`, { cache: "no-store" });
      if (answer.status === 200) draw(await answer.blob());
    } catch { /* see above */ }
  }
  figure.hidden = !wanted || !image.src;
  document.body.toggleAttribute("data-sees", !figure.hidden);
  setTimeout(look, PICTURE);
}

// A data address, because the content policy knows no blob: for pictures.
function draw(blob) {
  const reader = new FileReader();
  reader.onload = () => { image.src = reader.result; };
  reader.readAsDataURL(blob);
}

async function renewed() {
  const fresh = await fetch(part().dataset.part, { cache: "no-store" }).catch(() => null);
  if (fresh?.ok) show(await fresh.text());
}

function leave() {
  corners.end();
  renewed();
}

async function send(event) {
  if (!event.target.matches(".camera-choices")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target));
  if (event.submitter?.name) body.set(event.submitter.name, event.submitter.value);
  const answer = await fetch(event.target.action, { method: "POST", body }).catch(() => null);
  if (!answer?.ok) return event.target.submit();
  if (body.get("do") === "corners") corners.end();
  await renewed();
}

document.addEventListener("submit", send);
document.addEventListener("click", (event) => {
  if (event.target.id === "tap-corners") corners.begin(image);
  if (event.target.id === "corners-leave") leave();
});
look();
renew();
