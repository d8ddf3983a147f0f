// A phone's page: everything it needs, started once.
import * as act from "./act.js";
import * as awake from "./awake.js";
import * as ballot from "./ballot.js";
import * as board from "./board.js";
import * as bell from "./bell.js";
import * as hand from "./hand.js";
import * as live from "./live.js";
import * as notebook from "./notebook.js";
import * as purse from "./purse.js";
import * as tabs from "./tabs.js";

tabs.start();
purse.start();
board.start();
ballot.start();
notebook.start();
hand.start();
bell.start();
awake.start();
live.start();
act.start();
