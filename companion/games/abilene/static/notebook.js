// The phone's own notebook: which steers have the fever. A note fills in an answer, which its owner sends with a tap; it
// never leaves the phone by itself. The box has seals.
import { hex, send, settle, toast } from "../../act.js";
import { onPart, page } from "../../live.js";
import { hashing, sealed } from "../../seal.js";
import { find, keep } from "../../vault.js";
import { words } from "../../words.js";

const shown = () => JSON.parse(document.getElementById("notebook-data")?.textContent ?? "null");
const byId = (id) => document.getElementById(id);

// --- noting ---

function ticked(form) {
  return Array.from(form.querySelectorAll("input:checked"), (input) => input.value);
}

function count(form) {
  const book = shown();
  form.querySelector("button[type=submit]").disabled = ticked(form).length !== book?.count;
  for (const steer of form.querySelectorAll("[data-thing]")) steer.classList.toggle("ticked", ticked(form).includes(steer.dataset.thing));
}

/** A steer tapped on the map is ticked in the list. */
function tap(event) {
  const steer = event.target.closest(".fever-map [data-thing]");
  if (steer) steer.closest("form").querySelector(`input[value="${CSS.escape(steer.dataset.thing)}"]`).click();
}

function written(book, thing, fever) {
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const { code, seat } = page();
  const seal = sealed(book.tag, [code, seat, thing, fever ? "fever" : "healthy"], nonce);
  return { commitment: seal, code, seat, thing, fever, nonce: hex(nonce) };
}

async function note(form) {
  const book = shown();
  const fevered = ticked(form);
  if (!(await hashing())) return toast(words.reconnecting, true);
  const notes = book.things.map((thing) => written(book, thing, fevered.includes(thing)));
  try {
    await keep(notes);
  } catch {
    return toast(words.cannot_keep, true);
  }
  const data = { notes: Object.fromEntries(notes.map((one) => [one.thing, one.commitment])) };
  const answer = await send(book.seal_kind, data);
  if (answer) await settle(answer, book.seal_kind, data);
}

// A note about a stolen steer: kept once, shown to nobody else.
const sight = (thing) => `seen ${page().code} ${page().seat} ${thing}`;

async function look(form) {
  const { look: thing } = shown();
  const fever = new FormData(form).get("saw") === "yes";
  if (!(await find(sight(thing)))) await keep([{ commitment: sight(thing), thing, fever }]).catch(() => toast(words.cannot_keep, true));
  show();
}

function submit(event) {
  const form = event.target;
  if (!form.matches("form.fever-note, form.look")) return;
  event.preventDefault();
  if (form.matches(".fever-note")) note(form);
  else look(form);
}

// --- the answer that the note gives ---

/** Fills in what was noted about the steer on sale; the player who looks under it confirms or corrects it. */
async function answer() {
  const book = shown();
  const answers = (state) => document.querySelectorAll(`form[data-kind="${book.answer_kind}"] input[data-name="fever"]${state}`);
  if (!book?.asked || !answers("").length || answers(":checked").length) return;
  const kept = (await find(book.seals[book.asked] ?? "")) ?? (await find(sight(book.asked)));
  if (!kept || answers(":checked").length) return;
  for (const input of answers("")) input.checked = input.value === String(kept.fever);
  byId("noted").hidden = false;
}

// --- reading again, where the table allows it ---

async function show() {
  const book = shown();
  const list = byId("notebook-list");
  const form = document.querySelector("form.look");
  if (form) form.hidden = Boolean(await find(sight(book.look)));
  if (!list) return;
  const lines = [];
  for (const [thing, cell] of Object.entries(book.where)) {
    const kept = (await find(book.seals[thing])) ?? (await find(sight(thing)));
    if (kept) lines.push(`${cell}: ${book.labels[Number(kept.fever)]}`);
  }
  list.replaceChildren(...lines.sort().map((line) => Object.assign(document.createElement("li"), { textContent: line })));
}

function renew() {
  const form = document.querySelector("form.fever-note");
  if (form) count(form);
  show();
  answer();
}

/** Takes over the notebook of the page. */
export function start() {
  document.addEventListener("submit", submit);
  document.addEventListener("click", tap);
  document.addEventListener("change", (event) => event.target.form?.matches("form.fever-note") && count(event.target.form));
  onPart(renew);
}
