// Scripts of this game's phones: the reason chosen above the own town goes with every tap below it, and taps
// on + and − that follow each other are one change, with one line in the log and one Undo.
import { send, settle } from "../../act.js";
import { onPart, stays, underTheThumb } from "../../live.js";
import { submit } from "../../submit.js";

const REST = 900; // milliseconds without a further tap
let reason = "played";
let usual = reason;
let pending = {}; // resource -> so much more
let timer;

function apply() {
  const town = document.getElementById("town");
  if (!town) return;
  if (town.dataset.usual !== usual) usual = reason = town.dataset.usual; // another phase has come
  for (const radio of town.querySelectorAll("input[name=reason]")) radio.checked = radio.value === reason;
  for (const form of town.querySelectorAll('form[data-kind="change_town"]')) {
    form.dataset.fixed = JSON.stringify({ ...JSON.parse(form.dataset.fixed), reason });
  }
  for (const row of town.querySelectorAll(".counts li[data-what]")) {
    const by = pending[row.dataset.what];
    row.querySelector(".count").dataset.by = by ? `${by > 0 ? "+" : "−"}${Math.abs(by)}` : "";
  }
}

async function flush() {
  clearTimeout(timer);
  const changes = Object.fromEntries(Object.entries(pending).filter(([, by]) => by));
  const data = { changes, reason };
  const answer = Object.keys(changes).length ? await send("change_town", data) : { ok: true };
  if (!answer) return later(); // another action is under way
  pending = {};
  if (answer.seq || !answer.ok) await settle(answer, "change_town", data);
  apply();
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(flush, REST);
}

async function tapped(event) {
  const form = event.target;
  const counts = form.matches('#town .counts form[data-kind="change_town"]');
  if (!counts && !(form.matches("form.choice") && Object.keys(pending).length)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!counts) return flush().then(() => submit(form, event.submitter)); // what is counted comes first
  for (const [what, by] of Object.entries(JSON.parse(form.dataset.fixed).changes)) pending[what] = (pending[what] ?? 0) + by;
  apply();
  later();
}

document.addEventListener("submit", tapped, true);
document.addEventListener("change", (event) => {
  if (!event.target.matches?.("#town input[name=reason]")) return;
  flush();
  reason = event.target.value;
  apply();
});
/** An open plot needs the room of the cards that are voted with. */
function build() {
  const open = document.querySelector(".plots > [open]") !== null;
  if (open !== document.body.hasAttribute("data-builds")) stays(underTheThumb, () => document.body.toggleAttribute("data-builds", open));
}

document.addEventListener("toggle", build, true);
onPart(build);
onPart(apply);
apply();
