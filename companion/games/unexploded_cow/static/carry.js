// Carries a card to a place in a row: with a mouse at once, with a finger after it has rested, so that a swipe still
// scrolls the page. The page may be drawn again meanwhile: the card is found by its name, a copy of it follows the
// pointer, and its target is measured at every step.
const REST = 220; // milliseconds that a finger rests
const SLIP = 8; // pixels that a resting finger may slip
const [TOP, FOOT] = [130, 190]; // so near the edges of the screen the page comes along
const NEAR = 45; // and so near the bin
const PACE = 7; // pixels a picture
const BACK = 160; // milliseconds of the way back
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const inside = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
const fixed = (name, box) => {
  const element = document.createElement("div");
  element.className = name;
  element.setAttribute("aria-hidden", "true");
  place(element, box);
  return document.body.appendChild(element);
};

function place(element, { left, top, width, height }) {
  Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
}

/** The place in a row that runs from the right to the left, counted from 0, and the mark that shows it. */
function gap(row, things, x, y) {
  const boxes = things.map((thing) => thing.getBoundingClientRect());
  const before = boxes.findIndex((box) => y < box.top || (y <= box.bottom && x > box.left + box.width / 2));
  const index = before < 0 ? boxes.length : before;
  const [right, left] = [boxes[index - 1], boxes[index]];
  const ends = right && (!left || y < left.top); // a line of the row ends here
  const beside = ends ? right : left;
  if (!beside) return { index, mark: null };
  const { top, height } = beside;
  return { index, mark: { left: ends ? right.left - 5 : left.right + 1, top, width: 4, height } };
}

/**
 * Lets things be carried. `what.find(element)` is what would be lifted there (null: nothing), known by `what.name`;
 * `what.again(name)` finds it in the page as it is now; `what.rows()` are the rows, `what.among(row)` what stands in one,
 * `what.bin()` where it is put away. `what.put(name, {row, index, bin})` tells whether it stays there.
 */
export function carried(what) {
  let held = null; // a pointer that is down, and what it may lift
  let load = null; // what is carried

  function down(event) {
    if (held || load || !event.isPrimary || event.button > 0 || event.target.closest("button, a, select")) return;
    const thing = what.find(event.target);
    if (!thing) return;
    held = { id: event.pointerId, x: event.clientX, y: event.clientY, name: what.name(thing) };
    if (event.pointerType !== "mouse") held.timer = setTimeout(lift, REST);
  }

  function lift() {
    const thing = what.again(held.name);
    if (!thing) return drop();
    const box = thing.getBoundingClientRect();
    const copy = fixed("carried", box);
    const inner = thing.cloneNode(true);
    inner.removeAttribute("id");
    copy.append(inner);
    load = { ...held, copy, mark: fixed("carried-to", box), dx: held.x - box.left, dy: held.y - box.top, where: null };
    clearTimeout(held.timer);
    held = null;
    document.body.dataset.carries = what.kind(load.name);
    getSelection().removeAllRanges();
    follow();
    requestAnimationFrame(along);
  }

  function drop() {
    clearTimeout(held?.timer);
    held = null;
  }

  function move(event) {
    const far = held?.id === event.pointerId && Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLIP;
    if (far && held.timer) return drop(); // a swipe
    if (far) lift();
    if (load?.id !== event.pointerId || load.down) return;
    [load.x, load.y] = [event.clientX, event.clientY];
    follow();
  }

  /** Where it would go if it were let go now. */
  function follow() {
    const { x, y, copy, mark, name } = load;
    copy.style.left = `${x - load.dx}px`;
    copy.style.top = `${y - load.dy}px`;
    const bin = what.bin(name);
    const away = bin && inside(bin.getBoundingClientRect(), x, y);
    bin?.classList.toggle("over", Boolean(away));
    const row = away ? null : what.rows().find((each) => inside(each.getBoundingClientRect(), x, y));
    const others = row ? what.among(row).filter((each) => what.name(each) !== name) : [];
    const to = row ? gap(row, others, x, y) : null;
    load.where = away ? { bin: true } : row && { row, index: to.index };
    mark.hidden = !to?.mark;
    if (to?.mark) place(mark, to.mark);
    what.again(name)?.classList.add("lifted");
  }

  function along() {
    if (!load || load.down) return;
    const foot = (what.bin(load.name)?.getBoundingClientRect().top ?? innerHeight - FOOT + NEAR) - NEAR;
    const step = load.y < TOP ? -PACE : load.y > foot ? PACE : 0;
    if (step && !load.where?.bin) {
      scrollBy(0, step);
      follow();
    }
    requestAnimationFrame(along);
  }

  async function up(event) {
    if (held?.id === event.pointerId) drop();
    if (load?.id !== event.pointerId || load.down) return;
    load.down = true;
    const { where, name } = load;
    document.body.dataset.carries = "";
    load.mark.remove();
    if (where && (await what.put(name, where).catch(() => false))) return done();
    await home();
    done();
  }

  function cancel(event) {
    if (held?.id === event.pointerId) drop();
    if (load?.id === event.pointerId) stop();
  }

  async function stop() {
    if (!load || load.down) return;
    load.down = true;
    document.body.dataset.carries = "";
    load.mark.remove();
    await home();
    done();
  }

  /** Back to where it stands. */
  async function home() {
    const box = what.again(load.name)?.getBoundingClientRect();
    if (!box || calm.matches) return;
    const { left, top } = load.copy.getBoundingClientRect();
    const way = load.copy.animate([{ transform: "none" }, { transform: `translate(${box.left - left}px, ${box.top - top}px)` }], BACK);
    await way.finished.catch(() => null);
  }

  function done() {
    load.copy.remove();
    load.mark.remove();
    delete document.body.dataset.carries;
    for (const each of document.querySelectorAll(".lifted")) each.classList.remove("lifted");
    load = null;
  }

  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", cancel);
  document.addEventListener("keydown", (event) => event.key === "Escape" && stop());
  document.addEventListener("visibilitychange", stop);
  document.addEventListener("touchstart", (event) => event.cancelable || drop()); // it stops a page that still rolls
  // Only what is not passive can keep a page from scrolling under a finger.
  document.addEventListener("touchmove", (event) => load && event.cancelable && event.preventDefault(), { passive: false });
  document.addEventListener("contextmenu", (event) => (held || load) && event.preventDefault());

  /** To be called when the page has been drawn anew. */
  return () => {
    if (load && !load.down) follow();
  };
}
