// Cards are dragged: a cow of the herds to another place, or away; the card that is being played into a herd. Every drop
// is a command that a form of the page gives as well; where it is refused the card goes back, and the refusal is told.
import { act, read, toast } from "../../act.js";
import { forget, onPart, page } from "../../live.js";
import { words } from "../../words.js";
import { carried } from "./carry.js";

const HAND = "hand";
const form = () => document.getElementById("play-card"); // only on the page of a player who plays cards
const cows = (row) => Array.from(row.querySelectorAll("[data-cow]"));
const { seat } = page();
const chosen = () => form()?.querySelector("input[data-name=card]").value;

/** A card in the hand by its name; a cow by its number, what is called, and where it stands. */
function name(thing) {
  if ("hand" in thing.dataset) return `${HAND} ${chosen()}`;
  return [thing.dataset.cow, thing.closest("[data-row]").dataset.row, thing.dataset.called].join(" ");
}

function find(element) {
  return form() ? element.closest("[data-hand], [data-row] [data-cow]") : null;
}

/** The same card in the page as it is now: of two pictures of a cow the one in the herds. */
function again(wanted) {
  if (!form()) return null;
  const all = [...document.querySelectorAll("#herds [data-cow]"), ...document.querySelectorAll(".gap-row [data-cow], [data-hand]")];
  return all.find((thing) => name(thing) === wanted && thing.getClientRects().length) ?? null;
}

function place(row, index) {
  const count = cows(row).length;
  if (row.dataset.row === seat) return index + 1;
  if (index === 0 && count) return "right";
  return index >= count ? "left" : index + 1; // the rules have something to say about places between
}

async function play({ row, index, bin }) {
  if (bin) return false;
  const data = { ...read(form()), into: row.dataset.row, at: place(row, index) };
  if (!(await act("play_card", data))) return false;
  if (!form()) return true;
  form().parentElement.open = false;
  forget(form());
  return true;
}

async function put(wanted, where) {
  const thing = again(wanted);
  if (!thing || (where.row && !where.row.isConnected)) {
    toast(words.moved); // it was undone, or taken away, while it was carried
    return false;
  }
  if (wanted.startsWith(`${HAND} `)) return play(where);
  const cow = thing.dataset.cow;
  if (where.bin) return act("remove_cow", { cow });
  const { row: into } = where.row.dataset;
  const order = cows(where.row).map((each) => each.dataset.cow);
  const wish = order.filter((each) => each !== cow);
  wish.splice(where.index, 0, cow);
  if (wish.join() === order.join()) return false; // where it was
  if (!order.includes(cow)) return act("move_cow", { cow, into, at: place(where.row, where.index) });
  if (into === seat) return act("arrange_herd", { cows: wish });
  return act("move_cow", { cow, into, at: where.index + 1 });
}

const redrawn = carried({
  find,
  again,
  name,
  put,
  kind: (wanted) => (wanted.startsWith(`${HAND} `) ? "card" : "cow"),
  rows: () => Array.from(document.querySelectorAll("[data-row]")).filter((row) => row.getClientRects().length),
  among: cows,
  bin: (wanted) => (wanted.startsWith(`${HAND} `) ? null : document.getElementById("bin")),
});

onPart(redrawn);
