// A television tells everyone what matters in the game for the first time at this table: one lesson at a time, for so long,
// under the headline.
import { onPart, page } from "./live.js";

const READABLE = 10000; // milliseconds
let open = "";

const drawer = () => `told ${page().code}`;

function had() {
  try {
    return JSON.parse(localStorage.getItem(drawer())) || [];
  } catch {
    return [];
  }
}

function keep(id) {
  try {
    localStorage.setItem(drawer(), JSON.stringify([...had(), id]));
  } catch { /* without storage it is told again */ }
}

function look() {
  const next = Array.from(document.querySelectorAll("#lessons [data-lesson]")).find(({ dataset }) => !had().includes(dataset.lesson));
  if (open || !next || document.visibilityState === "hidden") return;
  open = next.dataset.lesson;
  keep(open);
  const place = document.getElementById("lesson");
  place.innerHTML = next.innerHTML;
  place.hidden = false;
  setTimeout(close, READABLE);
}

/** The next one waits for the next change of the page. */
function close() {
  open = "";
  document.getElementById("lesson").hidden = true;
}

/** Tells it now and after every change of the page. */
export function start() {
  onPart(look);
}
