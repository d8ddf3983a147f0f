// "Check the board with a photo" on a phone's page: what came of it stands under Now; why there is none is said in a note.
import { toast } from "./act.js";
import { refresh } from "./live.js";
import { leave, onPhoto, send, smaller, tell } from "./photo.js";
import { show } from "./tabs.js";
import { words } from "./words.js";

async function took(form, file) {
  tell(form, words.reading_photo);
  const photo = await smaller(file);
  const told = await send(form, photo);
  form.reset();
  tell(form, "");
  if (!told) return toast(words.photo_lost);
  if (told.tap) {
    await leave(photo, told.message);
    return location.assign(form.action);
  }
  toast(told.ok ? "" : told.message, true);
  if (!told.ok) return;
  await refresh();
  show("now"); // also when the same was answered before
  scrollTo(0, 0);
}

export function start() {
  onPhoto(took);
}
