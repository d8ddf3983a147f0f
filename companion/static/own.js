// Marks of one seat on content that all pages share: its figures stand out, its gains are in the log.
import { onPart, page, underTheThumb } from "./live.js";

function mark() {
  for (const element of document.querySelectorAll("[data-of]")) {
    element.classList.toggle("mine", element.dataset.of === page().seat);
  }
}

// News of one's money arrive once: older ones, and those that come into sight with their tab, do not move.
let known = null;

function welcome() {
  const news = Array.from(document.querySelectorAll("#news li"));
  for (const line of news) if (known && !known.has(line.id)) line.classList.add("new");
  known = new Set([...(known ?? []), ...news.map(({ id }) => id)]);
}

// Private content is covered again with the next step: the reader has put the phone down.
let step = null;

function cover() {
  const heading = document.querySelector(".top h1");
  const now = [page().asked, heading?.textContent, document.querySelector(".ballot")?.id].join(" ");
  const open = step !== null && now !== step ? document.querySelectorAll("#main details.private[open]") : [];
  step = now;
  const used = [underTheThumb(), document.activeElement?.closest("input, select, textarea")].filter(Boolean); // what one does in it goes on
  for (const fold of open) if (!used.some((each) => fold.contains(each))) fold.open = false;
}

/** Marks it now and after every change of the page. */
export function start() {
  document.addEventListener("animationend", ({ target }) => target.classList.remove("new"));
  onPart(mark);
  onPart(welcome);
  onPart(cover);
}
