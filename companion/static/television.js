// The television follows the table in play: it asks every few seconds, and reloads when that is another table.
import * as awake from "./awake.js";

const LOOK = 4000; // milliseconds
const shown = document.querySelector("[data-shown]").dataset.shown;

async function look() {
  const given = new AbortController();
  setTimeout(() => given.abort(), LOOK);
  try {
    const answer = await fetch(`/tv/now${location.search}`, { signal: given.signal });
    if (!answer.ok || (await answer.json()).shown === shown) return;
    clearInterval(looking); // a second request would cancel the page that is loading
    location.replace(`/tv${location.search}`); // a reload would post the form again
  } catch { /* the box is away: the content stays */ }
}

awake.start();
const looking = setInterval(look, LOOK);
