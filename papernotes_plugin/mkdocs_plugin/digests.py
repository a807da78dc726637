"""Digests of contents, by which a build finds out what has changed since the last one."""

from __future__ import annotations

import hashlib


def digest_of(content: bytes | str) -> str:
    """Return a hexadecimal digest of a content."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return hashlib.blake2b(data, digest_size=16).hexdigest()
