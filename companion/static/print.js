// The page Print: what can be chosen and printed belongs to the edition, the cards and the table that are chosen.
const form = document.querySelector(".sheets");
let asked = 0;

async function follow({ target: { name } }) {
  const of = (page) => [...page.querySelectorAll(`[data-of~="${name}"]`)];
  if (!of(form).length) return;
  asked += 1;
  const mine = asked;
  const answer = await fetch(`/print?${new URLSearchParams(new FormData(form))}`);
  if (!answer.ok || mine !== asked) return; // something else has been chosen meanwhile
  const fresh = of(new DOMParser().parseFromString(await answer.text(), "text/html"));
  of(form).forEach((part, at) => part.replaceWith(fresh[at]));
}

form.addEventListener("change", follow);
