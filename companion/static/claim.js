// A phone that asks for a seat looks every second what has become of it; the page changes only where that is another.

const LOOK = 1000;

async function look() {
  try {
    const answer = await fetch(location.href, { cache: "no-store", credentials: "same-origin" });
    if (answer.redirected) return location.replace(answer.url); // it has the seat
    const text = await answer.text();
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("main");
    const old = document.querySelector("main");
    if (answer.ok && fresh && fresh.innerHTML !== old.innerHTML) old.replaceWith(document.adoptNode(fresh));
  } catch { /* the box or the network is away for a moment */ }
  setTimeout(look, LOOK);
}

setTimeout(look, LOOK);
