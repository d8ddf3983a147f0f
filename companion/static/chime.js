// Short tunes. A browser lets a page make a sound only after it has been touched once, or where its owner allows it.
let context = null;

/** From the first touch on there are sounds; where the browser allows it, at once. */
export function start() {
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, unlock, { once: true });
  if (navigator.getAutoplayPolicy && navigator.getAutoplayPolicy("audiocontext") === "allowed") unlock();
}

function unlock() {
  context = context || ("AudioContext" in window ? new AudioContext() : null);
  if (context) context.resume();
}

/** Plays these pitches (Hz) one after another, `gap` seconds apart; nothing where no sound is allowed. */
export function play(pitches, gap = 0.16) {
  if (!context || context.state !== "running") return;
  for (const [index, pitch] of pitches.entries()) {
    const at = context.currentTime + gap * index;
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
