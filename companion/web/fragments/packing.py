"""Answers packed from segments (RFC 1951, 1952), so that no secret is ever compressed beside text of another's choice.

How well a text compresses depends on its neighbours (the attacks CRIME and BREACH). Here public content is
compressed by itself, once, and the content of one seat is not compressed at all; both become one gzip body.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable

RAW_DEFLATE = -15
LEVEL = 6
MAX_BLOCK_LENGTH = 65_535
HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
END = b"\x03\x00"
"""an empty last block"""


def compressed(data: bytes) -> bytes:
    """Return a compressed segment that does not refer to anything before it."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW_DEFLATE)
    return packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)


def stored(data: bytes) -> bytes:
    """Return an uncompressed segment, five bytes longer for every 64 KiB."""
    blocks = (data[start : start + MAX_BLOCK_LENGTH] for start in range(0, len(data), MAX_BLOCK_LENGTH))
    return b"".join(struct.pack("<BHH", 0, len(block), len(block) ^ 0xFFFF) + block for block in blocks)


def gzipped(plain: Iterable[bytes], segments: Iterable[bytes]) -> bytes:
    """Return the body of an answer with ``Content-Encoding: gzip``: the ``plain`` data, packed as these segments."""
    check = size = 0
    for data in plain:
        check, size = zlib.crc32(data, check), size + len(data)
    return HEAD + b"".join(segments) + END + struct.pack("<LL", check, size & 0xFFFFFFFF)
