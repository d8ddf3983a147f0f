// An account while its game is on: the rest is hidden until it is pressed.
import { start } from "./purse.js";

start();
