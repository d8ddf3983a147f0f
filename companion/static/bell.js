// A sound and a short vibration when this seat is asked something, told how something ended, or gains money; the
// switch is kept on the phone. What was told behind another tab leaves a dot.
import { play, start as chime } from "./chime.js";
import { onPart, page } from "./live.js";

const DRAWER = "companion sound";
const MOMENT = 500; // ms, as long as the tune: what comes together rings once
let asked = null;
let told = null;
let seen = "";
let rung = -Infinity;

function wanted() {
  try {
    return localStorage.getItem(DRAWER) !== "off";
  } catch {
    return true;
  }
}

/** A sound and a short vibration, once a moment, unless the owner of the phone wants none. */
export function ring() {
  if (!wanted() || performance.now() - rung < MOMENT) return;
  rung = performance.now();
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([60, 60, 60]); // else it is blocked, and a complaint
  play([523, 784]);
}

function look() {
  const now = page();
  const news = told !== null && Number(now.told) > Number(told);
  if ((asked !== null && now.asked && now.asked !== asked) || news) ring();
  asked = now.asked;
  told = now.told;
  if (document.body.dataset.tab === "now") seen = told;
  document.getElementById("main").classList.toggle("unseen", told !== "" && told !== seen);
  const box = document.getElementById("sound");
  if (box) box.checked = wanted();
}

function change(event) {
  if (event.target.id !== "sound") return;
  try {
    localStorage.setItem(DRAWER, event.target.checked ? "on" : "off");
  } catch { /* without storage the switch lasts as long as the page */ }
  if (event.target.checked) ring();
}

/** Starts listening. */
export function start() {
  chime();
  document.addEventListener("change", change);
  document.addEventListener("timeup", ring);
  onPart(look);
}
