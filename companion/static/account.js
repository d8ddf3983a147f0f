// An account while its game is on: what was left is hidden until it is pressed.
import { start } from "./purse.js";

start();
