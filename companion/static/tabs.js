// Four tabs over one page; without scripts all of them are simply there, one below the other.
import { onPart, refresh } from "./live.js";

const NAMES = ["now", "money", "board", "log"];
let tapped = false;

/** Shows a tab. */
export function show(name) {
  const { tab } = document.body.dataset;
  document.body.dataset.tab = NAMES.includes(name) ? name : "now";
  if (tab && tab !== document.body.dataset.tab) scrollTo(0, 0);
  mark();
  if (tab !== document.body.dataset.tab) refresh();
}

function mark() {
  const main = document.getElementById("main");
  const here = document.body.dataset.tab;
  if (here === "board" && main.dataset.board === "no") return show("now");
  for (const link of document.querySelectorAll(".bar a")) {
    if (link.dataset.tab === here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

// When there is nothing left to tap on the board but something to decide, the question comes to the front.
function comeBack() {
  const { tap, asked } = document.getElementById("main").dataset;
  if (tapped && tap === "no" && asked && document.body.dataset.tab === "board") show("now");
  tapped = tap === "yes";
}

/** Makes the bar work and opens the tab that the address names. */
export function start() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-tab]");
    if (!link) return;
    event.preventDefault();
    history.replaceState(null, "", `#tab-${link.dataset.tab}`);
    show(link.dataset.tab);
  });
  document.body.classList.add("tabbed");
  show(location.hash.replace("#tab-", ""));
  onPart(() => { mark(); comeBack(); });
}
