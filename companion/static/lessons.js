// Explains the game: each idea once on this phone, the first time that it matters here, beside what it is about. Lessons are
// shown one at a time; results come before questions, questions before news. The phone keeps a list of the lessons shown, by
// game. A phone that knows the game does not ask the box for lessons: the fold with their fragment stays closed.
import { post } from "./act.js";
import { onPart, page, stays, underTheThumb } from "./live.js";
import * as known from "./known.js";
import { show as turnTo } from "./tabs.js";

const HEAD = "header.top";
const BOARD = "#tab-board .on-board svg";
const AT = { // elements that a lesson follows; the ring lies round it, or round the second
  headline: [HEAD, `${HEAD} h1`],
  dice: ["#tab-now .dice, #tab-now .pad, #board-hint", "#tab-now .dice, #tab-now .pad, #board-dice"],
  board: ["#board-hint", BOARD],
  private: ["#folded, #private"],
  question: ["#tab-now form.choice.primary, #tab-now form.seal, #tab-now form.choice:not(.quiet)"],
  vote: ["form.seal .cards, form.seal .amount"],
  told: [".told"],
  news: ["#news li"],
  payees: [HEAD, ".payees"],
  ranking: [".ranking"],
};
const TO_MOVE = "#tab-now .to-move"; // what hands have to do first: no lesson pushes it out of sight
const LONG = 3000; // a ring on what was asked for under ?

const box = document.getElementById("lesson-look").content.firstElementChild.cloneNode(true);
const place = () => document.getElementById("lessons");
const due = () => Array.from(document.querySelectorAll("#lessons [data-lesson]"));
let open = null; // the lesson that stands there: its id, kind and anchor
let back = null; // where the page stood before a lesson was brought into sight
let knows = false; // whether the box knows that somebody reads

// Browsers of 2021 have no checkVisibility.
const isThere = (element) => element.checkVisibility ? element.checkVisibility() : element.getClientRects().length > 0;
const inSight = (element) => isThere(element) && !element.closest("[inert]");

/** The thing that the anchor names, and what the ring lies round; null where it is not on the page. */
function find(anchor) {
  const [after, ringed = after] = AT[anchor] ?? [`[data-anchor="${CSS.escape(anchor)}"]`];
  const [at, ring] = [after, ringed].map((selector) => Array.from(document.querySelectorAll(selector)).find(inSight));
  return at ? { at, ring: ring ?? at } : null;
}

const toMove = () => Array.from(document.querySelectorAll(TO_MOVE)).find(inSight);

/** Puts it beside its thing; returns whether that is on the page, and with it the board. */
function stand() {
  for (const ringed of document.querySelectorAll(".ringed")) ringed.classList.remove("ringed");
  if (!open) return false;
  const own = find(open.at);
  const { at: after, ring } = own ?? find("headline");
  const at = after.matches(HEAD) ? toMove() ?? after : after;
  if (at.nextElementSibling !== box) stays(underTheThumb, () => at.after(box));
  ring.classList.add("ringed");
  return own !== null && !(box.closest(".board-tools") && !document.querySelector(BOARD));
}

function begin(line) {
  const { lesson, at, kind } = line.dataset;
  open = { id: lesson, at, kind, brought: false };
  box.querySelector(".words").replaceChildren(...line.cloneNode(true).childNodes);
  box.querySelector(".aloud").hidden = !("aloud" in line.dataset);
  box.hidden = false;
}

/** Brings it into sight, on the board as high as it can stand, so that it pushes no figure below the dock; when it is
    closed the page goes back to where it was, unless somebody has scrolled meanwhile. */
function bring() {
  const from = scrollY;
  if (!toMove()) box.scrollIntoView({ block: box.closest(".board-tools") ? "start" : "nearest", behavior: "instant" });
  if (scrollY !== from) back = { from: from === back?.to ? back.from : from, to: scrollY };
}

