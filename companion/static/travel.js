// Money travels on the table screen: once it is paid, a coin with the amount goes from the badge of who pays to that of who
// is paid; dice tumble and come to rest at what fell. Only what has happened moves, less than a second long, and nothing
// where movement is not wanted.
import { onPart } from "./live.js";
import { money } from "./money.js";
import { whenTurned } from "./turning.js";

const WAY = 700; // milliseconds
const COUNT = 400;
const CHIP = 4000;
const ARC = [0, 0.2, 0.4, 0.6, 0.8, 1];
const TUMBLE = 600;
const MOST = 8; // coins at once
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let had = null; // the former public balances
let fallen = null; // the dice that lie there

const seen = (element) => element.getClientRects().length > 0;
const sums = () => Array.from(document.querySelectorAll("#main [data-account][data-cash]"));
const accounts = () => sums().filter(seen);
const beside = new WeakMap(); // of each chip the sum that it stands beside

/** Where a coin comes from or goes to; while a vote has the screen to itself, the badge at the card of who pays. */
const badge = (account) => {
  const place = accounts().find(({ dataset }) => dataset.account === account) || card(account);
  const around = place && place.closest("li, .pot, .lane");
  return around && around.querySelector(".badge, svg") || place;
};

function card(account) {
  const badge = document.querySelector(`[id="player-${account}"] .badge`);
  const same = (each) => each.className === badge.className && each.textContent === badge.textContent && seen(each);
  return badge ? Array.from(document.querySelectorAll(".stage .badge")).find(same) : undefined;
}

/** The payments [payer, receiver, amount], as far as the balances tell; null is the bank. */
function flows(before, now) {
  const changes = Array.from(now, ([account, amount]) => [account, amount - (before.has(account) ? before.get(account) : amount)]);
  const [paid, got] = [-1, 1].map((sign) => changes.filter(([, change]) => sign * change > 0).map(([account, change]) => [account, Math.abs(change)]));
  const found = [];
  for (const from of paid) {
    for (const to of got) {
      const amount = Math.min(from[1], to[1]);
      if (!amount) continue;
      found.push({ from: from[0], to: to[0], amount });
      from[1] -= amount;
      to[1] -= amount;
    }
  }
  for (const [account, amount] of paid) if (amount) found.push({ from: account, to: null, amount });
  for (const [account, amount] of got) if (amount) found.push({ from: null, to: account, amount });
  return found.sort((one, other) => other.amount - one.amount).slice(0, MOST);
}

const middle = (element) => {
  if (!element) return [innerWidth / 2, 0]; // the bank is above the table
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

function fly({ from, to, amount }) {
  const ends = [from, to].map((account) => account && badge(account));
  if (ends.includes(undefined)) return; // nothing on the screen stands for one of them
  const [[x, y], [u, v]] = ends.map(middle);
  const coin = document.createElement("div");
  coin.className = "coin";
  coin.setAttribute("aria-hidden", "true");
  coin.textContent = money(amount);
  document.body.append(coin);
  const at = (left, top) => `translate(${left}px, ${top}px) translate(-50%, -50%)`;
  const [over, high] = [Math.max(x, u) + 0.12 * Math.hypot(u - x, v - y), (y + v) / 2]; // the arc leans to the right
  const between = (from, by, to) => (part) => (1 - part) ** 2 * from + 2 * part * (1 - part) * by + part ** 2 * to;
  const [left, top] = [between(x, over, u), between(y, high, v)];
  const way = coin.animate(ARC.map((part) => ({ transform: at(left(part), top(part)) })), { duration: WAY, easing: "ease-in-out" });
  way.onfinish = () => coin.remove();
}

/** An account's sum stays as it was until the coin is there, then counts to what it is; a chip says by how much. */
function count(place, before) {
  const now = Number(place.dataset.cash);
  const said = place.querySelector("span:last-child") || place;
  const text = said.textContent;
  const stands = () => place.dataset.cash === String(now) && said.isConnected;
  said.textContent = money(before);
  const begun = performance.now() + WAY;
  const step = (time) => {
    if (!stands()) return;
    const part = Math.min(1, Math.max(0, (time - begun) / COUNT));
    said.textContent = part === 1 ? text : money(Math.round(before + part * (now - before)));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  chip(place, now - before);
}

function chip(place, change) {
  const { left, top, height } = place.getBoundingClientRect();
  const chip = document.createElement("b");
  chip.className = `change money ${change < 0 ? "minus" : "plus"}`;
  chip.setAttribute("aria-hidden", "true");
  chip.textContent = `${change < 0 ? "−" : "+"}${money(Math.abs(change))}`;
  chip.style.left = `${left}px`;
  chip.style.top = `${top + height / 2}px`;
  beside.set(chip, place);
  document.body.append(chip);
  const at = (scale) => `translate(calc(-100% - 0.4em), -50%) scale(${scale})`;
  const steps = [{ opacity: 0, transform: at(0.6) }, { opacity: 1, transform: at(1), offset: 0.05 }, { opacity: 1, transform: at(1), offset: 0.93 }, { opacity: 0, transform: at(1) }];
  chip.animate(steps, { duration: CHIP, delay: WAY, fill: "backwards" }).onfinish = () => chip.remove();
}

function pay(moved, before) {
  document.dispatchEvent(new CustomEvent("paid", { detail: Math.max(...moved.map(({ amount }) => amount)) }));
  if (calm.matches) return;
  moved.forEach(fly);
  const touched = new Set(moved.flatMap(({ from, to }) => [from, to]));
  for (const place of accounts()) {
    const { account, cash } = place.dataset;
    if (touched.has(account) && before.has(account) && before.get(account) !== Number(cash)) count(place, before.get(account));
  }
}

function tumble(die) {
  die.animate([{ transform: "translateY(-2.5em) rotate(-540deg)", opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "none" }], { duration: TUMBLE, easing: "ease-out" });
}

function look() {
  for (const chip of document.querySelectorAll(".change")) if (!seen(beside.get(chip))) chip.remove();
  const now = new Map(sums().map(({ dataset }) => [dataset.account, Number(dataset.cash)]));
  const dice = Array.from(document.querySelectorAll(".screen-head .die, .thrown .die"));
  const text = dice.map((die) => die.textContent.trim()).join();
  const moved = had ? flows(had, now) : [];
  const before = had;
  if (moved.length) whenTurned(() => pay(moved, before));
  if (had && text !== fallen && !calm.matches) dice.forEach(tumble);
  [had, fallen] = [now, text];
}

/** Looks now and after every change of the page. */
export function start() {
  onPart(look);
}
