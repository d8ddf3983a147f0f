// The cards of a duel: held, laid and shown by the phone alone. The box gets a seal and a count, then, in passing,
// what is shown to the one other phone.
import { hex, post, send, settle, toast } from "../../act.js";
import { onHeartbeat, onPart, page } from "../../live.js";
import { hashing, oneAtATime, sealed } from "../../seal.js";
import { find, keep } from "../../vault.js";
import { fill, words } from "../../words.js";

const missed = new Set(); // duels whose cards the box has forgotten

const data = () => JSON.parse(document.getElementById("hand-data")?.textContent ?? "null");

// --- the hand ---

const rank = (card) => card.slice(1);
const ticked = (form) => Array.from(form.querySelectorAll("input:checked"), (input) => input.value);
const split = (laid) => (laid ? laid.split(" ") : []);

function inOrder(view, cards) {
  const place = (card) => card.charCodeAt(0) * 100 + view.ranks.indexOf(rank(card));
  return [...cards].sort((one, two) => place(one) - place(two));
}

/** The laid cards that go to the other player. */
const moving = (view, kept) => split(kept?.laid).filter((card) => !view.staying.includes(rank(card)));

async function hand(view) {
  const held = new Set(view.suit);
  for (const past of view.past) {
    const [mine, theirs] = [await find(past.mine), await find(past.theirs)];
    for (const card of moving(view, mine)) held.delete(card);
    for (const card of moving(view, theirs)) held.add(card);
  }
  return inOrder(view, held);
}

const SUITS = { C: "♣", H: "♥", S: "♠" };
const face = (view, card) => `${SUITS[card[0]]}\u00a0${view.names[rank(card)] ?? rank(card)}`;
const value = (view, card) => (view.staying.includes(rank(card)) ? 0 : view.ranks.indexOf(rank(card)) + 1); // pictures nothing, the ace 1
const total = (view, cards) => cards.reduce((sum, card) => sum + value(view, card), 0);

/** The button that lays the cards says which ones are ticked, and their worth. */
function weigh(form) {
  const view = data();
  const laid = ticked(form);
  const label = form.querySelector("button .kept");
  label.textContent = laid.length ? fill(label.dataset.worth, { total: total(view, laid) }) : label.dataset.none;
}

function tick(view, card) {
  const label = Object.assign(document.createElement("label"), { className: `option suit-${card[0]}` });
  const input = Object.assign(document.createElement("input"), { type: "checkbox", value: card });
  label.append(input, Object.assign(document.createElement("span"), { className: "face", textContent: face(view, card) }));
  return label;
}

async function draw() {
  const view = data();
  if (!view) return;
  const cards = await hand(view);
  const list = document.getElementById("my-cards");
  const named = (each) => each.map((card) => face(view, card)).join(", ");
  if (list) list.textContent = named(cards);
  const form = document.querySelector("form.lay .options");
  const key = `${view.duel} ${cards}`;
  if (form && form.dataset.drawn !== key) {
    form.replaceChildren(...cards.map((card) => tick(view, card)));
    form.dataset.drawn = key;
    weigh(form.closest("form"));
  }
  const seen = document.getElementById("their-cards");
  const last = view.past[view.past.length - 1];
  const [mine, theirs] = last ? [await find(last.mine), await find(last.theirs)] : [];
  if (seen) seen.textContent = theirs ? named(split(theirs.laid)) || "–" : "";
  const worth = ({ laid }) => `${named(split(laid)) || "–"} (${total(view, split(laid))})`;
  const result = Number(view.duel) === Number(last?.id) + 1 && document.querySelector(".told[data-kind=cowboy_beaten]");
  document.getElementById("laid")?.remove();
  if (!result || !mine || !theirs) return;
  const gone = (kept) => named(moving(view, kept));
  const lines = [
    fill(view.laid, { who: view.who, mine: worth(mine), theirs: worth(theirs) }),
    moving(view, theirs).length && fill(view.gained, { cards: gone(theirs) }),
    moving(view, mine).length && fill(view.given, { who: view.who, cards: gone(mine) }),
  ].filter(Boolean);
  result.after(Object.assign(document.createElement("li"), { id: "laid", textContent: lines.join(" ") }));
}

// --- laying down ---

async function lay(form) {
  const view = data();
  const { code, seat } = page();
  const cards = inOrder(view, ticked(form));
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const laid = cards.join(" ");
  if (!(await hashing())) return toast(words.reconnecting, true);
  const seal = sealed(view.tag, [code, view.duel, seat, laid], nonce);
  try {
    await keep([{ commitment: seal, code, seat, duel: view.duel, laid, nonce: hex(nonce) }]);
  } catch {
    return toast(words.cannot_keep, true);
  }
  const laying = { duel: view.duel, count: cards.length, commitment: seal };
  const answer = await send(view.lay_kind, laying);
  if (answer) await settle(answer, view.lay_kind, laying);
}

function submit(event) {
  if (!event.target.matches("form.lay")) return;
  event.preventDefault();
  lay(event.target);
}

// --- showing: again on every heartbeat, because a box that was restarted has forgotten it ---

const show = oneAtATime(async () => {
  const view = data();
  const duel = view && (await toShow(view));
  if (!duel) return;
  const receipt = (await find(duel.their_seal))?.nonce ?? "";
  const theirs = await showOnce(view, duel, receipt);
  if (!theirs || theirs.nonce === receipt || !(await store(view, duel, theirs))) return;
  await showOnce(view, duel, theirs.nonce);
  draw();
});

// The duel that is going on, or the last one: it is settled as soon as both phones have shown, and the first of them
// learns only then what the other one laid.
async function toShow(view) {
  if (view.stage === "show") return { id: view.duel, seal: view.seal, other: view.other, their_seal: view.their_seal };
  const last = view.past[view.past.length - 1];
  if (!last || missed.has(last.id) || (await find(last.theirs))) return null;
  return { id: last.id, seal: last.mine, other: last.other, their_seal: last.theirs };
}

async function showOnce(view, duel, receipt) {
  const mine = await find(duel.seal);
  const note = document.querySelector("#hand .lost");
  if (note) note.hidden = Boolean(mine) || view.stage !== "show";
  if (!mine) return null;
  const { code, seat } = page();
  const past = {};
  for (const each of view.past) {
    const [one, two] = [await find(each.mine), await find(each.theirs)];
    if (one) past[each.id] = { mine: one.laid, my_nonce: one.nonce, theirs: two?.laid ?? null, their_nonce: two?.nonce ?? "" };
  }
  const body = { seat, showdown: duel.id, laid: mine.laid, nonce: mine.nonce, receipt, past };
  const answer = await post(`/api/tables/${code}/showings`, body);
  if (!answer.ok && !answer.lost && view.stage !== "show") missed.add(duel.id);
  if (!answer.ok && answer.code === "illegal") toast(answer.message, true);
  return answer.ok ? answer.other : null;
}

const bytes = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

// Only what fits the seal on the table is believed.
async function store(view, { id, other, their_seal }, { laid, nonce }) {
  await hashing();
  if (sealed(view.tag, [page().code, id, other, laid], bytes(nonce)) !== their_seal) return false;
  await keep([{ commitment: their_seal, laid, nonce }]);
  return true;
}

/** Takes over the cards of the page. */
export function start() {
  document.addEventListener("submit", submit);
  document.addEventListener("change", ({ target }) => target.form?.matches("form.lay") && weigh(target.form));
  onPart(() => { draw(); show(); if (document.querySelector("form.lay")) hashing(); });
  onHeartbeat(show);
}
