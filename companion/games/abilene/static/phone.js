// Scripts of this game's phones: the cards of a duel, and the notes about the herd.
import * as hand from "./hand.js";
import * as herd from "./herd.js";
import * as notebook from "./notebook.js";

notebook.start();
herd.start();
hand.start();