function end() {
  known.learn(open.id, box.querySelector(".words").textContent, open.at);
  open = null;
  const gone = back && scrollY === back.to ? back.from : null;
  back = null;
  stays(underTheThumb, () => { box.hidden = true; box.remove(); });
  if (gone !== null) scrollTo({ top: gone, behavior: "instant" });
}

/** Ends what has been answered, and begins the most urgent of `kinds` that is new here. */
function look(kinds = ["result", "question", "news"]) {
  place().open = known.explains();
  const lines = place().open ? due() : [];
  if (open && (!place().open || (open.kind === "question" && !lines.some(({ dataset }) => dataset.lesson === open.id)))) end();
  const fresh = lines.filter(({ dataset }) => !known.has(dataset.lesson));
  for (const line of fresh) if ("elsewhere" in line.dataset) known.learn(line.dataset.lesson, line.textContent, line.dataset.at);
  const next = open ? null : fresh.find(({ dataset }) => !("elsewhere" in dataset) && kinds.includes(dataset.kind));
  if (next) begin(next);
  const beside = stand();
  if (open && !open.brought && (next || beside)) { // a page that has just come has its board a moment later
    if (!underTheThumb()) bring();
    open.brought = beside;
  }
  tell();
}

/** Where somebody plays alone the box's own players wait for the reader. */
function tell() {
  const reads = open !== null;
  if (reads === knows || !("alone" in place().dataset)) return;
  knows = reads;
  post(`/t/${page().code}/s/${page().seat}/lesson`, { open: reads });
}

function tapped() {
  end();
  look(["result", "question"]); // news wait for their next occasion
}

// --- what this phone has had ---

function list() {
  const dialog = document.getElementById("learnt");
  const look = dialog.querySelector("template").content.firstElementChild;
  const lines = known.all().map(({ words, at }) => {
    const line = look.cloneNode(true);
    line.querySelector("p").textContent = words;
    line.querySelector("button").onclick = () => point(at);
    return line;
  });
  dialog.querySelector(".learnt").replaceChildren(...lines);
  dialog.querySelector(".none").hidden = lines.length > 0;
  document.getElementById("learnt-absent").hidden = true;
  document.getElementById("explains").checked = known.explains();
  dialog.showModal();
}

/** Turns to what a lesson is about, and rings it for a while. */
function point(at) {
  const before = document.body.dataset.tab;
  const found = find(at) ?? (turnTo(["board", "dice"].includes(at) ? "board" : "now"), find(at));
  if (!found) {
    turnTo(before);
    document.getElementById("learnt-absent").hidden = false;
    return;
  }
  document.getElementById("learnt").close();
  found.ring.scrollIntoView({ block: "center" });
  found.ring.classList.add("ringed");
  setTimeout(stand, LONG);
}

/** Asks once whether the reader knows the game, before it begins; no answer means that it is explained. */
function ask() {
  const question = document.getElementById("knows");
  if (question) question.hidden = known.isAnswered() || page().phase !== "lobby";
}

/** Explains from now on, until it is turned off or one game has ended. */
export function start() {
  if (!place()) return;
  if ("alone" in place().dataset) post(`/t/${page().code}/s/${page().seat}/lesson`, { open: false });
  box.addEventListener("click", tapped);
  document.addEventListener("submit", () => open?.kind === "news" && end(), true);
  document.addEventListener("click", ({ target }) => target.closest("a[data-tab]") && stand());
  document.getElementById("open-learnt").onclick = list;
  document.getElementById("close-learnt").onclick = () => document.getElementById("learnt").close();
  document.getElementById("explains").onchange = ({ target }) => { known.explain(target.checked); look(); };
  document.addEventListener("click", ({ target }) => {
    const answer = target.closest("#knows button");
    if (!answer) return;
    known.explain(answer.value === "on");
    ask();
    look();
  });
  onPart(() => {
    known.follow(page().phase);
    ask();
    look();
  });
}
