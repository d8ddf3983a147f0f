// A phone's page: everything that every game needs, started once; a game may bring scripts of its own.
import * as act from "./act.js";
import * as awake from "./awake.js";
import * as ballot from "./ballot.js";
import * as board from "./board.js";
import * as bell from "./bell.js";
import * as live from "./live.js";
import * as purse from "./purse.js";
import * as tabs from "./tabs.js";

tabs.start();
purse.start();
board.start();
ballot.start();
bell.start();
awake.start();
live.start();
act.start();
