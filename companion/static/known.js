// The device's memory of a game: whether the game is explained on it, and the lessons that it has had.
// `on`: its lessons are shown; `answered`: somebody has said so; `ended`: a game has ended with them; `had`: id -> words, anchor.
const NEW = { on: true, answered: false, ended: false, had: {} };
let kept = null;

const drawer = () => `companion lessons ${document.getElementById("lessons").dataset.game}`;

function state() {
  if (kept) return kept;
  kept = { ...NEW };
  try {
    Object.assign(kept, JSON.parse(localStorage.getItem(drawer())));
  } catch { /* see change */ }
  return kept;
}

function change(changes) {
  Object.assign(state(), changes);
  try {
    localStorage.setItem(drawer(), JSON.stringify(state()));
  } catch { /* without storage it lasts as long as the page */ }
}

export const isAnswered = () => state().answered;
export const explains = () => state().on;
export const explain = (on) => change({ on, answered: true, ended: false });
export const has = (id) => id in state().had;
export const all = () => Object.values(state().had);

export function learn(id, words, at) {
  if (!has(id)) change({ had: { ...state().had, [id]: { words, at } } });
}

/** The lessons end with the first game that ends on this device. */
export function follow(phase) {
  if (!state().on) return;
  if (phase === "over" && !state().ended) change({ ended: true });
  else if (phase !== "over" && state().ended) change({ on: false, answered: true, ended: false });
}
