// The result of a vote, a sale, a duel or a roll stays on the screen until it has been read: for six seconds from when it came
// into sight here, or until it is tapped away. On a phone it comes and goes below what is tapped.
import { onPart, page } from "./live.js";
import { whenTurned } from "./turning.js";

const READABLE = 6000;
const AGED = 60000; // results out of sight for so long are on a slip, and in the log
const SIZES = [1.5, 1.25, 1.05]; // of the letters on a television
const LIFTED = 300; // until a tap has reached what it was meant for
let first = null; // what ended up to this number, before this page was opened here for the first time, is no news
let since = new Map(); // number of a result -> when it came into sight here; 0: it was tapped away
let came = new Map(); // the same -> when it came, in sight or not
let timer = 0;
let scrolled = 0;
let pressed = false; // nothing moves under a finger

const block = () => document.getElementById("ended");
const results = () => Array.from(document.querySelectorAll("#ended [data-seq]"));
const drawer = () => `ended ${page().code} ${page().seat}`;

function recall() {
  first = Number(page().seq);
  try {
    const kept = JSON.parse(sessionStorage.getItem(drawer()));
    if (kept) [first, since, came] = [kept.first, new Map(kept.since), new Map(kept.came)];
  } catch { /* without storage it is remembered as long as the page is open */ }
}

function keep() {
  try {
    sessionStorage.setItem(drawer(), JSON.stringify({ first, since: [...since], came: [...came] }));
  } catch { /* see recall */ }
}

const past = (times, seq, long) => times.has(seq) && Date.now() - times.get(seq) >= long;
const isRead = ({ dataset: { seq } }) => Number(seq) <= first || past(since, seq, READABLE) || past(came, seq, AGED);

/** Whether all of it can be read now: above what stands at the foot of a phone. */
export function isInSight(line) {
  const { top, bottom } = line.getBoundingClientRect();
  const room = innerHeight - (parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--dock")) || 0);
  const there = bottom - top < room ? top >= 0 && bottom <= room : top < room && bottom > 0;
  return document.visibilityState === "visible" && line.getClientRects().length > 0 && bottom > top && there;
}

/** Shows what has not been read, and looks again when the next one has been. */
function look() {
  clearTimeout(timer);
  if (first === null) recall();
  const found = results();
  for (const { dataset: { seq } } of found) if (!came.has(seq) && document.visibilityState === "visible") came.set(seq, Date.now());
  if (!pressed) show(found);
  for (const line of found.filter(isInSight)) {
    for (const { dataset: { seq } } of alike(found, line)) if (!since.has(seq)) since.set(seq, Date.now());
  }
  keep();
  const goes = ({ dataset: { seq } }) => Math.min((since.has(seq) ? since.get(seq) : Infinity) + READABLE, came.get(seq) + AGED);
  const ends = found.filter((line) => came.has(line.dataset.seq) && !isRead(line)).map(goes);
  if (ends.length) timer = setTimeout(look, Math.min(...ends) - Date.now() + 1);
}

const alike = (lines, line) => lines.filter(({ textContent }) => textContent === line.textContent);

/** Those that say the same are one line, which says how often. */
function fold(unread) {
  for (const line of unread) {
    const same = alike(unread, line);
    line.hidden = line !== same[same.length - 1];
    if (same.length > 1) line.dataset.times = same.length;
    else delete line.dataset.times;
  }
}

function show(found) {
  for (const line of found) line.hidden = isRead(line);
  fold(found.filter(({ hidden }) => !hidden));
  const shown = found.filter(({ hidden }) => !hidden);
  const head = document.querySelector(".screen-head");
  if (head) head.style.height = "";
  if (head && block()) block().hidden = true; // so that the head is as high as it is without
  if (head && shown.length) head.style.height = `${head.offsetHeight}px`;
  if (block()) block().hidden = !shown.length;
  if (head && shown.length) fit(shown);
}

/** On a television the head keeps its height, or the stage would lose its foot: what has no room is written smaller, and
    then the oldest goes first. */
function fit(shown) {
  const room = shown[0].parentElement;
  const fits = () => room.scrollHeight <= room.clientHeight;
  for (const size of SIZES) {
    room.style.setProperty("--large", size);
    if (fits()) return;
  }
  for (const line of shown.slice(0, -1)) {
    since.set(line.dataset.seq, 0);
    line.hidden = true;
    if (fits()) return;
  }
}

function read() {
  pressed = false;
  for (const { dataset } of results()) since.set(dataset.seq, 0);
  look();
}

function lift() {
  setTimeout(() => { pressed = false; look(); }, LIFTED);
}

/** Looks now, after every change of the page, and whenever something comes into sight. */
export function start() {
  document.addEventListener("click", ({ target }) => target.closest("#ended") && read());
  document.addEventListener("pointerdown", () => { pressed = true; });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, lift);
  document.addEventListener("visibilitychange", look);
  addEventListener("resize", look);
  addEventListener("scroll", () => { clearTimeout(scrolled); scrolled = setTimeout(look, LIFTED); }, { passive: true });
  const place = document.querySelector("[data-fragment=ended]");
  new IntersectionObserver(() => whenTurned(look)).observe(place);
  onPart(() => whenTurned(look));
}
