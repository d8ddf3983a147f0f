// A photo of the board: made smaller here, where the phone can read it whatever its form, and sent as soon as it is taken.
const LONGEST = 2048; // pixels; the box keeps no more
const QUALITY = 0.9;
const PATIENCE = 40_000;

/** The photo as a JPEG of a size that travels quickly; the file itself where this browser cannot draw it. */
export async function smaller(file) {
  try {
    const picture = await createImageBitmap(file);
    const by = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height].map((side) => Math.round(side * by));
    const pen = canvas.getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), "image/jpeg", QUALITY));
  } catch {
    return file; // the box says why it cannot be read
  }
}

/** Sends the photo of this form; returns the box's answer, or null when it could not be reached. */
export async function send(form, photo) {
  const body = new FormData(form);
  body.set("photo", photo, "photo.jpg");
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(form.action, { method: "POST", body, signal: stop.signal, headers: { Accept: "application/json" } });
    const reply = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : await said(answer);
    return { ...reply, status: answer.status };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

// A refusal is a page; its sentence is what counts here.
async function said(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { ok: false, message: page.querySelector("main p")?.textContent ?? "", next: "" };
}

/** Calls `took` with form and file whenever somebody has taken a photo. */
export function onPhoto(took) {
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form.photo");
    const file = event.target.files?.[0];
    if (form && file) took(form, file);
  });
}

/** Says beside the form what goes on. */
export function tell(form, text) {
  const line = form.querySelector("[role=status]");
  line.textContent = text;
  line.hidden = !text;
}

const LEFT = "photo-left";

/** The photo as an address of its own. Not blob:, which the content policy does not know. */
export function address(photo) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(photo);
  });
}

/** Leaves a photo, and what is wrong with it, for the page on which its corners can be tapped. */
export async function leave(photo, message) {
  for (const left of [{ message, photo: await address(photo) }, { message, photo: "" }]) {
    try {
      return sessionStorage.setItem(LEFT, JSON.stringify(left));
    } catch {
      // no room for the photo
    }
  }
}

/** The message and the photo left for this page (null: none); once. */
export function left() {
  const found = JSON.parse(sessionStorage.getItem(LEFT) ?? "null");
  sessionStorage.removeItem(LEFT);
  if (!found) return null;
  const bytes = Uint8Array.from(atob(found.photo.split(",")[1] ?? ""), (character) => character.charCodeAt(0));
  return { message: found.message, photo: bytes.length ? new Blob([bytes], { type: "image/jpeg" }) : null };
}
