// The private list of one's herd: what lies under which cow. It is written on this phone and never sent; when a cow is
// sold, its note fills in what the seller then shows with a tap.
import { toast } from "../../act.js";
import { onPart, page } from "../../live.js";
import { drop, find, keep } from "../../vault.js";
import { words } from "../../words.js";

const shown = () => JSON.parse(document.getElementById("herd-data")?.textContent ?? "null");
const selects = () => Array.from(document.querySelectorAll("#herd select[data-cow]"));
const place = (cow) => `herd ${page().code} ${page().seat} ${cow}`;
const said = (sticker) => JSON.stringify([sticker.brand, sticker.value]);

/** The stickers to choose from; those that the other cows of this list use up are not offered. */
function offer(select, stickers, none) {
  const others = selects().filter((one) => one.dataset.cow !== select.dataset.cow).map((one) => one.value);
  const options = stickers
    .filter((sticker) => others.filter((value) => value === said(sticker)).length < sticker.left || select.value === said(sticker))
    .map((sticker) => Object.assign(document.createElement("option"), { value: said(sticker), textContent: sticker.words }));
  const now = select.value;
  select.replaceChildren(Object.assign(document.createElement("option"), { value: "", textContent: none }), ...options);
  select.value = now;
}

async function fill() {
  const herd = shown();
  if (!herd) return;
  for (const select of selects()) {
    const kept = await find(place(select.dataset.cow));
    for (const sticker of herd.stickers) select.append(Object.assign(document.createElement("option"), { value: said(sticker) }));
    select.value = kept?.sticker ?? "";
    if (select.selectedIndex < 0) select.value = "";
  }
  for (const select of selects()) offer(select, herd.stickers, herd.none);
  const stolen = document.getElementById("stolen");
  if (stolen) stolen.hidden = false;
  await answer(herd);
}

/** Fills in what was noted about the cow on sale; the player who turns it over confirms or corrects it. */
async function answer(herd) {
  const form = herd.selling && document.querySelector(`form[data-kind="${herd.answer_kind}"]`);
  if (!form || form.querySelector("input[data-name]:checked")) return;
  const kept = await find(place(herd.selling));
  if (!kept || form.querySelector("input[data-name]:checked")) return;
  const [brand, value] = JSON.parse(kept.sticker);
  const noted = { brand: JSON.stringify(brand), value: JSON.stringify(value) };
  for (const input of form.querySelectorAll("input[data-name]")) input.checked = input.value === noted[input.dataset.name];
  document.getElementById("herd-noted").hidden = false;
}

async function noted(event) {
  const select = event.target.closest?.("#herd select[data-cow]");
  if (!select) return;
  const commitment = place(select.dataset.cow);
  try {
    await (select.value ? keep([{ commitment, sticker: select.value }]) : drop(commitment));
  } catch {
    toast(words.cannot_keep, true);
  }
  const herd = shown();
  for (const one of selects()) offer(one, herd.stickers, herd.none);
}

/** Takes over the list of the page. */
export function start() {
  document.addEventListener("change", noted);
  onPart(fill);
}
