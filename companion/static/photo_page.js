// Setting up with photos: one at a time, each sent as soon as it is taken. Where the board is not found in one, its four
// corners are tapped on it, and it is sent once more.
import * as corners from "./corners.js";
import { address, left, onPhoto, send, smaller, tell } from "./photo.js";
import { words } from "./words.js";

const byId = (id) => document.getElementById(id);
let again = null; // the photo whose corners are being tapped

async function took(form, file) {
  again = null;
  byId("sight").hidden = byId("corner-hint").hidden = byId("corners-done").hidden = true;
  byId("corners-value").value = "";
  corners.end();
  complain(""); // that was of the photo before
  await deliver(form, await smaller(file));
}

async function deliver(form, photo) {
  tell(form, words.reading_photo);
  const reply = await send(form, photo);
  form.reset();
  tell(form, "");
  complain(reply ? reply.ok ? "" : reply.message : words.photo_lost);
  if (reply?.ok) location.assign(reply.next);
  else if (reply?.tap) show(photo);
}

async function show(photo) {
  again = photo;
  const image = byId("sight").querySelector("img");
  image.src = await address(photo);
  byId("sight").hidden = false;
  corners.begin(image);
}

function complain(message) {
  byId("trouble").textContent = message;
  byId("trouble").hidden = !message;
}

byId("corners-done").addEventListener("click", () => {
  const form = document.querySelector("form.photo");
  if (again && form) deliver(form, again);
});
onPhoto(took);

const from = left();
if (from) complain(from.message);
if (from?.photo) show(from.photo);
