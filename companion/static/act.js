// Sends what a player does. One action at a time; a lost answer is asked for again with the same id,
// so that one tap is one payment whatever the network does.
import { catchUp, forget, from, onPart, page } from "./live.js";
import { amountOf, amountsOf, digitsAt } from "./money.js";
import { words } from "./words.js";

const PATIENCE = 10000;
const FIRST_PAUSE = 400;
const MAX_PAUSE = 8000;
let busy = false;

/** A fresh 128-bit id; `crypto.randomUUID` does not exist on plain http. */
export function newId() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Posts JSON; null when there is no definite answer (network, time, an error of the box itself). */
export async function post(path, body) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(path, {
      method: "POST", credentials: "same-origin", signal: stop.signal,
      headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    const reply = await answer.json().catch(() => ({}));
    if (answer.status >= 500 || answer.status === 429) return { lost: true, message: reply.message };
    return { ok: answer.ok, status: answer.status, ...reply };
  } catch {
    return { lost: true };
  } finally {
    clearTimeout(timer);
  }
}

/** Sends an action until the box answers for certain; null when another one is still under way. */
export async function send(kind, data, id = newId()) {
  if (busy) return null;
  const { code, seat, seq } = page();
  return deliver(from(`/api/tables/${code}/actions`), { id, seat, seen: Number(seq), kind, data });
}

async function deliver(path, action) {
  setBusy(true);
  keep({ path, action });
  let pause = FIRST_PAUSE;
  for (;;) {
    const answer = await post(path, action);
    if (!answer.lost) {
      keep(null);
      setBusy(false);
      return answer;
    }
    toast(answer.message || (pause > 2000 ? words.still_sending : words.sending), true);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(2 * pause, MAX_PAUSE);
  }
}

/** Shows what became of an action: the new page, "look again", or the refusal with its rule. */
export async function settle(answer, kind, data) {
  toast("");
  await catchUp(answer.seq, answer.news);
  if (answer.ok) return;
  if (answer.status === 409 && (answer.code || "stale") === "stale") return toast(words.moved);
  refuse(answer, kind, data);
}

/** Sends and settles; tells whether it was accepted. */
export async function act(kind, data) {
  const answer = await send(kind, data);
  if (!answer) return false;
  await settle(answer, kind, data);
  return answer.ok;
}

function refuse(answer, kind, data) {
  const dialog = document.getElementById("refusal");
  const ask = document.getElementById("refusal-ask");
  document.getElementById("refusal-text").textContent = answer.message || words.moved;
  const rule = document.getElementById("refusal-rule"); // the paragraph opens beside the sentence, which stays here
  rule.textContent = (answer.rule || {}).words || "";
  if (answer.rule && answer.rule.url) rule.href = answer.rule.url;
  else rule.removeAttribute("href");
  ask.hidden = !answer.waivable;
  ask.onclick = async () => {
    dialog.close();
    if (await act("allow_anyway", { message: { kind, data } })) toast(words.asked);
  };
  dialog.showModal();
}

/** A short note at the foot of the page; it goes away by itself unless it must stay. */
export function toast(text, stays = false) {
  const note = document.getElementById("toast");
  note.textContent = text;
  note.style.setProperty("--letters", text.length);
  note.hidden = !text;
  clearTimeout(toast.timer);
  if (text && !stays) toast.timer = setTimeout(() => { note.hidden = true; }, 6000);
}

function setBusy(state) {
  busy = state;
  showBusy();
}

function showBusy() {
  for (const button of document.querySelectorAll("form.choice button[type=submit], form.seal button, #moves button, #targets button, #refusal-ask")) {
    button.disabled = busy;
  }
}

// An action whose answer is still missing survives a reload, with its id.
const drawer = () => `pending ${page().code} ${page().seat}`;

function keep(pending) {
  try {
    if (pending) sessionStorage.setItem(drawer(), JSON.stringify(pending));
    else sessionStorage.removeItem(drawer());
  } catch { /* a browser without storage still resends while the page is open */ }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(drawer()));
  } catch {
    return null;
  }
}

