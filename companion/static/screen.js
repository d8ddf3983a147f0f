// The table screen: it only looks, and makes itself heard when somebody sits down, cards are turned, money moves or the
// game is won.
import { confirmed } from "./act.js";
import * as awake from "./awake.js";
import * as chime from "./chime.js";
import * as live from "./live.js";
import * as plate from "./plate.js";
import * as seats from "./seats.js";
import * as telling from "./telling.js";
import * as timer from "./timer.js";
import * as travel from "./travel.js";
import * as turning from "./turning.js";
import * as walk from "./walk.js";

const HEARD = ["seat", "vote", "reveal", "sale", "result"];
const TURNING = "companion turning";
const READABLE = 6000; // milliseconds
const LINES = 3;
const came = new Map(); // lines of the log: when each was first seen here
const VERDICT = 600; // milliseconds from the last card to the drum: money that has moved is heard first
let marked = null; // how many cards lay sealed, and whether it was the last turn; null: this page has just come
let stage = null; // the former content of the stage; null: this page has just come

function setting() {
  try {
    return localStorage.getItem(TURNING) || "";
  } catch {
    return document.body.dataset.turning || "";
  }
}

function set(value) {
  document.body.dataset.turning = value;
  try {
    localStorage.setItem(TURNING, value);
  } catch { /* without storage it lasts as long as the page */ }
}

/** The content of the stage: the sound that belongs to it, and its number among its kind. */
function moment() {
  if (document.querySelector(".welcome")) return `seat ${document.querySelectorAll(".side .players li").length}`;
  const found = ["#result", ".reveal", ".vote", ".stage #sale"].map((each) => document.querySelector(each)).find(Boolean);
  if (!found) return "";
  if (found.matches(".vote")) return `vote ${found.id.replace(/-[a-z]+$/, "")}`; // one vote, whatever it has come to
  return `${found.matches(".reveal") ? "reveal" : found.id} ${found.id}`;
}

/** Of the log stand the last lines, and whatever has just come. */
function linger(first = false) {
  const lines = Array.from(document.querySelectorAll(".side .last li"));
  const now = performance.now();
  for (const { id, dataset, textContent } of lines.filter((line) => !came.has(line.id))) {
    came.set(id, first ? -READABLE : now);
    setTimeout(linger, READABLE + 50);
    if (!first && dataset.sound) turning.whenTurned(() => great(dataset.sound, textContent.trim()));
  }
  lines.forEach((line, at) => {
    const behind = lines.length - at;
    const fresh = now - came.get(line.id) < READABLE;
    line.classList.toggle("fresh", fresh);
    line.classList.toggle("read", !fresh && behind > LINES);
    line.style.order = fresh && "marked" in line.dataset ? behind - lines.length : behind; // how something ended stays lowest
  });
}

/** A sound of this moment is seen, too. */
function great(sound, words) {
  chime.play(sound);
  plate.slam(sound, words);
}

/** A card that has been sealed is heard, and so is the last turn when it begins. */
function mark() {
  const now = { sealed: document.querySelectorAll(".sealed-back").length, last: document.querySelector(".last-turn") !== null };
  if (marked && now.sealed > marked.sealed) chime.play("seal");
  if (marked && now.last && !marked.last) chime.play("last");
  marked = now;
}

function listen() {
  const now = moment();
  const [tune, number] = now.split(" ");
  const news = stage !== null && now !== stage && !(tune === "seat" && number < Number(stage.split(" ")[1])); // leaving a seat makes no sound
  if (news && HEARD.includes(tune)) later(() => chime.play(tune), pause(tune));
  if (news && tune === "reveal") turning.whenTurned(() => later(() => chime.play("verdict"), VERDICT));
  stage = now;
}

function later(play, wait) {
  if (wait) setTimeout(play, wait);
  else play();
}

/** The ranking builds up to its winner, and the tune comes with him: so many milliseconds later. */
function pause(tune) {
  return tune === "result" ? 1000 * (parseFloat(getComputedStyle(document.getElementById("result")).getPropertyValue("--won")) || 0) : 0;
}

function settings() {
  const cards = document.getElementById("turning");
  document.body.dataset.turning = cards.value = setting();
  cards.addEventListener("change", () => set(cards.value));
  chime.show();
}

/** A television that is a computer's second screen: without the bars of the browser. */
function wholeScreen() {
  const button = document.getElementById("whole-screen");
  const show = () => { button.hidden = !document.fullscreenEnabled || document.fullscreenElement !== null; };
  button.addEventListener("click", () => document.documentElement.requestFullscreen().catch(() => {})); // where it is refused, it stays as it was
  document.addEventListener("fullscreenchange", show);
  show();
}

/** Once more takes the result from everybody: that is asked first, and this screen sees what comes of it. */
async function playAgain(event) {
  const { target: form, submitter } = event;
  if (!form.matches(".again")) return;
  event.preventDefault();
  const chosen = new URLSearchParams(submitter.name ? [[submitter.name, submitter.value]] : []);
  if (await confirmed(form)) fetch(form.action, { method: "POST", body: chosen }).catch(() => {}); // nothing happened: it is pressed anew
}

awake.start();
chime.start();
settings();
document.addEventListener("submit", playAgain);
wholeScreen();
seats.start();
live.start();
turning.start();
live.onPart(() => {
  const first = stage === null;
  listen();
  mark();
  linger(first);
});
travel.start();
walk.start();
timer.start();
telling.start();
document.addEventListener("timeup", () => chime.play("time"));
document.addEventListener("paid", ({ detail }) => chime.play("paid", Math.max(0, String(detail).length - 3)));
