// Scripts that a phone's page runs as soon as it can be used: the second of its files (companion.web.words.scripts).
import * as awake from "./awake.js";
import * as ballot from "./ballot.js";
import * as bell from "./bell.js";
import * as ended from "./ended.js";
import * as fields from "./fields.js";
import * as own from "./own.js";
import * as pay from "./pay.js";
import * as purse from "./purse.js";
import * as receipt from "./receipt.js";
import * as share from "./share.js";
import * as timer from "./timer.js";
import * as turning from "./turning.js";

for (const each of [own, fields, purse, pay, turning, ended, receipt, ballot, bell, awake, timer, share]) {
  each.start();
}
