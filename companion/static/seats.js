// The seating order, set before the game on a phone or the table screen: a seat is dragged by its
// handle, or goes one place on by its buttons. The neighbours make room, on the television in several columns: what is
// held stays in the page, and held.
import { post, toast } from "./act.js";
import { refresh } from "./live.js";

let held = null; // the seat that is dragged, and how everybody sat before

const order = (list) => Array.from(list.children, ({ dataset }) => dataset.seat);

/** Says whether a point is past the middle of a seat as one reads: along its line, or down where it has its own. */
function isPast(seat, { clientX, clientY }, from) {
  const box = seat.getBoundingClientRect();
  const inLine = Math.abs(box.top - from.getBoundingClientRect().top) < box.height / 2;
  return inLine ? clientX > box.left + box.width / 2 : clientY > box.top + box.height / 2;
}

async function send(list) {
  const answer = await post(`/api/tables/${list.dataset.around}/order`, { order: order(list) });
  if (answer.ok) return;
  if (answer.message) toast(answer.message);
  delete list.closest("[data-fragment]").dataset.version; // as the box knows it
  refresh();
}

function press({ target }) {
  const button = target.closest("[data-places]");
  const places = button && button.dataset.places;
  const item = places && target.closest("[data-seat]");
  const beside = item && (places === "-1" ? item.previousElementSibling : item.nextElementSibling);
  if (!beside) return;
  if (places === "-1") item.after(beside);
  else item.before(beside);
  send(item.parentElement);
}

function down({ target, isPrimary }) {
  const item = target.closest(".grip") && target.closest("[data-around] > [data-seat]");
  if (!item || !isPrimary) return;
  held = { item, before: order(item.parentElement).join() };
  item.classList.add("moving");
}

function move(event) {
  if (!held) return;
  const { item } = held;
  const touched = document.elementFromPoint(event.clientX, event.clientY);
  const other = touched && touched.closest("[data-around] > [data-seat]");
  if (!other || other === item || other.parentElement !== item.parentElement) return;
  const seats = Array.from(item.parentElement.children);
  const from = seats.indexOf(item), to = seats.indexOf(other);
  if (from < to && isPast(other, event, item)) item.before(...seats.slice(from + 1, to + 1));
  else if (from > to && !isPast(other, event, item)) item.after(...seats.slice(to, from));
}

function up() {
  if (!held) return;
  const { item, before } = held;
  held = null;
  item.classList.remove("moving");
  if (item.isConnected && order(item.parentElement).join() !== before) send(item.parentElement);
}

/** Takes over the lists of seats that can be put in another order. */
export function start() {
  document.addEventListener("click", press);
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
}
