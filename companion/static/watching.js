// The phone that watches the board. It sends a picture whenever something has moved and lies still again, hears what the
// box has seen in it, and draws that over its own picture. After any fault it tries again by itself.
import { start as stayAwake } from "./awake.js";
import { fill, words } from "./words.js";

const LOOK = 200; // milliseconds between two looks
const STILL = 3; // looks alike, before it lies still
const TELL = 1_500;
const PATIENCE = 8_000;
const APART = 500; // at most two pictures a second,
const RATE = 300; // and so many bytes a millisecond
const WIDE = 192; // the small picture in which differences are looked for
const MOVED = 12; // grey levels
const SPECKS = 3; // pixels that may differ for nothing
const SIZES = [[1920, 1080], [1280, 720]];
const QUALITY = 0.85;

const byId = (id) => document.getElementById(id);
const [film, over, figure] = ["film", "over", "view"].map(byId);
const key = location.hash.slice(1);
const who = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");
const small = document.createElement("canvas");
const large = document.createElement("canvas");
const thin = small.getContext("2d", { willReadFrequently: true });
const brush = over.getContext("2d");
let before = null; // the last small picture,
let sent = null; // and that of the last picture that was sent
let still = 0;
let free = 0; // when the next picture may go
let wanted = true;
let begins = true;
let stopped = false;
let battery = null;

// --- the camera ---

async function open() {
  for (const [width, height] of SIZES) {
    try {
      const video = { facingMode: { ideal: "environment" }, width: { ideal: width }, height: { ideal: height } };
      film.srcObject = await navigator.mediaDevices.getUserMedia({ video, audio: false });
      break;
    } catch (error) {
      if (error.name === "NotAllowedError") return stop(words.denied);
    }
  }
  const track = film.srcObject?.getVideoTracks()[0];
  if (!track) return stop(words.none);
  track.addEventListener("ended", reopen);
  await film.play().catch(() => {});
  setTimeout(() => hold(track), 2_000); // it has found the light and the distance by then
  return true;
}

/** Keeps exposure, white balance and focus as they are, where the browser can. */
function hold(track) {
  const able = track.getCapabilities?.() ?? {};
  const advanced = ["exposureMode", "whiteBalanceMode", "focusMode"]
    .filter((name) => able[name]?.includes("manual")).map((name) => ({ [name]: "manual" }));
  if (advanced.length) track.applyConstraints({ advanced }).catch(() => {});
}

const live = () => film.srcObject?.getVideoTracks()[0]?.readyState === "live";

async function reopen() {
  if (stopped || document.visibilityState !== "visible" || live()) return;
  if (await open()) wanted = true;
}

function stop(sentence) {
  stopped = true;
  say("", sentence);
  byId("again").hidden = false;
}

// --- what moves ---

/** The picture in grey, small, and as bright as usual: a hand that comes near changes the exposure of all of it. */
function thinned() {
  small.width = WIDE;
  small.height = Math.round(WIDE * film.videoHeight / film.videoWidth);
  thin.drawImage(film, 0, 0, small.width, small.height);
  const { data } = thin.getImageData(0, 0, small.width, small.height);
  const grey = new Float32Array(data.length / 4);
  let sum = 0;
  for (let at = 0; at < grey.length; at += 1) {
    grey[at] = (data[4 * at] + 2 * data[4 * at + 1] + data[4 * at + 2]) / 4;
    sum += grey[at];
  }
  const gain = 110 * grey.length / Math.max(sum, 1);
  return grey.map((value) => value * gain);
}

function differs(one, other) {
  if (!one || one.length !== other.length) return true;
  let count = 0;
  for (let at = 0; at < one.length; at += 1) count += Math.abs(one[at] - other[at]) > MOVED;
  return count > SPECKS;
}

async function look() {
  if (!stopped && live() && film.videoWidth && document.visibilityState === "visible") {
    const now = thinned();
    still = differs(before, now) ? 0 : still + 1;
    before = now;
    if (still === 0) brush.clearRect(0, 0, over.width, over.height); // the seen figures are elsewhere now
    const due = still >= STILL && performance.now() >= free && !begins;
    if (due && (wanted || differs(sent, now))) await send(now);
  }
  setTimeout(look, LOOK);
}

async function send(now) {
  [large.width, large.height] = [film.videoWidth, film.videoHeight];
  large.getContext("2d").drawImage(film, 0, 0);
  const jpeg = await new Promise((done) => { large.toBlob(done, "image/jpeg", QUALITY); });
  if (!jpeg) return;
  free = performance.now() + Math.max(APART, jpeg.size / RATE);
  if (await ask(`${figure.dataset.to}/${who}`, "image/jpeg", jpeg)) {
    sent = now;
    wanted = false;
  }
}

// --- the box ---

async function ask(path, kind, body) {
  try {
    const headers = { "Content-Type": kind, "X-Camera-Key": key };
    const answer = await fetch(path, { method: "POST", headers, body, signal: AbortSignal.timeout?.(PATIENCE) });
    const reply = await answer.json();
    if (answer.status === 403) stop(reply.message);
    else if (answer.ok) show(reply);
    else say("", reply.message);
    return answer.ok;
  } catch {
    say("", words.away);
    wanted = true; // a box that was started again has none
    return false;
  }
}

async function tell() {
  if (!stopped && live()) {
    const says = JSON.stringify({ who, begins, battery });
    if (await ask(figure.dataset.to, "application/json", says)) begins = false;
  }
  setTimeout(tell, TELL);
}

function say(now, trouble) {
  byId("now").textContent = now;
  byId("trouble").textContent = trouble;
  byId("trouble").hidden = !trouble;
}

function show(reply) {
  say(reply.now, reply.trouble);
  wanted ||= reply.want;
  const facts = [reply.hangs, battery === null ? "" : fill(words.battery, { percent: battery })];
  if (reply.whole !== null) facts.unshift(reply.whole ? words.whole : words.cut);
  byId("facts").replaceChildren(...facts.filter(Boolean).map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
  figure.dataset.stage = reply.stage;
  draw(reply);
}

const COLOURS = { seen: "#fff", unknown: "#ffb000", wrong: "#ff4040" };

function draw({ outline, spots }) {
  [over.width, over.height] = [film.videoWidth, film.videoHeight];
  const at = (x, y) => [x * over.width, y * over.height];
  const unit = over.width / 110;
  brush.lineWidth = unit / 3;
  if (outline.length) {
    brush.strokeStyle = "#30d060";
    brush.beginPath();
    outline.forEach(([x, y]) => brush.lineTo(...at(x, y)));
    brush.closePath();
    brush.stroke();
  }
  brush.font = `bold ${2 * unit}px sans-serif`;
  brush.textAlign = "center";
  brush.textBaseline = "middle";
  for (const [x, y, letter, state] of spots) {
    brush.strokeStyle = "#000";
    brush.fillStyle = COLOURS[state];
    brush.strokeText(letter || "•", ...at(x, y));
    brush.fillText(letter || "•", ...at(x, y));
  }
}

// --- from now on ---

function begin() {
  stopped = false;
  begins = wanted = true;
  byId("again").hidden = true;
  if (!key) return stop(words.key);
  return live() || open();
}

navigator.getBattery?.().then((its) => {
  const note = () => { battery = Math.round(100 * its.level); };
  its.addEventListener("levelchange", note);
  note();
});
byId("again").addEventListener("click", begin);
document.addEventListener("visibilitychange", reopen);
addEventListener("pageshow", reopen);
addEventListener("online", () => { wanted = true; });
stayAwake();
begin();
look();
tell();
