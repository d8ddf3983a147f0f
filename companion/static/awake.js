// Keeps the screen on. The Wake Lock API exists only with https; on plain http a tiny muted video of an
// almost invisible canvas keeps most browsers awake.
let video = null;

async function lock() {
  if (document.visibilityState === "hidden") return;
  try {
    await navigator.wakeLock.request("screen");
  } catch { /* low battery: the phone knows better */ }
}

function film() {
  if (video) return;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const brush = canvas.getContext("2d");
  if (!brush || !canvas.captureStream) return;
  video = document.createElement("video");
  video.muted = video.loop = video.playsInline = true;
  video.className = "awake";
  video.setAttribute("aria-hidden", "true");
  video.srcObject = canvas.captureStream(1);
  document.body.append(video);
  setInterval(() => brush.fillRect(0, 0, 1 + Math.round(Math.random()), 2), 1000);
  play();
}

function play() {
  if (video && document.visibilityState === "visible") video.play().catch(() => {});
}

/** Keeps the screen on from now, or from the first touch. */
export function start() {
  if ("wakeLock" in navigator) {
    lock();
    document.addEventListener("visibilitychange", lock);
    return;
  }
  // A video without a first picture would keep the page "loading" for a second.
  if (document.readyState === "complete") film();
  else addEventListener("load", film, { once: true });
  document.addEventListener("pointerdown", play, { once: true }); // where a video must not start by itself
  document.addEventListener("visibilitychange", play);
}
