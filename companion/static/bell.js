// A sound and a short vibration when this seat is asked something, told how something ended, gains money, or its time is
// up. News behind another tab leave a dot.
import * as chime from "./chime.js";
import { onPart, page } from "./live.js";
import * as plate from "./plate.js";
import { fill, words } from "./words.js";

const BUZZES = { time: [200, 100, 200] };
let asked = null;
let newest = null;
let plated = null; // lines that have been seen; null: this page has just come
let seen = "";

/** This sound and a vibration, once a moment, unless the owner of the phone wants it not. */
export function ring(name) {
  if (!chime.play(name)) return;
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(BUZZES[name] || [60, 60, 60]); // else it is blocked, and a complaint
}

/** News of this seat, or of an attack on it, comes before what is asked. */
function great(attacked) {
  const lines = Array.from(document.querySelectorAll(".told[data-sound]"));
  const fresh = plated && lines.filter(({ id }) => !plated.has(id)).pop();
  plated = new Set([...(plated || []), ...lines.map(({ id }) => id)]);
  if (fresh) plate.slam(fresh.dataset.sound, fresh.textContent.trim());
  else if (attacked) plate.slam("attack", Array.from(document.querySelectorAll(".told, h1")).pop().textContent.trim());
}

/** Welcomes a player who has just sat down, with the own badge. */
function welcome() {
  const { phase, code } = page();
  if (phase !== "lobby" || !/\/j\//.test(document.referrer)) return;
  plate.slam("seat", fill(words.sits, { code }), document.querySelector(".top .badge"));
}

function look() {
  const now = page();
  const question = asked !== null && now.asked !== asked && now.asked.split(" ")[0];
  if (question) ring(["attack", "vote"].includes(question) ? question : "turn");
  great(question === "attack");
  asked = now.asked;
  newest = now.news;
  if (document.body.dataset.tab === "now") seen = newest;
  document.getElementById("main").classList.toggle("unseen", newest !== "" && newest !== seen);
  chime.show();
}

/** Starts listening. */
export function start() {
  chime.start();
  document.addEventListener("timeup", () => ring("time"));
  onPart(look);
  welcome();
}
