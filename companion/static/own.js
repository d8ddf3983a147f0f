// What everybody's page has and only one seat's shows: its own figures stand out, its own gains stand in the log.
import { onPart, page } from "./live.js";

function mark() {
  for (const element of document.querySelectorAll("[data-of]")) {
    element.classList.toggle("mine", element.dataset.of === page().seat);
  }
}

/** Marks it now and after every change of the page. */
export const start = () => onPart(mark);
