// Keeps the screen on. The Wake Lock API exists only with https, and some browsers grant it only after a tap. Otherwise a
// film of nothing plays (awake/README.md): WebKit and Chromium keep the screen on for a video that has sound, is not muted
// and does not loop. So its sound is silent, it is sent back before its end, and muted until a tap allows its sound.
// A page that neither keeps awake says so once on this device, if it has a place for it.
const TAPS = ["pointerdown", "pointerup", "keydown"]; // which of them counts as a tap is another one in every browser
const FILM = "awake/awake.mp4";
const BACK = 20; // seconds of its thirty
const TOLD = "companion display";
const DECIDED = 3000; // milliseconds after a tap: the lock and the film have been granted or refused
let lock = null;
let video = null;
let tapped = false;

const locked = () => lock !== null && !lock.released;
const plays = () => video !== null && !video.paused && !video.muted;

async function ask() {
  if (document.visibilityState === "hidden" || locked()) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch { /* not without a tap, or the battery is low */ }
}

function film() {
  if (video) return;
  video = document.createElement("video");
  video.muted = video.playsInline = true;
  video.disableRemotePlayback = true;
  video.className = "awake";
  video.setAttribute("aria-hidden", "true");
  video.addEventListener("timeupdate", () => { if (video.currentTime > BACK) video.currentTime = 0; });
  video.addEventListener("ended", play); // where it was late for that
  video.src = new URL(FILM, document.querySelector("script[type=module]").src).href;
  document.body.append(video);
  play();
}

function play() {
  if (video && document.visibilityState === "visible") video.play().catch(() => {});
}

function onTap() {
  if (!("wakeLock" in navigator)) film();
  else if (!locked()) ask();
  if (video && video.muted) {
    video.muted = false;
    video.play().catch(() => { video.muted = true; }); // this event was no tap to this browser
  } else if (video && video.paused) play();
  if (!tapped) setTimeout(decide, DECIDED);
  tapped = true;
}

/** After the first tap: where there is no lock the film takes over at the next one, or the page says what else helps. */
function decide() {
  if (locked() || plays() || document.visibilityState === "hidden") return;
  if (video) tell();
  else {
    film();
    tapped = false;
  }
}

function tell() {
  const place = document.getElementById("goes-dark");
  try {
    if (!place || localStorage.getItem(TOLD)) return;
    localStorage.setItem(TOLD, "yes");
  } catch { /* without storage it is said on every page */ }
  if (place) place.hidden = false;
}

function wake() {
  if ("wakeLock" in navigator) ask();
  play();
}

/** Keeps the screen on from now, or from the first touch. */
export function start() {
  for (const each of TAPS) document.addEventListener(each, onTap, true);
  document.addEventListener("visibilitychange", wake);
  if ("wakeLock" in navigator) ask();
  // A video without a first picture would keep the page "loading" for a second.
  else if (document.readyState === "complete") film();
  else addEventListener("load", film, { once: true });
}
