"""Repair blocks of a `.bib` file that the parser could not read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin.bibtex.bib_blocks import (
    Block,
    Entry,
    ParsedBlock,
    ParsingFailedBlock,
    String,
    parse_blocks,
    read_well_formed,
)
from papernotes_plugin.bibtex.field_values import RawEntry, brace_depth, closing_brace
from papernotes_plugin.entries import safe_value
from papernotes_plugin.text.lazy_regex import lazy_regex

LATEX_COMMENT = lazy_regex(r"^[ \t]*%.*$", re.MULTILINE)
"""Comments of LaTeX, which BibTeX does not have."""
_TRAILING = lazy_regex(r"(?<=,)[ \t]*%.*$", re.MULTILINE)
_HEAD = lazy_regex(r'@\s*(\w+)\s*[{(](?:\s*([^\s,={}()"]+)\s*([,=]))?')
_FIELD = lazy_regex(r"\b(?:author|booktitle|doi|journal|pages|title|url|volume|year)\s*=\s*[{\"\d]", re.IGNORECASE)


def repair_block(piece: ParsedBlock) -> tuple[Block | RawEntry | None, str]:
    """Return the block, repaired if it is broken, or None if that fails; and a message, or ""."""
    block = piece.block
    if piece.fault and not piece.text:
        return None, piece.fault
    if piece.fault:
        return _repaired(piece, piece.fault)
    if not isinstance(block, ParsingFailedBlock):
        return block, ""
    if isinstance(block.ignore_error_block, Entry | String):
        return block.ignore_error_block, ""
    reason = " ".join(str(getattr(block.error, "abort_reason", block.error)).split()).rstrip(".")
    # the parser read this block alone, so the end of its text is not the end of the file
    return _repaired(piece, reason.replace("Unexpectedly reached end of file", "a brace or quote does not close"))


def _repaired(piece: ParsedBlock, reason: str) -> tuple[Block | RawEntry | None, str]:
    """Return what can be read of a broken block, and a message."""
    head = _HEAD.match(piece.text)
    kind = head[1].lower() if head else ""
    block, action = (None, "could not be read") if kind in {"comment", "preamble"} else _attempt_repairs(piece)
    if not action:
        return block, ""
    key = head[2] if head and head[3] == ("=" if kind == "string" else ",") else ""
    name = f"{kind} '{key}'" if key else kind or "a block"
    if block is None and isinstance(piece.block, Entry):
        # the incomplete entry of the parser is better than none
        return piece.block, f"{name} was read in part: {reason}"
    return block, f"{name} {action}: {reason}"


# --- attempts ---------------------------------------------------------------------------------------

_KEYLESS = lazy_regex(r"(@\s*\w+\s*[{(])(?=\s*[A-Za-z][\w:.+-]*\s*=)")
_COMMALESS = lazy_regex(r'(@\s*\w+\s*[{(]\s*[^\s,={}()"]+)(?=\s+[A-Za-z][\w:.+-]*\s*=)')
_MARK = lazy_regex(r'(?<!\\)[{}"]')
_COMMAS = lazy_regex(r",(?:\s*,)+")


def _attempt_repairs(piece: ParsedBlock) -> tuple[Block | RawEntry | None, str]:
    """Return a broken block with comments, doubled commas or missing braces repaired, and what was done.

    A repair counts only if its text is one block, and no value in it holds another field.
    """
    plain = _TRAILING.sub("", LATEX_COMMENT.sub("", piece.text)).rstrip()
    keyless = _KEYLESS.sub(r"\1,", plain, count=1)
    single = _COMMAS.sub(",", _COMMALESS.sub(r"\1,", plain, count=1))
    unreported = () if piece.fault else (plain, keyless)
    attempts = dict.fromkeys((*unreported, single, plain + "}", plain + "}}", single + "}"))
    if isinstance(piece.block, ParsingFailedBlock):
        attempts.pop(piece.text.rstrip(), None)  # it failed
    for text in attempts if "=" in plain else ():
        block = _single_block(text, piece.line)
        if block:
            return block, "" if text in unreported else "was repaired"
    balanced, field = _with_balanced_fields(_KEYLESS.sub(r"\1,", single, count=1))
    block = _single_block(balanced, piece.line)
    return (
        (block, f"was repaired in field '{field}'" if field else "was repaired")
        if block
        else (None, "could not be read and was left out")
    )


def _single_block(text: str, line: int) -> Entry | String | RawEntry | None:
    """Return the block of a text if it is a single one, and no value in it holds another field."""
    # these checks are faster than the parser, which finds the same
    if not text or (_has_open_quote(text) if '"' in text else brace_depth(text)):
        return None
    raw, is_certain = read_well_formed(text, line)
    if raw and (not raw.fields or any(map(_FIELD.search, raw.fields.values()))):
        return None
    if raw and is_certain:
        return raw
    blocks = parse_blocks(text)
    block = blocks[0] if len(blocks) == 1 else None
    if isinstance(block, Entry):
        values = [item.value for item in block.fields]
        return block if values and not any(_FIELD.search(value, 1) for value in values) else None
    return block if isinstance(block, String) else None


def _has_open_quote(text: str) -> bool:
    """Return whether a quote outside the braces of values has no second one."""
    depth = quotes = 0
    for match in _MARK.finditer(text):
        if match[0] == '"':
            quotes += depth <= 1
        else:
            depth += 1 if match[0] == "{" else -1
    return quotes % 2 == 1


# --- field by field -------------------------------------------------------------------------------

_KNOWN = "abstract|author|booktitle|doi|editor|journal|keywords|month|note|number|pages|publisher|title|url|volume|year"
_START = lazy_regex(
    r"\n[ \t]*([A-Za-z][\w.+-]*(?::[\w.+-]+)*)[ \t]*+(=[=\s]*|(?:[^\w\s={}\",]{1,3}[ \t]*)?(?=[{\"]))"
    rf"|,[ \t]*({_KNOWN})[ \t]*=\s*",
    re.IGNORECASE,
)
_ENDED = frozenset(',;}"')
_DELIMITERS = lazy_regex(r"^[{\"]|[}\"]$")
_QUOTED = lazy_regex(r'"(?:[^"{}]|\{[^{}]*\})*"')


def _with_balanced_fields(text: str) -> tuple[str, str]:
    """Return the block with the braces of each value balanced, and the first field in which they were not.

    A field begins on a line of its own, or is a common one behind a comma.  Both are "" if there is no field.
    """
    starts = list(_starts(text))
    if not starts:
        return "", ""
    out, repaired_field = [text[: starts[0].start()].rstrip(" \t\n,") + ","], ""
    for match, following in zip(starts, [*starts[1:], None], strict=True):
        source = text[match.end() : following.start() if following else len(text)].strip().rstrip(",; \t\n")
        if following is None and source[-1:] in {"}", ")"} and not _is_complete(source):
            source = source[:-1].rstrip(",; \t\n")
        name = match[1] or match[3]
        if not _is_complete(source):
            repaired_field = repaired_field or name.lower()
            source = _DELIMITERS.sub("", source)
            source = f"{{{safe_value(source)}}}"
        breaks = "\n" * text.count("\n", match.start(), match.end())
        out.append(f"{breaks}{name} = {source},")
    return "".join(out) + "\n}", repaired_field


def _starts(text: str) -> Iterator[re.Match[str]]:
    """Yield the starts of fields; a field without an equals sign counts only behind the end of another one."""
    for match in _START.finditer(text):
        if match[3] or "=" in match[2] or text[max(0, match.start() - 99) : match.start()].rstrip()[-1:] in _ENDED:
            yield match


def _is_complete(source: str) -> bool:
    """Return whether a value is a word, or its delimiter closes at its end."""
    if source[:1] == "{":
        return closing_brace(source, 0) == len(source) - 1
    return source.isalnum() or _QUOTED.fullmatch(source) is not None
