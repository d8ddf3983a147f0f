// What everybody's page has and only one seat's shows: its own figures stand out, its own gains stand in the log.
import { onPart, page } from "./live.js";

function mark() {
  for (const element of document.querySelectorAll("[data-of]")) {
    element.classList.toggle("mine", element.dataset.of === page().seat);
  }
}

// News of one's money arrive once: what was there before, or only comes into sight with its tab, does not move.
let known = null;

function welcome() {
  const news = Array.from(document.querySelectorAll("#news > [id]"));
  for (const line of news) if (known && !known.has(line.id)) line.classList.add("new");
  known = new Set([...(known ?? []), ...news.map(({ id }) => id)]);
}

/** Marks it now and after every change of the page. */
export function start() {
  document.addEventListener("animationend", ({ target }) => target.classList.remove("new"));
  onPart(mark);
  onPart(welcome);
}
