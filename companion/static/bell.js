// A sound and a short vibration when this seat is asked something, told how something ended, gains money, or its time is
// up. What was told behind another tab leaves a dot.
import * as chime from "./chime.js";
import { onPart, page } from "./live.js";

const BUZZES = { time: [200, 100, 200] };
let asked = null;
let told = null;
let seen = "";

/** This sound and a vibration, once a moment, unless the owner of the phone wants it not. */
export function ring(name) {
  if (!chime.play(name)) return;
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(BUZZES[name] || [60, 60, 60]); // else it is blocked, and a complaint
}

function look() {
  const now = page();
  const question = asked !== null && now.asked !== asked && now.asked.split(" ")[0];
  if (question) ring(["attack", "vote"].includes(question) ? question : "turn");
  asked = now.asked;
  told = now.told;
  if (document.body.dataset.tab === "now") seen = told;
  document.getElementById("main").classList.toggle("unseen", told !== "" && told !== seen);
  chime.show();
}

/** Starts listening. */
export function start() {
  chime.start();
  document.addEventListener("timeup", () => ring("time"));
  onPart(look);
}
