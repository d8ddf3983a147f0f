// Scripts of this game's phones: the cards of a duel, and the notes about the herd.
import { onPart } from "../../live.js";
import * as hand from "./hand.js";
import * as herd from "./herd.js";
import * as notebook from "./notebook.js";

// The form for a cow's sticker needs the room of the cards above it; a sale tells by itself what moved.
onPart(() => {
  document.body.classList.toggle("shows-sticker", document.querySelector('[data-kind="show_sticker"]') !== null);
  document.body.classList.toggle("shows-sale", document.querySelector("#tab-now #sale") !== null);
});
notebook.start();
herd.start();
hand.start();
