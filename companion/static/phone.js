// A phone's page: what a tap needs is there at once, everything else comes as soon as the page can be used.
import * as act from "./act.js";
import * as live from "./live.js";
import * as tabs from "./tabs.js";

const LATER = ["./own.js", "./seats.js", "./fields.js", "./purse.js", "./pay.js", "./turning.js", "./ended.js", "./receipt.js", "./board.js", "./ballot.js", "./bell.js", "./awake.js", "./snap.js", "./timer.js", "./share.js", "./lessons.js"];
// What those import, so that all of them are fetched side by side.
const BELOW = [
  "./vendor/idiomorph/idiomorph.esm.js", "./zoom.js", "./photo.js", "./chime.js", "./vault.js", "./seal.js",
];

async function later() {
  const own = document.querySelector("script[data-later]")?.dataset.later; // what the phones of this game do besides
  const [modules] = await Promise.all([LATER, BELOW].map((paths) => Promise.all(paths.map((path) => import(path)))));
  for (const module of modules) module.start();
  if (own) await import(own);
  document.body.dataset.ready = "yes";
}

// A form whose script is still under way is not for the browser to send: what was chosen would stand in an address.
document.addEventListener("submit", (event) => event.target.hasAttribute("action") || event.preventDefault());
act.start();
tabs.start();
live.start();
// What did not come is asked for again, with the page, as soon as the box is heard.
// A browser that is too old for it would ask for ever; its page says so (#too-old).
setTimeout(() => later().catch((error) => error instanceof SyntaxError || live.onHeartbeat(() => location.reload())));
