// Setting up with photos: one at a time, each sent as soon as it is taken.
import { onPhoto, send, smaller, tell } from "./photo.js";
import { words } from "./words.js";

async function took(form, file) {
  tell(form, words.reading_photo);
  const told = await send(form, await smaller(file));
  form.reset();
  tell(form, "");
  const trouble = document.getElementById("trouble");
  trouble.textContent = told ? told.ok ? "" : told.message : words.photo_lost;
  trouble.hidden = !trouble.textContent;
  if (told?.ok) location.assign(told.next);
}

onPhoto(took);
