// A sound and a short vibration when this seat is asked something; the switch is kept on the phone.
import { onPart, page } from "./live.js";

const DRAWER = "companion sound";
let context = null;
let asked = null;

function wanted() {
  try {
    return localStorage.getItem(DRAWER) !== "off";
  } catch {
    return true;
  }
}

function ring() {
  navigator.vibrate?.([60, 60, 60]);
  if (context?.state !== "running") return;
  for (const [index, pitch] of [523, 784].entries()) {
    const at = context.currentTime + 0.16 * index;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(0.2, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.25);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.3);
  }
}

function look() {
  const now = page().asked;
  if (asked !== null && now && now !== asked && wanted()) ring();
  asked = now;
  const box = document.getElementById("sound");
  if (box) box.checked = wanted();
}

// Browsers let a page make a sound only after it has been touched once.
function unlock() {
  context ??= "AudioContext" in window ? new AudioContext() : null;
  context?.resume();
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
  document.addEventListener("pointerdown", unlock, { once: true });
  document.addEventListener("change", change);
  onPart(look);
}
