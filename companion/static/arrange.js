// Setting up the figures by hand: tap a figure, tap where it stands. The page brings the name of a figure in the command,
// and where it may stand; nothing here knows a game.
import * as act from "./act.js";
import * as awake from "./awake.js";
import { centre } from "./board.js";
import * as live from "./live.js";
import { fill } from "./words.js";
import { drawFigures, drawList, drawPlaces, drawSpares } from "./arrange_view.js";
import * as zoom from "./zoom.js";

const byId = (id) => document.getElementById(id);
const read = (id) => JSON.parse(byId(id).textContent);
const words = read("arranging-words");
const sides = new Map(); // place -> what a tap may miss it by, in millimetres
let work = read("arranging");
let began = work.settings[0];
let figures = copy(began);
let hand = null; // { name, from }: the figure between two taps; from is null beside the board
let said = null; // the answer to the last tap
const past = [];

function copy(setting) {
  return Object.fromEntries(Object.entries(setting).map(([place, names]) => [place, [...names]]));
}

const piece = (name) => work.pieces.find((each) => each.name === name);
const placed = (name) => Object.values(figures).flat().filter((each) => each === name).length;
const spare = (name) => piece(name).left - placed(name);
const isBeside = (place) => place in work.places;
const placeName = (place) => work.places[place] ?? place;

// --- what a tap does ---

function take(name, from) {
  said = null;
  hand = hand && hand.name === name && hand.from === from ? null : { name, from };
  render();
}

function put(place) {
  const { name, from } = hand;
  if (isBeside(place) && !piece(name).beside.includes(place)) {
    said = words.not_there;
    return render();
  }
  past.push(JSON.stringify(figures));
  if (from !== null) figures[from].splice(figures[from].indexOf(name), 1);
  if (place !== null) (figures[place] ??= []).push(name);
  for (const [where, names] of Object.entries(figures)) if (!names.length) delete figures[where];
  said = null;
  if (from !== null || place === null || spare(name) < 1) hand = null;
  return render();
}

function undo() {
  if (!past.length) return;
  figures = JSON.parse(past.pop());
  hand = said = null;
  render();
}

function begin(setting) {
  past.push(JSON.stringify(figures));
  figures = copy(setting);
  hand = said = null;
  render();
}

function tap({ clientX, clientY }) {
  const place = nearest(clientX, clientY);
  if (place === null) return;
  if (!isBeside(place) && zoom.approach(clientX, clientY, spacing())) return;
  const here = figures[place] ?? [];
  const next = here.find((name) => name !== hand?.name) ?? here[here.length - 1];
  if (hand && hand.from === place) take(hand.name, place);
  else if (hand && (isBeside(place) || !here.length)) put(place);
  else if (next) take(next, place);
  else {
    said = words.empty;
    render();
  }
}

function nearest(clientX, clientY) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(byId("board").getScreenCTM().inverse());
  let found = null;
  let least = 1;
  for (const [place, side] of sides) {
    const [px, py] = centre(place);
    const missed = Math.max(Math.abs(px - x), Math.abs(py - y)) / side;
    if (missed < least) [found, least] = [place, missed];
  }
  return found;
}

const cells = () => [...document.querySelectorAll("#board .region use")].map((use) => use.dataset.cell);

function spacing() {
  const [first, ...rest] = cells().map(centre);
  return Math.min(...rest.map(([x, y]) => Math.hypot(x - first[0], y - first[1])));
}

// --- what is shown ---

function render() {
  const tools = { work, figures, hand, words, spare, placed, piece, placeName };
  drawFigures(tools, take);
  drawSpares(tools, (name) => take(name, null));
  drawPlaces(tools, put);
  drawList(tools, cells());
  byId("board-hint").textContent = hint();
  byId("back").disabled = !past.length;
}

function hint() {
  if (said) return said;
  if (hand) return fill(words.put, { figure: piece(hand.name).label });
  const small = byId("board").getScreenCTM().a * spacing() < 40;
  return small ? words.nearer : words.choose;
}

// --- the end ---

/** The parts of the command, as each piece says which of them it fills. */
function command() {
  const parts = {};
  for (const { field, value, beside } of work.pieces) {
    parts[field] ??= value === null ? [] : {};
    for (const place of beside) parts[place] ??= {};
  }
  for (const [place, names] of Object.entries(figures)) {
    for (const { field, value } of names.map(piece)) {
      if (isBeside(place)) parts[place][value] = (parts[place][value] ?? 0) + 1;
      else if (value === null) parts[field].push(place);
      else parts[field][place] = value;
    }
  }
  return parts;
}

async function done() {
  if (await act.act(work.kind, command())) location.assign(live.page().back);
}

// The table may move on while somebody arranges: his work stays, and he is told.
function renew() {
  work = read("arranging");
  const moved = JSON.stringify(work.settings[0]) !== JSON.stringify(began);
  if (moved && !past.length) [began, figures] = [work.settings[0], copy(work.settings[0])];
  byId("changed").hidden = !moved || !past.length;
  measure();
  zoom.renew();
  render();
}

function measure() {
  sides.clear();
  for (const cell of cells()) sides.set(cell, spacing() * 0.6);
  for (const place of Object.keys(work.places)) {
    const drawn = document.querySelector(place === "town" ? "#board .town" : `#board .area.${CSS.escape(place)}`);
    const box = drawn?.getBBox();
    if (box) sides.set(place, Math.min(box.width, box.height) / 2);
  }
}

function click({ target }) {
  const setting = target.closest("[data-setting]")?.dataset.setting;
  if (setting !== undefined) begin(work.settings[Number(setting)] ?? {});
  else if (target.id === "back") undo();
  else if (target.id === "done") done();
  else if (target.id === "again") {
    began = work.settings[0];
    begin(began);
    byId("changed").hidden = true;
  }
}

function submit(event) {
  if (event.target.id !== "put") return;
  event.preventDefault();
  const [name, from] = JSON.parse(byId("put-figure").value);
  hand = { name, from };
  put(JSON.parse(byId("put-to").value));
}

zoom.start(tap);
document.addEventListener("click", click);
document.addEventListener("submit", submit);
live.onPart(renew);
live.start();
act.start();
awake.start();
