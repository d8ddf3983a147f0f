// The table screen: it only looks.
import * as awake from "./awake.js";
import * as live from "./live.js";

awake.start();
live.start();
