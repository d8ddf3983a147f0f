// The arithmetic of what is sealed on a phone; the same bytes as the box computes when it checks.
const TAG = "companion/ballot/1";
const text = new TextEncoder();
let sha256 = null;

/** Fetches what the arithmetic needs, a tenth of a page's scripts, before something can be sealed; whether it is there. */
export async function hashing() {
  sha256 = sha256 || await import("./vendor/noble-hashes/sha2.js").then((module) => module.sha256, () => null);
  return Boolean(sha256);
}

/**
 * SHA-256 over tag, parts and nonce, each preceded by its length (4 bytes, big-endian), so that no
 * two secrets ever read as the same bytes. Lower-case hex.
 */
export function sealed(tag, parts, nonce) {
  const digest = sha256.create();
  for (const part of [tag, ...parts].map((word) => text.encode(word)).concat([nonce])) {
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, part.length);
    digest.update(new Uint8Array(length.buffer)).update(part);
  }
  return Array.from(digest.digest(), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The seal of a vote. */
export const commitment = (table, ballot, seat, choice, nonce) => sealed(TAG, [table, String(ballot), seat, choice], nonce);

/** The work, which never runs twice at a time: asked for while it runs, it runs once more. */
export function oneAtATime(work) {
  let running = false;
  let wanted = false;
  return async () => {
    wanted = true;
    if (running) return;
    running = true;
    try {
      while (wanted) {
        wanted = false;
        await work();
      }
    } finally {
      running = false;
    }
  };
}
