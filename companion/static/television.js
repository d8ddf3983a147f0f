// The television follows the table in play: it asks now and then, and shows itself anew when that is another one.
import * as awake from "./awake.js";

const LOOK = 4000; // milliseconds
const shown = document.querySelector("[data-shown]").dataset.shown;

async function look() {
  const given = new AbortController();
  setTimeout(() => given.abort(), LOOK);
  try {
    const answer = await fetch(`/tv/now${location.search}`, { signal: given.signal });
    if (!answer.ok || (await answer.json()).shown === shown) return;
    clearInterval(looking); // asked for again, a page that takes longer than that would never come
    location.replace(`/tv${location.search}`); // never again what was posted
  } catch { /* the box is away: the content stays */ }
}

awake.start();
const looking = setInterval(look, LOOK);
