// Keeps a page current: the stream tells the number the table is at, and pushes what everybody may see of the page
// (companion.web.fragments.pushing); whatever it lacks then the page fetches, of what it shows and has changed
// (companion.web.fragments).
// EventSource alone never notices a half-open connection after a phone's sleep, hence the watchdog.
import { words } from "./words.js";

// Chromium (156) crashes when a fold with forms in it is moved by moveBefore, as the house rules are when a table plays
// again; without it the morph falls back on insertBefore, as in every other browser.
Element.prototype.moveBefore = undefined;

const SILENCE = 11000; // the box is heard every eight seconds at least
const LOOK = 1000;
const BLINK = 1500; // a shorter gap is not worth a notice
const AGAIN = 3000; // after the answer: a second press has happened by then
// After a sleep every connection the browser kept may be half-open: it takes requests and never answers. Each
// attempt that is given up closes one of them, so the first attempts are short.
const DOUBTFUL = [300, 300, 300, 300, 600, 1500, 5000, 10000];
const TRUSTED = [5000, 10000];
const patiences = () => (doubtful ? DOUBTFUL : TRUSTED);
const listeners = { part: [], heartbeat: [] };
const dirty = new WeakSet(); // forms somebody is filling in
const texts = new Map(); // fragments as they came: what is pushed may say only which of their lines are others
const FRAGMENT = /<template data-fragment="(\w+)" data-version="([\w-]+)">([^]*?)<\/template>\n/g;
/** The name of this page when it fetches, listens and acts, so that the box knows what it shows. */
const id = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");
let source = null;
let heard = 0;
let doubtful = false;
let opening = 0;
let asking = null;
let running = null;
let again = false;
let bringing = 0; // the number that the fetch under way will bring at least
let pushed = []; // updates of the stream that are not drawn yet
let pressed = { id: "", at: 0 }; // the form that was pressed last, and when its answer was shown
let Idiomorph = null; // comes with the first news

/** The data attributes of the page: code, seat, seq, part, stream … */
export const page = () => document.getElementById("main").dataset;

/** Calls `listener` now and after every change of the page. */
export function onPart(listener) {
  listeners.part.push(listener);
  listener();
}

/** Calls `listener` whenever the box is heard and whenever the connection comes back. */
export function onHeartbeat(listener) {
  listeners.heartbeat.push(listener);
}

/** Forgets what was typed into a form, and has what it kept from being drawn meanwhile drawn anew. */
export function forget(form) {
  form.reset();
  if (!dirty.delete(form)) return;
  const fragment = form.closest("[data-fragment]");
  if (fragment) delete fragment.dataset.version;
  refresh();
}

/** Fetches what is shown and has changed, and morphs it in; calls that overlap share one fetch more. */
export function refresh() {
  again = true;
  return keepUp();
}

function keepUp() {
  running = running || catchingUp().finally(() => { running = null; bringing = 0; });
  return running;
}

/** Shows the table at this number: the news that came with it may bring it, or a fetch that is under way, otherwise there
    is one more. */
export async function catchUp(seq, news = null) {
  if (news) {
    bringing = seq;
    pushed.push(news);
    await keepUp();
  }
  await running;
  if (Number(page().seq) < seq) {
    bringing = seq;
    await refresh();
  }
  pressed.at = Date.now();
}

async function catchingUp() {
  while (again || pushed.length) {
    if (pushed.length && !again && await drawn(pushed.shift())) continue;
    again = false;
    pushed = [];
    await fetchPart();
  }
}

async function fetchPart() {
  const asked = shown();
  const found = await answered(from(page().part, asked));
  if (!found) return showLine(true);
  const [answer, text] = found;
  if (answer.status >= 500) return showLine(true);
  if (!answer.ok || answer.redirected) return location.reload();
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
  if (!fresh || Number(fresh.dataset.seq) < Number(page().seq)) return;
  if (!(await morphing())) return onHeartbeat(() => location.reload()); // this script was lost on the way
  text.replace(FRAGMENT, (_, name, version, html) => texts.set(name, { version, lines: html.split("\n") }));
  renew(fresh, asked);
  if (shown().some((each) => each.hasAttribute("inert"))) again = true; // what has just come shows more, or somebody has opened it
}

async function morphing() {
  Idiomorph = Idiomorph || await import("./vendor/idiomorph/idiomorph.esm.js").then((module) => module.Idiomorph, () => null);
  return Idiomorph;
}

// --- the fragments of a page ---

/** The fragments in sight: not behind another tab, not in a closed fold. Questions to this seat always count: a
    vote is opened whatever its owner looks at. */
function shown() {
  return Array.from(document.querySelectorAll("#main [data-fragment]")).filter(inSight);
}

