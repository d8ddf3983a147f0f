// Short sounds made here, each with a switch that is kept on the device. A browser lets a page make a sound only after it
// has been touched once, or where its owner allows it.
const TUNES = { // pitches in Hz, seconds from one to the next; those that fall end at a third of their pitch
  seat: { pitches: [196, 165], gap: 0.18, wave: "triangle", falls: true },
  turn: { pitches: [523, 784] },
  vote: { pitches: [392, 494], gap: 0.2 },
  seal: { pitches: [1568], wave: "triangle", falls: true, soft: true }, // it keeps nothing else from being heard
  reveal: { pitches: [330, 330, 330, 494], gap: 0.2 },
  paid: { pitches: [1319, 1760], gap: 0.07 },
  sale: { pitches: [659, 880, 1047], gap: 0.2 },
  won: { pitches: [659, 784, 1047], gap: 0.12 },
  attack: { pitches: [392, 370, 392, 370], gap: 0.12, wave: "square" },
  blast: { pitches: [150, 110, 80], gap: 0.05, wave: "sawtooth", falls: true },
  verdict: { pitches: [98, 73], gap: 0.14, falls: true },
  last: { pitches: [1047] },
  time: { pitches: [523, 523, 392], gap: 0.2 },
  result: { pitches: [392, 494, 587, 784, 988], gap: 0.2 },
};
const DRAWER = "companion silent";
const MOMENT = 500; // ms, as long as a tune: of what comes together, the first is heard
let context = null;
let rung = -Infinity;
let lastSoft = -Infinity; // when the last soft one was heard
let silent = new Set(); // the names of the switches that are off

/** From the first touch on there are sounds; at once where it led here ("Sit down"), or where the browser allows it. */
export function start() {
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, unlock, { once: true });
  const touched = navigator.userActivation && navigator.userActivation.hasBeenActive;
  const allowed = navigator.getAutoplayPolicy && navigator.getAutoplayPolicy("audiocontext") === "allowed";
  if (touched || allowed) unlock();
  try {
    silent = new Set(JSON.parse(localStorage.getItem(DRAWER) || "[]"));
  } catch { /* without storage the switches last as long as the page */ }
  document.addEventListener("change", change);
}

function unlock() {
  context = context || ("AudioContext" in window ? new AudioContext() : null);
  if (context) context.resume();
}

/** Shows how the switches stand that are on the page. */
export function show() {
  for (const box of document.querySelectorAll("input[data-sounds]")) box.checked = !box.dataset.sounds.split(" ").some((name) => silent.has(name));
}

function change({ target }) {
  if (!target.matches("input[data-sounds]")) return;
  const names = target.dataset.sounds.split(" ");
  for (const name of names) silent[target.checked ? "delete" : "add"](name);
  try {
    localStorage.setItem(DRAWER, JSON.stringify([...silent]));
  } catch { /* as above */ }
  play(names[0]);
}

/** Plays what is called so, once a moment, its last tone again for so many more; whether that was wanted, and the
    moment its own. */
export function play(name, tones = 0) {
  const now = performance.now();
  const { soft } = TUNES[name];
  if (silent.has(name) || now - (soft ? Math.max(rung, lastSoft) : rung) < MOMENT) return false;
  if (soft) lastSoft = now;
  else rung = now;
  if (context && context.state === "running") sound(TUNES[name], tones);
  return true;
}

function sound({ pitches, gap = 0.16, wave = "sine", falls }, more) {
  const last = pitches[pitches.length - 1];
  for (const [index, pitch] of [...pitches, ...Array(more).fill(last)].entries()) {
    const at = context.currentTime + gap * index;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.type = wave;
    tone.frequency.value = pitch;
    if (falls) tone.frequency.exponentialRampToValueAtTime(pitch / 3, at + 0.25);
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(wave === "square" ? 0.08 : 0.2, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.25);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.3);
  }
}
