// The sealed ballot on the phone: the vote and its nonce stay here until everybody has sealed.
import { hex, newId, post, send, settle, toast } from "./act.js";
import { onHeartbeat, onPart, page, refresh } from "./live.js";
import { amountOf, money, unreadable } from "./money.js";
import { covered } from "./purse.js";
import { commitment, hashing, oneAtATime } from "./seal.js";
import { drop, find, keep } from "./vault.js";
import { words } from "./words.js";

const ATTEMPTS = 6;

const shown = () => document.querySelector("#main .ballot")?.dataset;

// --- sealing ---

async function seal(event) {
  const form = event.target;
  if (!form.matches("form.seal")) return;
  event.preventDefault();
  const ballot = Number(shown().ballot);
  const choice = chosen(form);
  if (choice === "NaN") return toast(unreadable(), true);
  if (!(await hashing())) return toast(words.reconnecting, true);
  const vote = draw(ballot, choice);
  try {
    await keep([vote]);
  } catch {
    return toast(words.cannot_keep, true);
  }
  const data = { ballot, commitment: vote.commitment };
  const answer = await sendSeal(data);
  if (!answer) return;
  form.reset();
  ordered = [];
  await settle(mine(data) ? { ok: true } : answer, "seal_vote", data);
}

/** Cards, or an amount as the box keeps one: 1500, whatever was typed between its digits. */
function chosen(form) {
  const amount = form.querySelector("input[data-type=amount]");
  if (amount) return String(amountOf(amount.value) ?? 0);
  return (form.dataset.way === "order" ? ordered : new FormData(form).getAll("card")).join(", ");
}

// --- an order: the first tap is the first choice ---

let ordered = [];
const ranking = () => document.querySelector("#main form.seal[data-way=order]");

function rank({ target }) {
  if (!target.matches("form.seal[data-way=order] input")) return;
  ordered = ordered.filter((answer) => answer !== target.value);
  if (target.checked) ordered.push(target.value);
  const left = [...ranking().querySelectorAll("input")].filter((input) => !ordered.includes(input.value));
  if (target.checked && left.length === 1) ordered.push(left[0].value); // the last one is what is left
  showOrder();
}

/** Numbers the cards; a page that was drawn anew keeps the order, another vote begins without one. */
function showOrder() {
  const form = ranking();
  const inputs = form ? [...form.querySelectorAll("input")] : [];
  if (!inputs.some((input) => ordered.includes(input.value))) ordered = [];
  for (const input of inputs) {
    const place = ordered.indexOf(input.value) + 1;
    input.checked = place > 0;
    input.closest(".card").dataset.place = place || "";
  }
  if (form) form.querySelector("button[type=submit]").disabled = ordered.length < inputs.length;
}

function draw(ballot, choice) {
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const { code, seat } = page();
  return { commitment: commitment(code, ballot, seat, choice, nonce), code, ballot, seat, choice, nonce: hex(nonce) };
}

// Others seal at the same moment, so the table moves on its own: the same seal is offered again.
async function sendSeal(data) {
  const id = newId();
  let answer = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    answer = await send("seal_vote", data, id);
    if (!answer || answer.ok) return answer;
    await refresh();
    if (answer.code !== "stale" || mine(data)) return answer;
  }
  return answer;
}

const mine = (data) => shown()?.ballot === String(data.ballot) && shown()?.commitment === data.commitment;

// --- opening ---

// Sent again on every heartbeat: a box that was restarted has forgotten the openings it had in memory.
const open = oneAtATime(async () => {
  const ballot = shown();
  if (ballot?.mine !== "sealed") return;
  const vote = await find(ballot.commitment);
  showLost(!vote);
  if (ballot.stage === "opening" && vote && !("opened" in ballot)) await sendOpening(vote);
});

async function sendOpening({ code, seat, ballot, choice, nonce }) {
  const answer = await post(`/api/tables/${code}/openings`, { seat, ballot, choice, nonce });
  if (answer.ok) await refresh(); // until it is shown here that it is in, it would be sent again
}

function showLost(lost) {
  const note = document.querySelector("#main .ballot .lost");
  if (note) note.hidden = !lost;
}

// --- what somebody has typed as this seat's vote ---

/** Says beside it whether this phone has sealed that; its sealed vote is covered until it is pressed. */
async function compare() {
  for (const note of document.querySelectorAll("#main .compared:not([data-known])")) {
    const vote = await find(note.dataset.sealed);
    if (!vote) continue;
    note.dataset.known = vote.choice === note.dataset.card ? "same" : "other";
    note.append(note.dataset.known === "same" ? words.as_sealed : `${words.not_as_sealed} `);
    if (note.dataset.known === "other") note.append(covered(JSON.parse(note.dataset.names)[vote.choice] ?? money(Number(vote.choice))));
  }
}

function clear() {
  const ballot = shown();
  if (ballot?.stage === "revealed" && ballot.commitment) drop(ballot.commitment);
}

/** Takes over the ballot of the page. */
export function start() {
  document.addEventListener("submit", seal);
  document.addEventListener("change", rank);
  onPart(() => { open(); clear(); compare(); showOrder(); if (shown()) hashing(); });
  showOrder();
  onHeartbeat(open);
}