function inSight(element) {
  const tab = document.body.classList.contains("tabbed") ? element.closest(".tab") : null;
  if (tab && !["tab-now", `tab-${document.body.dataset.tab}`].includes(tab.id)) return lookedAt(element);
  return !element.parentElement.closest("details:not([open])");
}

/** Those of them that have to be as new as the table. While a figure is to be moved, or others move theirs, nothing is
    asked under Now: who looks at the board needs of it only what may come to be asked, and what is told. */
function needed() {
  const { tap, waits } = page();
  const idle = document.body.dataset.tab === "board" && (tap === "yes" || waits === "");
  return shown().filter(({ dataset }) => !(idle && ["said", "now", "undo", "stage", "foot"].includes(dataset.fragment)));
}

// A phone that waits shows the board beside what is said.
function lookedAt({ dataset }) {
  return ["board", "figures"].includes(dataset.fragment) && "waits" in page() && document.body.dataset.tab === "now";
}

/** An address for a request of this page, which says what it has to know and which versions of it are here. */
export function from(path, asked = needed()) {
  const have = asked.map(({ dataset }) => [dataset.fragment, dataset.version].filter(Boolean).join("."));
  return have.length ? `${path}?have=${have.join()}&page=${id}` : path;
}

function renew(fresh, asked) {
  const changed = fresh.querySelectorAll("template[data-fragment]");
  stays(underTheThumb, () => {
    if (!document.querySelector("#main [data-fragment]")) morph(document.getElementById("main"), fresh, "outerHTML");
    else adopt(fresh);
    for (const { dataset, content } of changed) draw(dataset.fragment, dataset.version, content);
  });
  // Nothing can be tapped in what is behind the table: this page's number would vouch for it.
  const came = Array.from(changed, ({ dataset }) => dataset.fragment);
  settled((each) => asked.includes(each) || came.includes(each.dataset.fragment));
}

/** The form that was pressed just now, if it is still there. */
export const underTheThumb = () => (Date.now() - pressed.at < AGAIN ? document.getElementById(pressed.id) : null);

/** The element that is found keeps its place on the screen, whatever comes or goes above it. */
export function stays(find, change) {
  const place = () => {
    const found = find();
    return found && found.getBoundingClientRect();
  };
  const root = document.documentElement;
  const before = place();
  if (before) root.style.overflowAnchor = "none"; // some browsers would do half of it
  change();
  const after = place();
  if (before && before.height && after && after.height) scrollBy({ top: after.top - before.top, behavior: "instant" });
  requestAnimationFrame(() => root.style.removeProperty("overflow-anchor"));
}

function draw(name, version, content) {
  const old = document.querySelector(`#main [data-fragment=${name}]`);
  if (!old) return;
  // A part of a drawing comes in an <svg> of its own: parsed outside one it would be no SVG element.
  morph(old, old instanceof SVGElement ? Array.from(content.firstElementChild.childNodes) : content, "innerHTML");
  old.dataset.version = version;
}

/** The page is another one now; those of its fragments can be used that are as the table is. */
function settled(current) {
  for (const each of document.querySelectorAll("#main [data-fragment]")) each.toggleAttribute("inert", !current(each));
  for (const listener of listeners.part) listener();
}

/** Draws what was pushed; false where something in sight is missing, and must be fetched. */
async function drawn({ seq, state, versions, changed, main, now }) {
  const { dataset } = document.getElementById("main");
  if (seq < Number(dataset.seq)) return true;
  if (seq === Number(dataset.seq)) return false; // of a camera, a photo: a later fetch may have brought newer ones
  if (state !== dataset.state && !main) return false;
  const came = new Map();
  for (const [name, change] of Object.entries(changed)) {
    const lines = typeof change === "string" ? change.split("\n") : changedLines(name, change);
    if (lines) came.set(name, lines);
  }
  const holds = ({ dataset: { fragment, version } }) => version === versions[fragment];
  if (!needed().every((each) => holds(each) || came.has(each.dataset.fragment))) return false;
  if (!(await morphing())) return false;
  if (main) adopt(new DOMParser().parseFromString(main, "text/html").getElementById("main"));
  dataset.seq = seq;
  if (now) dataset.now = now;
  stays(underTheThumb, () => {
    for (const [name, lines] of came) {
      texts.set(name, { version: versions[name], lines });
      const template = document.createElement("template");
      template.innerHTML = lines.join("\n");
      draw(name, versions[name], template.content);
    }
  });
  settled(holds);
  return !needed().some((each) => each.hasAttribute("inert"));
}

