// The time of a turn, by the box's clock on every screen: the clock of a phone may be wrong, so what is measured here is
// only how long ago the box said what time it is. At 0 the page says that the time is up, and who may be heard sounds;
// where the box goes on by itself then (data-seconds), a bar shrinks and nothing sounds.
import { onPart, page } from "./live.js";

const LOOK = 250;
const JUMP = 5000; // the clock was put right, or this page has slept
let box = null; // the box's clock less that of this page, in ms
let time = "";
let last = [];

// The fastest answer has the best time.
function learn() {
  const { now } = page();
  if (now === undefined || now === time) return;
  time = now;
  const fresh = 1000 * Number(now) - performance.now();
  box = box === null || Math.abs(fresh - box) > JUMP ? fresh : Math.max(box, fresh);
}

function look() {
  learn();
  if (box === null) return;
  document.querySelectorAll("#main .timer[data-ends]").forEach(count);
  document.querySelectorAll("#main .clock.runs").forEach(show);
}

const left = (ends) => Math.max(0, Number(ends) - (box + performance.now()) / 1000);
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Writes what is left of a player's own stock of time. */
function show(clock) {
  const seconds = Math.ceil(left(clock.dataset.ends));
  if (clock.textContent !== minutes(seconds)) clock.textContent = minutes(seconds);
  clock.classList.toggle("over", !seconds);
}

function count(timer) {
  const { ends, seconds } = timer.dataset;
  const rest = left(ends);
  const whole = Math.ceil(rest);
  const text = seconds ? String(whole) : minutes(whole);
  if (timer.firstElementChild.textContent !== text) timer.firstElementChild.textContent = text;
  if (seconds) return timer.style.setProperty("--left", Math.min(1, rest / Number(seconds)));
  timer.classList.toggle("over", !whole);
  const [id, before] = last;
  if (!whole && before && id === timer.id) document.dispatchEvent(new Event("timeup"));
  last = [timer.id, whole];
}

/** Starts the clock. */
export function start() {
  setInterval(look, LOOK);
  onPart(look);
}
