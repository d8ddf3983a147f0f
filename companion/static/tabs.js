// Four tabs over one page; without scripts all of them are simply there, one below the other.
import { onPart, refresh, underTheThumb } from "./live.js";

const NAMES = ["now", "money", "board", "log"];
const TURNING = ["now", "board"]; // between these two the phone turns by itself, and leaves the others alone
let asked = null; // nothing yet: the page has just come
let place = "";
let phase = "";
let moved = "";

/** Shows a tab. */
export function show(name) {
  const { tab } = document.body.dataset;
  document.body.dataset.tab = NAMES.includes(name) ? name : "now";
  mark();
  if (!tab || tab === document.body.dataset.tab) return; // what a page begins with is fetched when it begins to listen
  scrollTo(0, 0);
  refresh();
}

function mark() {
  const main = document.getElementById("main");
  const here = document.body.dataset.tab;
  if (main.dataset[here] === "no") return show("now");
  for (const link of document.querySelectorAll(".bar a")) {
    if (link.dataset.tab === here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

// A question comes to the front by itself, with its beginning; so does what comes of it, dice that lie there now, what is
// to be moved on the table, and a game that begins or ends.
// But a key that is tapped several times stays under the thumb: what is asked can be read above it, too; and the page
// keeps still while something is carried over it.
// Who taps before the page took over meets what he saw: a page that has just come stays where it is.
// After a move, Now shows what the others do.
function follow() {
  const { dataset } = document.getElementById("main");
  const question = dataset.asked && [dataset.asked, document.querySelector(".top h1")?.textContent, document.querySelector("#tab-now .dice") ? "rolled" : ""].join(" ");
  const toMove = document.querySelector("#tab-now .to-move")?.textContent || "";
  const fresh = asked !== null && (question !== asked || dataset.phase !== phase || (toMove && toMove !== moved));
  const next = dataset.place;
  const to = next || (place === "board" ? "now" : "");
  const { tab, carries } = document.body.dataset;
  if (to && to !== place && tab !== to && TURNING.includes(tab)) show(to);
  else if (fresh && TURNING.includes(tab) && !carries && !underTheThumb()?.matches(".tap")) scrollTo(0, 0);
  place = next;
  asked = question;
  phase = dataset.phase;
  moved = toMove;
}

// The height that the dock takes at the foot of the screen, whatever the size of the letters.
function measureDock() {
  const dock = document.querySelector(".dock");
  new ResizeObserver(() => document.documentElement.style.setProperty("--dock", `${dock.offsetHeight}px`)).observe(dock);
}

/** Makes the bar work and opens the tab that the address names. */
export function start() {
  measureDock();
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-tab]");
    if (!link) return;
    event.preventDefault();
    history.replaceState(null, "", `#tab-${link.dataset.tab}`);
    show(link.dataset.tab);
  });
  document.body.classList.add("tabbed");
  ({ phase } = document.getElementById("main").dataset);
  show(location.hash.replace("#tab-", "") || document.getElementById("main").dataset.place);
  onPart(() => { mark(); follow(); });
}
