// Figures walk on the table screen: from cell to cell to where they have come, or are led, round those that stand in
// between. Less than a second long, and not where movement is not wanted.
import { onPart } from "./live.js";

const WAY = 700; // milliseconds
const MOST = 4; // figures at once: more is a board that was set up anew
const NEXT = 1.2; // times the smallest distance between two cells: these touch
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let stood = null; // the former places of the figures

const far = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
const kind = ({ looks }) => looks.split(" ")[1];

const counted = (places, name) => (places.has(name) ? places.get(name).count : 0);

/** The figures by place and look: how many look alike at one place, the last figure of them, and its place in the picture. */
function standing() {
  const found = new Map();
  for (const figure of document.querySelectorAll("#board .figure[data-at]")) {
    const looks = figure.getAttribute("class");
    const name = `${looks} ${figure.dataset.at}`;
    const place = figure.getAttribute("transform").match(/-?[\d.]+/g).map(Number); // x, y, scale
    const label = figure.querySelector(".count");
    const count = (label && parseInt(label.textContent.slice(1), 10)) || 1;
    found.set(name, { looks, figure, place, count: count + counted(found, name) });
  }
  return found;
}

const more = (here, there) => Array.from(here).filter(([name, { count }]) => count > counted(there, name)).map(([, each]) => each);

/** The figures that walked, and from where: those that look alike, then those of one kind. */
function walks(gone, come) {
  const found = [];
  for (const trait of [({ looks }) => looks, kind]) {
    for (const each of come.filter((one) => !found.some(([, to]) => to === one))) {
      const at = gone.findIndex((one) => trait(one) === trait(each));
      if (at >= 0) found.push([gone.splice(at, 1)[0], each]);
    }
  }
  return found;
}

/** The way from one place to another over cells on which nothing stands; straight where there is none. */
function way(from, to) {
  const cells = new Map(Array.from(document.querySelectorAll("#board .region [data-cell]"), (cell) => [cell.dataset.cell, [cell.x.baseVal.value, cell.y.baseVal.value]]));
  const places = [...cells.values()];
  if (places.length < 2) return [from, to];
  const touch = NEXT * Math.min(...places.slice(1).map((place) => far(places[0], place)));
  const nearest = (place) => places.reduce((best, each) => (far(each, place) < far(best, place) ? each : best));
  const [first, last] = [nearest(from), nearest(to)];
  const taken = new Set(Array.from(document.querySelectorAll("#board .figure[data-at]"), ({ dataset }) => cells.get(dataset.at)));
  const before = new Map([[first, null]]);
  for (const here of before.keys()) {
    if (here === last) break;
    for (const each of places) if (!before.has(each) && (each === last || !taken.has(each)) && far(here, each) < touch) before.set(each, here);
  }
  const back = [];
  for (let each = before.has(last) ? last : null; each; each = before.get(each)) back.unshift(each);
  return [from, ...back, to];
}

// In a picture of its own: one that moved within the board would have the whole board painted anew, frame by frame.
function walk([from, { figure, place: [x, y, scale = 1] }]) {
  const { a: size, e: left, f: top } = document.getElementById("board").getScreenCTM();
  const walker = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  walker.setAttribute("class", "board walker");
  walker.setAttribute("viewBox", "-30 -30 60 60");
  walker.setAttribute("aria-hidden", "true");
  walker.style.width = walker.style.height = `${60 * size}px`;
  const drawn = figure.cloneNode(true);
  drawn.removeAttribute("id");
  drawn.setAttribute("transform", `scale(${scale})`);
  walker.append(drawn);
  document.body.append(walker);
  figure.style.visibility = "hidden";
  const at = ([u, v]) => ({ transform: `translate(${left + size * (u - 30)}px, ${top + size * (v - 30)}px)` });
  walker.animate(way(from.place.slice(0, 2), [x, y]).map(at), WAY).onfinish = () => {
    walker.remove();
    figure.style.removeProperty("visibility");
  };
}

function look() {
  const now = standing();
  const come = stood && !calm.matches ? more(now, stood) : [];
  if (come.length <= MOST) walks(more(stood || now, now), come).forEach(walk);
  stood = now;
}

/** Looks now and after every change of the page. */
export function start() {
  onPart(look);
}
