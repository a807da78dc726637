"""What can be saved of a block that the parser gave up."""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin.bibtex.bib_blocks import Block, Entry, ParsedBlock, ParsingFailedBlock, String, parse_blocks
from papernotes_plugin.bibtex.field_values import closing_brace
from papernotes_plugin.entries import safe_value

LATEX_COMMENT = re.compile(r"^[ \t]*%.*$", re.MULTILINE)
"""LaTeX's remarks, which BibTeX does not know."""
_TRAILING = re.compile(r"(?<=,)[ \t]*%.*$", re.MULTILINE)
_HEAD = re.compile(r'@\s*(\w+)\s*[{(](?:\s*([^\s,={}()"]+)\s*([,=]))?')
_FIELD = re.compile(r"\b(?:author|booktitle|doi|journal|pages|title|url|volume|year)\s*=\s*[{\"\d]", re.IGNORECASE)


def repair_block(piece: ParsedBlock) -> tuple[Block | None, str]:
    """The block, or what can be saved of a broken one, None if that is nothing; and what is to be said of it."""
    block = piece.block
    if piece.fault and not piece.text:
        return None, piece.fault
    if piece.fault:
        return _told(piece, piece.fault)
    if not isinstance(block, ParsingFailedBlock):
        return block, ""
    if isinstance(block.ignore_error_block, Entry | String):
        return block.ignore_error_block, ""
    reason = " ".join(str(getattr(block.error, "abort_reason", block.error)).split()).rstrip(".")
    # the parser was given this block alone
    return _told(piece, reason.replace("Unexpectedly reached end of file", "a brace or quote does not close"))


def _told(piece: ParsedBlock, reason: str) -> tuple[Block | None, str]:
    """What is left of a broken block, and what is to be said of it."""
    head = _HEAD.match(piece.text)
    kind = head[1].lower() if head else ""
    saved, how = (None, "could not be read") if kind in {"comment", "preamble"} else _saved(piece)
    if not how:
        return saved, ""
    key = head[2] if head and head[3] == ("=" if kind == "string" else ",") else ""
    name = f"{kind} '{key}'" if key else kind or "a block"
    if saved is None and isinstance(piece.block, Entry):
        # better what the parser made of it than nothing
        return piece.block, f"{name} was read as far as it goes: {reason}"
    return saved, f"{name} {how}: {reason}"


# --- trying ---------------------------------------------------------------------------------------

_KEYLESS = re.compile(r"(@\s*\w+\s*[{(])(?=\s*[A-Za-z][\w:.+-]*\s*=)")
_COMMALESS = re.compile(r'(@\s*\w+\s*[{(]\s*[^\s,={}()"]+)(?=\s+[A-Za-z][\w:.+-]*\s*=)')
_COMMAS = re.compile(r",(?:\s*,)+")


def _saved(piece: ParsedBlock) -> tuple[Block | None, str]:
    """What a broken block holds once its remarks, doubled commas or missing braces are mended, and what was done.

    Something is saved only if it is one block, and no value of it holds another field.
    """
    plain = _TRAILING.sub("", LATEX_COMMENT.sub("", piece.text)).rstrip()
    keyless = _KEYLESS.sub(r"\1,", plain, count=1)
    single = _COMMAS.sub(",", _COMMALESS.sub(r"\1,", plain, count=1))
    silent = () if piece.fault else (plain, keyless)
    for text in (*silent, single, plain + "}", plain + "}}", single + "}"):
        whole = _whole(text)
        if whole:
            return whole, "" if text in silent else "was mended"
    lined, field = _lined(_KEYLESS.sub(r"\1,", single, count=1))
    whole = _whole(lined)
    return (
        (whole, f"was mended in field '{field}'" if field else "was mended")
        if whole
        else (None, "could not be read and was left out")
    )


def _whole(text: str) -> Entry | String | None:
    """The block that a text is, if it is one and no value of it holds another field."""
    found = parse_blocks(text) if text else []
    whole = found[0] if len(found) == 1 else None
    if isinstance(whole, Entry):
        values = [item.value for item in whole.fields]
        return whole if values and not any(_FIELD.search(value, 1) for value in values) else None
    return whole if isinstance(whole, String) else None


# --- field by field -------------------------------------------------------------------------------

_KNOWN = "abstract|author|booktitle|doi|editor|journal|keywords|month|note|number|pages|publisher|title|url|volume|year"
_START = re.compile(
    r"\n[ \t]*([A-Za-z][\w.+-]*(?::[\w.+-]+)*)[ \t]*(=[=\s]*|[^\w\s={}\",]{0,3}[ \t]*(?=[{\"]))"
    rf"|,[ \t]*({_KNOWN})[ \t]*=\s*",
    re.IGNORECASE,
)
_ENDED = frozenset(',;}"')
_DELIMITERS = re.compile(r"^[{\"]|[}\"]$")
_QUOTED = re.compile(r'"(?:[^"{}]|\{[^{}]*\})*"')


def _lined(text: str) -> tuple[str, str]:
    """The block with the braces of each value balanced, and the first field in which they were not.

    A field begins on a line of its own, or is one of the usual behind a comma; "" if there is none.
    """
    starts = list(_starts(text))
    if not starts:
        return "", ""
    out, mended = [text[: starts[0].start()].rstrip(" \t\n,") + ","], ""
    for match, following in zip(starts, [*starts[1:], None], strict=True):
        source = text[match.end() : following.start() if following else len(text)].strip().rstrip(",; \t\n")
        if following is None and source[-1:] in {"}", ")"} and not _sound(source):
            source = source[:-1].rstrip(",; \t\n")
        name = match[1] or match[3]
        if not _sound(source):
            mended = mended or name.lower()
            source = _DELIMITERS.sub("", source)
            source = f"{{{safe_value(source)}}}"
        breaks = "\n" * text.count("\n", match.start(), match.end())
        out.append(f"{breaks}{name} = {source},")
    return "".join(out) + "\n}", mended


def _starts(text: str) -> Iterator[re.Match[str]]:
    """Where fields begin; without an equals sign only behind one that has ended."""
    for match in _START.finditer(text):
        if match[3] or "=" in match[2] or text[max(0, match.start() - 99) : match.start()].rstrip()[-1:] in _ENDED:
            yield match


def _sound(source: str) -> bool:
    """Whether a value is a word or closes where it ends."""
    if source[:1] == "{":
        return closing_brace(source, 0) == len(source) - 1
    return source.isalnum() or _QUOTED.fullmatch(source) is not None