/** A fragment's lines after `[version, part, …]`: each part is a line, or `[first, count]` of those of that version. */
function changedLines(name, [version, ...parts]) {
  const old = texts.get(name);
  if (!old || old.version !== version) return null;
  return parts.flatMap((part) => typeof part === "string" ? [part] : old.lines.slice(part[0], part[0] + part[1]));
}

/** The attributes of the page's element: where the table stands now. */
function adopt(fresh) {
  const main = document.getElementById("main");
  for (const { name } of Array.from(main.attributes)) if (!fresh.hasAttribute(name)) main.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (main.getAttribute(name) !== value) main.setAttribute(name, value);
}

async function answered(path) {
  for (let attempt = 0; attempt < DOUBTFUL.length; attempt += 1) {
    const stop = new AbortController();
    const patience = patiences()[attempt] || TRUSTED[TRUSTED.length - 1]; // the stream may be heard again between two attempts
    const timer = setTimeout(() => stop.abort(), patience);
    asking = stop;
    try {
      const answer = await fetch(path, { cache: "no-store", credentials: "same-origin", signal: stop.signal });
      return [answer, await answer.text()];
    } catch {
      if (!stop.signal.aborted) return null; // no network at all: the stream will tell when it is back
      if (patience >= TRUSTED[0]) showLine(true);
    } finally {
      clearTimeout(timer);
    }
  }
  return null;
}

function morph(old, fresh, morphStyle) {
  Idiomorph.morph(old, fresh, {
    morphStyle,
    ignoreActiveValue: true,
    callbacks: { beforeNodeMorphed: mayMorph, beforeAttributeUpdated: mayUpdate, beforeNodeRemoved: (node) => node.id !== "lesson" },
  });
}

// Text that is being typed stays; a form keeps its id as long as it asks the same question.
function mayMorph(old) {
  if (!(old instanceof Element)) return true;
  if (old.matches("#overlay, .kept, [data-fragment]")) return false; // drawn by a script, or fetched by itself
  return !(old.matches("input, select, textarea") && old.form && dirty.has(old.form));
}

// Opened folds stay open, and what a script uncovered stays uncovered.
function mayUpdate(name, element) {
  return !(name === "open" && element.matches("details")) && !(["hidden", "style"].includes(name) && element.matches(".lost, .ended, .ended *"));
}

function showLine(lost) {
  const line = document.getElementById("line");
  const text = lost ? words.reconnecting : "";
  if (line.textContent !== text) line.textContent = text;
  line.hidden = !lost;
}

function alive() {
  heard = Date.now();
  doubtful = false;
  showLine(false);
}

function take(event) {
  alive();
  const news = JSON.parse(event.data);
  pushed.push(news);
  keepUp();
  for (const listener of listeners.heartbeat) listener();
}

function hear(event) {
  alive();
  const behind = !(Number(event.data) <= Math.max(Number(page().seq), bringing));
  // The news may be of a number that this page has already, such as a camera's; a fetch under way may have come before it.
  if (behind || event.type === "at" || "poll" in page()) refresh();
  for (const listener of listeners.heartbeat) listener();
}

function connect(attempt = 0) {
  disconnect();
  heard = Date.now();
  const all = patiences();
  const patience = all[Math.min(attempt, all.length - 1)];
  opening = setTimeout(() => source && source.readyState === EventSource.CONNECTING && connect(attempt + 1), patience);
  source = new EventSource(`${page().stream}?after=${page().seq}&seat=${page().seat}&page=${id}`);
  source.addEventListener("part", take);
  source.addEventListener("at", hear);
  source.addEventListener("beat", hear);
  source.addEventListener("open", () => { showLine(false); refresh(); });
  source.addEventListener("error", () => setTimeout(() => (!source || source.readyState !== EventSource.OPEN) && showLine(true), BLINK));
}

function disconnect() {
  clearTimeout(opening);
  if (source) source.close();
  source = null;
}

function wake() {
  if (document.visibilityState === "hidden") return;
  doubtful = true;
  if (asking) asking.abort(); // an earlier request may never be answered
  connect();
  refresh();
}

function watch() {
  if (document.visibilityState === "hidden") return;
  const silent = Date.now() - heard > SILENCE;
  if (!silent && source && source.readyState !== EventSource.CLOSED) return;
  wake();
  if (silent) setTimeout(() => doubtful && showLine(true), BLINK);
}

/** Starts listening; to be called once. */
export function start() {
  document.addEventListener("input", (event) => event.target.form && dirty.add(event.target.form));
  document.addEventListener("submit", ({ target }) => { pressed = { id: target.id, at: Infinity }; }, true);
  document.addEventListener("toggle", (event) => event.target.open && event.target.querySelector("[data-fragment]") && refresh(), true);
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  addEventListener("pagehide", disconnect);
  setInterval(watch, LOOK);
  connect();
}
