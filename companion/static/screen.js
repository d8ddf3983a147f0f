// The table screen: it only looks, and makes itself heard when somebody sits down, cards are turned, money moves or the
// game is won.
import * as awake from "./awake.js";
import * as chime from "./chime.js";
import * as live from "./live.js";
import * as seats from "./seats.js";
import * as timer from "./timer.js";
import * as travel from "./travel.js";
import * as turning from "./turning.js";

const TUNES = { seat: [523, 659], vote: [392, 494], reveal: [330, 330, 330, 494], sale: [659, 880, 1047], time: [523, 523, 392], result: [392, 494, 587, 784, 988] };
const kept = { turning: "companion turning", heard: "companion screen sound" };
const READABLE = 6000; // milliseconds
const LINES = 3;
const came = new Map(); // lines of the log: when each was first seen here
let told = null;

function setting(name) {
  try {
    return localStorage.getItem(kept[name]) || "";
  } catch {
    return document.body.dataset[name] || "";
  }
}

function set(name, value) {
  document.body.dataset[name] = value;
  try {
    localStorage.setItem(kept[name], value);
  } catch { /* without storage it lasts as long as the page */ }
}

/** What is on the stage: the tune that belongs to it, and which one of its kind it is. */
function moment() {
  if (document.querySelector(".welcome")) return `seat ${document.querySelectorAll(".side .players li").length}`;
  const found = document.querySelector("#result, .reveal, .vote, .stage #sale");
  if (!found) return "";
  return `${found.matches(".vote") ? "vote" : found.matches(".reveal") ? "reveal" : found.id} ${found.id}`;
}

/** Of the log stand the last lines, and whatever has just come. Who won what stands lowest till it has been read: there is
    always room, however much comes after. */
function linger() {
  const lines = Array.from(document.querySelectorAll(".side .last li"));
  const now = performance.now();
  for (const { id } of lines.filter((line) => !came.has(line.id))) {
    came.set(id, told === null ? -READABLE : now);
    setTimeout(linger, READABLE + 50);
  }
  lines.forEach((line, at) => {
    const fresh = now - came.get(line.id) < READABLE;
    const behind = lines.length - at;
    line.classList.toggle("read", !fresh && behind > LINES);
    line.classList.toggle("won", fresh && "marked" in line.dataset);
    line.style.order = line.matches(".won") ? behind : lines.length + behind;
  });
}

function listen() {
  const now = moment();
  const [tune, number] = now.split(" ");
  const news = told !== null && now !== told && !(tune === "seat" && number < Number(told.split(" ")[1])); // who leaves goes quietly
  if (news && tune in TUNES && setting("heard") !== "off") setTimeout(() => chime.play(TUNES[tune], 0.2), pause(tune));
  told = now;
}

/** The ranking builds up to its winner, and the tune comes with him: so many milliseconds later. */
function pause(tune) {
  return tune === "result" ? 1000 * (parseFloat(getComputedStyle(document.getElementById("result")).getPropertyValue("--won")) || 0) : 0;
}

function settings() {
  const turning = document.getElementById("turning");
  const heard = document.getElementById("heard");
  document.body.dataset.turning = turning.value = setting("turning");
  heard.checked = setting("heard") !== "off";
  turning.addEventListener("change", () => set("turning", turning.value));
  heard.addEventListener("change", () => {
    set("heard", heard.checked ? "on" : "off");
    if (heard.checked) chime.play(TUNES.vote);
  });
}

/** A television that is a computer's second screen: without the bars of the browser. */
function wholeScreen() {
  const button = document.getElementById("whole-screen");
  const show = () => { button.hidden = !document.fullscreenEnabled || document.fullscreenElement !== null; };
  button.addEventListener("click", () => document.documentElement.requestFullscreen().catch(() => {})); // where it is refused, it stays as it was
  document.addEventListener("fullscreenchange", show);
  show();
}

awake.start();
chime.start();
settings();
wholeScreen();
seats.start();
live.start();
turning.start();
travel.start();
live.onPart(() => { linger(); listen(); });
timer.start();
document.addEventListener("timeup", () => setting("heard") !== "off" && chime.play(TUNES.time, 0.2));
