"""What is sealed on a phone: a hash over what is chosen and a nonce that only the phone knows (promises.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def sealed(tag: str, parts: Sequence[str], nonce: str) -> str:
    """SHA-256 over tag, parts and nonce (hex), each with its length (hex); ``seal`` in static/seal.js is the same.

    The lengths keep two different secrets from ever reading as the same bytes.
    """
    digest = hashlib.sha256()
    for part in [*(part.encode() for part in (tag, *parts)), bytes.fromhex(nonce)]:
        digest.update(len(part).to_bytes(4, "big"))
        digest.update(part)
    return digest.hexdigest()


def is_hex(text: str, size: int) -> bool:
    """Whether the text is so many bytes in small hexadecimal digits."""
    return len(text) == 2 * size and set(text) <= set("0123456789abcdef")
