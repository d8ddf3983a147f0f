// News of this seat's money, and messages to it: a slip on whatever tab is open, a sound for a gain, and a dot.
import { ring } from "./bell.js";
import { isInSight } from "./ended.js";
import { onPart, page } from "./live.js";
import { money } from "./money.js";
import { whenTurned } from "./turning.js";
import { words } from "./words.js";
import { covered } from "./purse.js";

const STAYS = 8_000;
const WHOLE = 2;
const LENGTHS = [
  [2, 2, true, true], [2, 2, false, true], [1, 2, true, true], [1, 2, false, true], [0, 2, true, true], [0, 2, false, true],
  [0, 2, true, false], [0, 2, false, false], [0, 1, false, false],
];
/* how many are told in all their words, how many of those without an amount, whether what the seat has, and whether with
   an amount alone from whom or to whom it went */
const MOST = 5;
const SMALLEST = 100; // so many letters and more are written as small as can be read (look/hat.css)
const NOTICES = ":is(#ended, #tab-now) .notice";
let seen = null;
let texts = null;
let ended = 0; // results up to this number have been shown
let timer = 0;
let said = []; // the lines of the slip

const slip = () => document.getElementById("receipt");
const drawer = () => `seen ${page().code} ${page().seat}`;

function recall() {
  try {
    return Number(localStorage.getItem(drawer()) ?? NaN);
  } catch {
    return NaN;
  }
}

function remember(seq) {
  seen = seq;
  try {
    localStorage.setItem(drawer(), String(seq));
  } catch { /* without storage it is remembered as long as the page is open */ }
}

/** The lines about money with a number above what this phone has seen; of a phone that is new here, none. */
function freshLines() {
  const newest = Number(page().seq);
  seen ??= recall();
  const known = seen <= newest ? seen : newest; // NaN for a phone that is new here
  const lines = Array.from(document.querySelectorAll("#news li")).filter(({ dataset }) => Number(dataset.seq) > known);
  if (seen !== newest) remember(newest);
  return lines;
}

function freshNotices() {
  const notices = Array.from(document.querySelectorAll(NOTICES));
  const [before, known] = [texts, ended];
  texts = notices.map((notice) => notice.textContent);
  ended = Math.max(ended, Number(page().seq));
  // A result is told by its number: another may say the same, and an undo brings older ones back.
  const isNew = ({ dataset, textContent }) => (dataset.seq && dataset.kind ? Number(dataset.seq) > known : !before.includes(textContent));
  return before ? notices.filter(isNew) : [];
}

function look() {
  const [lines, notices] = [freshLines(), freshNotices()];
  if (undone()) hide();
  if (lines.length || notices.length) whenTurned(() => tell(lines, notices));
}

/** Whether the page does not say any more what the slip says. */
function undone() {
  const now = Array.from(document.querySelectorAll(`#news li, ${NOTICES}`), (line) => line.textContent);
  return said.some((text) => !now.includes(text));
}

// A notice in sight on the open tab is not shown a second time.
const inSight = (notice) => document.body.dataset.tab === "now" && isInSight(notice);

function tell(lines, notices) {
  const unseen = notices.filter((notice) => !inSight(notice)).reverse(); // how it ended comes last
  const paid = lines.filter((line) => !notices.some((notice) => brought(notice) && notice.dataset.seq === line.dataset.seq));
  if (paid.length || unseen.length) show(paid, [...unseen.filter(isToMove), ...unseen.filter((notice) => !isToMove(notice))]);
  if (!["now", "money"].includes(document.body.dataset.tab)) document.body.dataset.news = lines.length ? "money" : "now";
  const heard = notices.some((notice) => notice.matches(".told") || !notice.closest(".ended"));
  if (heard || lines.some((line) => line.querySelector(".plus"))) ring(notices.some(({ classList }) => classList.contains("told")) ? "attack" : lines.length ? "paid" : "turn");
}

const isToMove = (notice) => notice.matches(".to-move");
/** The amounts that a result has told its reader: the payments themselves are not told beside it. */
const brought = (notice) => notice.querySelector(".brought [data-own] .money");

/** The newest two, what hands have to do first, after what this seat now has; then the amounts of a few more. Where there is
 *  no room the balance is left out first, which the page says elsewhere, then words, an amount never. */
function show(lines, notices) {
  const newest = [...notices, ...lines].slice(0, MOST);
  said = newest.slice(0, WHOLE).map((line) => line.textContent);
  slip().hidden = false;
  const cash = lines.length ? page().cash : "";
  for (const [whole, kept, balance, brief] of LENGTHS) {
    fill(newest, whole, kept, balance ? cash : "", brief);
    if (fits()) break;
    slip().style.setProperty("--letters", SMALLEST);
    if (fits()) break;
  }
  clearTimeout(timer);
  timer = setTimeout(hide, STAYS);
}

/** An amount, or what happened without what it brought others; null for what is told whole or not at all. */
function inShort(line) {
  if (!line.matches(".notice")) return line.querySelector(".money");
  if (brought(line) || !line.querySelector(".brought")) return brought(line);
  const words = line.cloneNode(true);
  words.querySelector(".brought").remove();
  return words;
}

const fits = () => document.getElementById("receipt-lines").scrollHeight <= slip().clientHeight;

function fill(newest, whole, kept, cash, brief) {
  const shown = newest.map((line, at) => (at < whole ? line : inShort(line) ?? (at < kept ? line : null))).filter(Boolean);
  const parts = shown.map((line) => {
    const part = document.createElement("p");
    const party = brief && line.matches(".money") ? line.closest("[data-brief]")?.dataset.brief : "";
    part.innerHTML = line.matches(".money") ? line.outerHTML : line.innerHTML; // what the page itself shows, escaped by the box
    if (party) part.append(` ${party}`);
    return part;
  });
  if (cash) {
    const balance = document.createElement("p");
    balance.append(`${words.balance} `, covered(money(Number(cash))));
    parts.unshift(balance);
  }
  const room = document.getElementById("receipt-lines");
  room.replaceChildren(...parts);
  slip().style.setProperty("--letters", room.textContent.length);
}

function hide() {
  if (document.body.dataset.purse === "held") timer = setTimeout(hide, STAYS);
  else {
    slip().hidden = true;
    said = [];
  }
}

function click(event) {
  if (event.target.closest("#receipt-close")) hide();
  if (["now", "money"].includes(event.target.closest("a[data-tab]")?.dataset.tab)) delete document.body.dataset.news;
}

/** Looks now and after every change of the page. */
export function start() {
  document.addEventListener("click", click);
  onPart(look);
}
