// What a phone of this game does besides: the reason chosen above the own town goes with every tap below it.
import { onPart } from "../../live.js";

let reason = "played";
let usual = reason;

function apply() {
  const town = document.getElementById("town");
  if (!town) return;
  if (town.dataset.usual !== usual) usual = reason = town.dataset.usual; // another phase has come
  for (const radio of town.querySelectorAll("input[name=reason]")) radio.checked = radio.value === reason;
  for (const form of town.querySelectorAll('form[data-kind="change_town"]')) {
    form.dataset.fixed = JSON.stringify({ ...JSON.parse(form.dataset.fixed), reason });
  }
}

document.addEventListener("change", (event) => {
  if (!event.target.matches?.("#town input[name=reason]")) return;
  reason = event.target.value;
  apply();
});
onPart(apply);
apply();
