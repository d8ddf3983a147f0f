// "Check the board with a photo" on a phone's page: the answer is under Now; why there is none is said in a note.
import { toast } from "./act.js";
import { refresh } from "./live.js";
import { leave, onPhoto, send, smaller, tell } from "./photo.js";
import { show } from "./tabs.js";
import { words } from "./words.js";

async function took(form, file) {
  tell(form, words.reading_photo);
  const photo = await smaller(file);
  const reply = await send(form, photo);
  form.reset();
  tell(form, "");
  if (!reply) return toast(words.photo_lost);
  if (reply.tap) {
    await leave(photo, reply.message);
    return location.assign(form.action);
  }
  toast(reply.ok ? "" : reply.message, true);
  if (!reply.ok) return;
  await refresh();
  show("now"); // also when the same was answered before
  scrollTo(0, 0);
}

export function start() {
  onPhoto(took);
  for (const { form, files } of document.querySelectorAll("form.photo [type=file]")) if (files[0]) took(form, files[0]); // taken meanwhile
}
