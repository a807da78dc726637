"""What can be saved of a block that the parser gave up."""

from __future__ import annotations

import re

from papernotes_plugin.bibtex.blocks import Block, Entry, ParsingFailedBlock, Piece, String, parsed
from papernotes_plugin.entries import safe_value

REMARK = re.compile(r"^[ \t]*%.*$", re.MULTILINE)
"""LaTeX's remarks, which BibTeX does not know."""
_TRAILING = re.compile(r"(?<=,)[ \t]*%.*$", re.MULTILINE)
_HEAD = re.compile(r'@\s*(\w+)\s*[{(](?:\s*([^\s,={}()"]+)\s*([,=]))?')
_KEYLESS = re.compile(r"(@\s*\w+\s*[{(])(?=\s*[A-Za-z][\w:.+-]*\s*=)")
_LINE = re.compile(r"(\s*[A-Za-z][\w:.+-]*\s*=\s*)(?:\{(.*)\}|(\w+))\s*,?\s*")
_COMMAS = re.compile(r",(?:\s*,)+")
_FIELD = re.compile(r"\b(?:author|booktitle|doi|journal|pages|title|url|volume|year)\s*=\s*[{\"\d]", re.IGNORECASE)


def sound(piece: Piece) -> tuple[Block | None, str]:
    """The block, or what can be saved of a broken one, None if that is nothing; and what is to be said of it."""
    block = piece.block
    if not isinstance(block, ParsingFailedBlock):
        return block, ""
    if isinstance(block.ignore_error_block, Entry | String):
        return block.ignore_error_block, ""
    head = _HEAD.match(block.raw or "")
    kind = head[1].lower() if head else ""
    if kind in {"comment", "preamble"}:
        return None, ""
    saved, how = _saved(piece.text)
    if not how:
        return saved, ""
    key = head[2] if head and head[3] == ("=" if kind == "string" else ",") else ""
    reason = " ".join(str(getattr(block.error, "abort_reason", block.error)).split()).rstrip(".")
    # the parser was given this block alone
    reason = reason.replace("Unexpectedly reached end of file", "a brace or quote does not close")
    name = f"{kind} '{key}'" if key else kind or "a block"
    return saved, f"{name} {how}: {reason}"


def _saved(chunk: str) -> tuple[Block | None, str]:
    """What a broken block holds once its remarks, doubled commas or missing braces are mended, and what was done.

    Something is saved only if it is one block, and no value of it holds another field.
    """
    plain = _TRAILING.sub("", REMARK.sub("", chunk)).rstrip()
    keyed = _KEYLESS.sub(r"\1,", plain, count=1)
    single = _COMMAS.sub(",", plain)
    for text in (plain, keyed, single, plain + "}", plain + "}}", single + "}", _lined(plain)):
        found = parsed(text)
        whole = found[0] if len(found) == 1 else None
        if isinstance(whole, String):
            return whole, "was mended"
        values = [item.value for item in whole.fields] if isinstance(whole, Entry) else []
        if values and not any(_FIELD.search(value, 1) for value in values):
            return whole, "" if text in (plain, keyed) else "was mended"
    return None, "could not be read and was left out"


def _lined(chunk: str) -> str:
    """The block with the braces of each value balanced, if it has a field a line; "" otherwise."""
    head, *lines = chunk.split("\n")
    fields = [(line, _LINE.fullmatch(line)) for line in lines if line.strip() not in {"", "}", ","}]
    if not fields or not all(match for _, match in fields):
        return ""
    values = (f"{match[1]}{match[3] or f'{{{safe_value(match[2])}}}'}," for _, match in fields if match)
    return "\n".join([head, *values, "}"])
