// A phone's page: what a tap needs is there at once, everything else comes as soon as the page can be used, the board when it
// is looked at, the order of the seats before the game, a photo while it is taken, a die in doubt with its picture. It comes in as many files (companion.web.words.scripts).
import * as act from "./act.js";
import * as lessons from "./lessons.js";
import * as live from "./live.js";
import * as tabs from "./tabs.js";

const WHEN_THERE = {
  "#board, body[data-tab=board]": () => import("./board.js"),
  "[data-around]": () => import("./seats.js"),
  "form.photo[data-pressed]": () => import("./snap.js"),
  ".doubt": () => import("./doubt.js"),
};
const coming = new Map();

/** Fetches the scripts of what has come into this page, once. */
function bring() {
  for (const [what, load] of Object.entries(WHEN_THERE)) {
    if (coming.has(what) || !document.querySelector(what)) continue;
    coming.set(what, load().then((module) => module.start()).catch(again));
  }
  return Promise.all(coming.values());
}

async function later() {
  const script = document.querySelector("script[data-later]")?.dataset.later; // the further script of this game's phones
  await import("./later.js");
  if (script) await import(script);
  document.addEventListener("click", (event) => {
    event.target.closest("form.photo")?.toggleAttribute("data-pressed", true);
    bring();
  });
  live.onPart(bring);
  await bring();
  document.body.dataset.ready = "yes";
}

// A script that did not come is asked for again, with the page, as soon as the box is heard.
// A browser that is too old for it would ask for ever; its page says so (#too-old).
function again(error) {
  if (!(error instanceof SyntaxError)) live.onHeartbeat(() => location.reload());
}

// A form whose script is still under way is not for the browser to send: what was chosen would stand in an address.
document.addEventListener("submit", (event) => event.target.hasAttribute("action") || event.preventDefault());
act.start();
tabs.start();
lessons.start(); // a lesson stands there before the page is shown, and pushes nothing
live.start();
setTimeout(() => later().catch(again));
