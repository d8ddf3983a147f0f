// The arithmetic of the sealed ballot; the same bytes as the box computes when it checks.
import { sha256 } from "./vendor/noble-hashes/sha2.js";

const TAG = "companion/ballot/1";
const text = new TextEncoder();

/**
 * SHA-256 over tag, table, ballot, seat, choice and nonce, each preceded by its length (4 bytes,
 * big-endian), so that no two votes ever read as the same bytes. Lower-case hex.
 */
export function commitment(table, ballot, seat, choice, nonce) {
  const digest = sha256.create();
  for (const part of [TAG, table, String(ballot), seat, choice].map((word) => text.encode(word)).concat([nonce])) {
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, part.length);
    digest.update(new Uint8Array(length.buffer)).update(part);
  }
  return Array.from(digest.digest(), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
