"""Make names for files and URLs from titles."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from papernotes_plugin.text.comparison import compute_key

_RESERVED = frozenset({"con", "prn", "aux", "nul", "index", "404", "search", "assets", "tags", "readme", "sitemap"}) | {
    f"{device}{n}" for device in ("com", "lpt") for n in range(10)
}
"""File names with a meaning on Windows or in a generated site."""
_GREEK = {
    code: f" {unicodedata.name(chr(code)).rpartition(' ')[2].lower()} " for code in range(0x3B1, 0x3CA) if code != 0x3C2
}


@lru_cache(maxsize=1 << 16)
def slugify(text: str, limit: int = 80) -> str:
    """Return a name that is safe in paths: lower-case ASCII letters, digits and single hyphens.

    It is never empty and never a reserved name, and has at most `limit` characters (two more behind a reserved name).

    Examples:
        >>> slugify("Würstchen: Fast & Good"), slugify("β-VAE"), slugify("CON"), slugify("注意力")
        ('wurstchen-fast-and-good', 'beta-vae', 'con-x', 'x')
    """
    key = compute_key(text.replace("'", "").replace("’", ""))
    words = key if key.isascii() else key.translate(_GREEK).encode("ascii", "ignore").decode()
    out = "-".join(words.split())
    if len(out) > limit:
        whole = out[: limit + 1].rpartition("-")[0]
        out = whole or out[:limit]
    out = out or "x"
    return f"{out}-x" if out in _RESERVED else out