/** The command data of a form: its fixed parts and its fields; amounts and numbers as numbers, indexed fields as lists, keyed ones as objects.
    Of its buttons only the pressed one counts, and it wins over the fields; it may give a number below zero. */
export function read(form, pressed = null) {
  const data = JSON.parse(form.dataset.fixed || "{}");
  const fields = Array.from(form.elements).filter((field) => field.type !== "submit");
  for (const input of [...fields, ...(pressed ? [pressed] : [])]) {
    if (!input.dataset.name || (["radio", "checkbox"].includes(input.type) && !input.checked)) continue;
    const value = valueOf(input);
    if (value === undefined) continue;
    const { name, index, key, digits } = input.dataset;
    const within = (empty) => data[name] || (data[name] = empty);
    if (digits) within({})[digits] = digitsAt(input);
    if (key !== undefined) within({})[key] = value;
    else if (index !== undefined) within([])[Number(index)] = value;
    else data[name] = value;
  }
  const below = pressed && pressed.dataset.minus;
  if (below) data[below] = -data[below];
  return data;
}

function valueOf(input) {
  const { type } = input.dataset;
  if (type === "json") return JSON.parse(input.value);
  if (type === "amount") return amountOf(input.value, digitsAt(input));
  if (type === "amounts") return amountsOf(input.value, digitsAt(input)).join(", ");
  if (type === "text") return input.value.trim();
  if (type === "number") return Number(input.value.replace("−", "-"));
  if (type === "digits") {
    const amount = amountOf(input.value);
    return amount === null || amount === undefined ? "" : String(amount);
  }
  return input.value.trim() === "" && !input.required ? undefined : input.value.trim();
}

/** Asks for confirmation, in the words of the form or of its button; the question closes when the form goes away. */
export async function confirmed(form) {
  const watch = new MutationObserver(() => {
    if (form.id && !document.getElementById(form.id)) document.getElementById("sure").close();
  });
  watch.observe(document.getElementById("main") || document.body, { childList: true, subtree: true });
  const yes = await sure(
    form.dataset.sure || form.querySelector("button[type=submit]").textContent,
    Array.from(form.querySelectorAll(".details"), (list) => list.cloneNode(true)),
  );
  watch.disconnect();
  return yes;
}

/** Asks once more, with what it is about; tells whether it is meant. */
export function sure(title, details) {
  const dialog = document.getElementById("sure");
  document.getElementById("sure-title").textContent = title;
  const text = document.getElementById("sure-text");
  text.textContent = "";
  text.append(...details);
  dialog.showModal();
  return new Promise((resolve) => {
    document.getElementById("sure-yes").onclick = () => { resolve(true); dialog.close(); };
    document.getElementById("sure-no").onclick = () => dialog.close();
    dialog.onclose = () => resolve(false);
  });
}

async function submit(event) {
  const form = event.target;
  if (!form.matches("form.choice")) return;
  event.preventDefault();
  if (busy) return;
  if (form.dataset.sure !== undefined && !(await confirmed(form))) return;
  const data = read(form, event.submitter);
  const asked = form.closest("dialog");
  if (asked) asked.close(); // the page shows the outcome
  const answer = await send(form.dataset.kind, data);
  if (!answer) return;
  if (answer.ok) forget(form);
  // The top of the page says what came of it, and who is waited for; a form far down is out of its sight.
  if (answer.ok && (form.dataset.sure !== undefined || form.closest("[data-fragment=more]"))) scrollTo(0, 0);
  await settle(answer, form.dataset.kind, data);
}

/** Takes over the forms of the page and finishes what a reload interrupted. */
export async function start() {
  document.addEventListener("submit", submit);
  document.getElementById("refusal-close").onclick = () => document.getElementById("refusal").close();
  onPart(showBusy);
  toast(document.getElementById("toast").textContent); // what a page that was sent for brings along
  const pending = kept();
  if (!pending) return;
  toast(words.sending, true);
  const answer = await deliver(pending.path, pending.action);
  await settle(answer, pending.action.kind, pending.action.data);
}
