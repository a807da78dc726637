"""Read a note: decode its bytes, repair encoding damage, split off the front matter and parse the Markdown."""

from __future__ import annotations

import codecs
import posixpath
import re
from collections.abc import Iterator
from itertools import accumulate, count
from operator import add

import yaml

from papernotes_plugin import text
from papernotes_plugin.markup import document_text, parser
from papernotes_plugin.reading.limits import reason_too_complex
from papernotes_plugin.reading.refused_yaml import foreign_tag, impossible_date, lacks_end, remedy
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import BlockKind, Document, InlineKind, Note, Source

_FENCE = lazy_regex(r"(---|\+\+\+)[ \t]*\n")
_END = {
    "---": lazy_regex(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE),
    "+++": lazy_regex(r"^\+\+\+[ \t]*$", re.MULTILINE),
}
_LINE = lazy_regex(r"([A-Za-z][\w -]{0,40}?)\s*[:=]\s*(.*)")
_WORDS = r"[^\W_](?:[ ]*(?:[\w,/.()+'&?=%-]|:(?=[\w/])))*"
"""A text without quotation marks that means itself: words, a date, a URL."""
_PLAIN = lazy_regex(
    rf"""([A-Za-z_][\w-]{{0,60}}):(?:[ ]+(?:({_WORDS})"""
    r"""|"([\w !#-\[\]-~]*)"|\[[ ]*([^\W_][\w/.+-]*(?:,[ ]+[^\W_][\w/.+-]*)*)[ ]*\]))?[ ]*"""
)
"""A line whose meaning is the same in every version of YAML: a key with plain words, a quoted text or a list."""
_PLAIN_ITEM = lazy_regex(rf"([ ]{{0,4}}-[ ]+)({_WORDS})[ ]*")
"""A line with an item of a list of plain words, below the line of its key."""
_NULL = frozenset(("null", "~", "Null", "NULL"))
_MAX_NODES = 20_000
"""Maximum number of values in front matter, counting each use of a YAML alias; more is an attack."""
_MAX_DEPTH = 20
_SEPARATORS = {"tags": lazy_regex(r"[,\s]+"), "aliases": lazy_regex(",")}
_ADDRESSES = frozenset(
    ("arxiv", "code", "doi", "homepage", "link", "links", "paper", "pdf", "project", "source", "url", "website")
)
"""Keys whose values are URLs or paths."""


class _BadFrontMatter(Exception):
    """Invalid front matter, with the line inside it (from 1)."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


class _Prose(_BadFrontMatter):
    """Words between two thematic breaks, which are no front matter."""


def read_note(source: Source) -> tuple[Note, tuple[Issue, ...]]:
    """Return the note in a source, and its issues.  Never raises for bad data."""
    issues: list[Issue] = []
    decoded, problem, line = _decode(source.data)
    if problem:
        issues.append(issue(Code.INVALID_UTF8, source.path, line, problem))
    content, repairs = text.repair_encoding(decoded.replace("\r\n", "\n").replace("\r", "\n"))
    if repairs:
        places = text.counted(repairs, "place")
        message = f"{places} of encoding damage, repaired for reading"
        issues.append(issue(Code.REPAIRED_TEXT, source.path, None, message))
    meta, lines, body, problems = _front_matter(content, source.path)
    issues += problems
    issues += _unsafe(meta, lines, source.path)
    if too_much := reason_too_complex(content[body:]):
        message = f"{too_much}; the note is shown as it is, and was not searched for papers"
        issues.append(issue(Code.HEAVY_NOTE, source.path, None, message))
    document = parser.parse("" if too_much else content, 0 if too_much else body)
    note = Note(
        path=source.path,
        text=content,
        body_start=body,
        title=_title(source.path, meta, document),
        meta=meta,
        meta_lines=lines,
        document=document,
        tags=_tags(meta, document),
        aliases=tuple(_texts(meta.get("aliases") or meta.get("alias"), _SEPARATORS["aliases"])),
        line_starts=_line_starts(content),
        too_complex=too_much,
    )
    return note, tuple(issues)


def _decode(data: bytes) -> tuple[str, str, int | None]:
    """Return the text, what is wrong with its bytes ("" for valid UTF-8), and the line of the first wrong byte."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace"), "the file is UTF-16, not UTF-8; it was read as UTF-16", None
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode().replace("\x00", "\ufffd"), "", None
    except UnicodeDecodeError:
        lines = data.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        decoded = [_decode_line(part) for part in lines]
        first = next(number for number, part in enumerate(lines, start=1) if decoded[number - 1].encode() != part)
        message = "bytes are not UTF-8; lines with such bytes were read as Windows-1252"
        return "\n".join(decoded).replace("\x00", "\ufffd"), message, first


def _decode_line(data: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _line_starts(content: str) -> tuple[int, ...]:
    lengths = map(len, content.split("\n")[:-1])
    return tuple(map(add, accumulate(lengths, initial=0), count()))


# --- front matter ---------------------------------------------------------------------------------


def _front_matter(content: str, path: str) -> tuple[dict[str, object], dict[str, int], int, list[Issue]]:
    """Return the front matter, the line of each key, the offset of the text after it, and the issues."""
    opening = _FENCE.match(content)
    if not opening:
        return {}, {}, 0, []
    closing = _END[opening.group(1)].search(content, opening.end())
    if not closing:
        message = "the front matter has no line '---' at its end; it was read as text"
        is_broken = opening[1] == "---" and lacks_end(content[opening.end() :])
        return {}, {}, 0, [issue(Code.BROKEN_FRONT_MATTER, path, 1, message)] * is_broken
    body = min(closing.end() + 1, len(content))
    block = content[opening.end() : closing.start()]
    issues: list[Issue] = []
    try:
        meta, lines = _mapping(block, path, issues) if opening.group(1) == "---" else _toml(block)
    except _BadFrontMatter as error:
        meta, lines = _line_by_line(block)
        # MkDocs shows such front matter as text.  `---` before a blank line, as in Pandoc, or before words without
        # a key is a thematic break.
        body = body if meta else 0
        if not meta and (isinstance(error, _Prose) or not block.partition("\n")[0].strip()):
            return meta, lines, body, []
        done = "it was read line by line" if meta else "it was read as text"
        kind = "YAML" if opening.group(1) == "---" else "TOML"
        message = f"the front matter is not a valid {kind} mapping ({error}); {done}{remedy(block, error.line)}"
        return meta, lines, body, [issue(Code.BROKEN_FRONT_MATTER, path, error.line + 1, message)]
    if opening.group(1) == "---" and (impossible := impossible_date(block)):
        written, line = impossible
        message = f"'{written}' is no date; it was read as text, and MkDocs ignores all front matter"
        issues.append(issue(Code.BROKEN_FRONT_MATTER, path, line, message))
    return meta, lines, body, issues


def _toml(source: str) -> tuple[dict[str, object], dict[str, int]]:
    """Parse front matter in TOML, which Hugo writes between `+++`."""
    # compiling its regular expressions takes a tenth of the start, and few sites have TOML
    import tomllib

    try:
        data = tomllib.loads(source)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        line = re.search(r"line (\d+)", str(error))
        raise _BadFrontMatter(str(error).split(" (at")[0], int(line.group(1)) if line else 1) from None
    return {key: _to_text(value, 1) for key, value in data.items()}, _line_by_line(source)[1]


def _to_text(value: object, depth: int) -> object:
    """Return a TOML value as text, list or dict, like values of YAML."""
    if depth > _MAX_DEPTH:  # A dotted key is as deep as it is long.
        raise _BadFrontMatter("too large or too deep")
    if isinstance(value, dict):
        return {key: _to_text(child, depth + 1) for key, child in value.items()}
    if isinstance(value, list):
        return [_to_text(child, depth + 1) for child in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _line_by_line(source: str) -> tuple[dict[str, object], dict[str, int]]:
    """Parse `key: value` lines without indentation; other lines are ignored."""
    meta: dict[str, object] = {}
    lines: dict[str, int] = {}
    for number, line in enumerate(source.split("\n"), start=2):
        match = _LINE.match(line)
        if match and match.group(1) not in meta:
            meta[match.group(1)] = text.without_quotation_marks(match.group(2))
            lines[match.group(1)] = number
    return meta, lines


def _parse_plain_lines(source: str) -> tuple[dict[str, object], dict[str, int]] | None:
    """Parse front matter that consists of `_PLAIN` lines, as most does; None for any other."""
    meta: dict[str, object] = {}
    lines: dict[str, int] = {}
    key = ""
    items: list[str] | None = None
    """The list below a key without a value; None below any other key."""
    mark = ""
    """The indentation and the hyphen of its items, which are the same for all."""
    for number, line in enumerate(source.split("\n"), start=2):
        if match := _PLAIN.fullmatch(line):
            key, words, quoted, listed = match.groups()
            if key in meta or key in _NULL:
                return None
            meta[key] = ("" if words in _NULL else words) or quoted or ""
            if listed:
                meta[key] = ["" if word in _NULL else word for word in re.split(", +", listed)]
            lines[key] = number
            items, mark = ([] if match.lastindex == 1 else None), ""
        elif items is not None and (match := _PLAIN_ITEM.fullmatch(line)) and mark in ("", match[1]):
            mark = match[1]
            items.append("" if match[2] in _NULL else match[2])
            meta[key] = items
        elif line:
            return None
    return meta, lines


def _mapping(source: str, path: str, issues: list[Issue]) -> tuple[dict[str, object], dict[str, int]]:
    if plain := _parse_plain_lines(source):
        return plain
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        root = yaml.compose(source, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _BadFrontMatter(error.problem or "syntax error", mark.line + 1 if mark else 1) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise _BadFrontMatter(str(error).split("\n")[0]) from None
    if root is None:
        return {}, {}
    if isinstance(root, yaml.ScalarNode):
        raise _Prose("not a mapping")
    if not isinstance(root, yaml.MappingNode):
        raise _BadFrontMatter("not a mapping")
    if "!" in source and (foreign := foreign_tag(source)):
        tag, line = foreign
        message = (
            f"the YAML tag '{tag:.60}' is not allowed in front matter; it was not run, its value was read as text,"
        )
        issues.append(issue(Code.BROKEN_FRONT_MATTER, path, line, f"{message} and MkDocs ignores all front matter"))
    budget = iter(range(_MAX_NODES))
    meta: dict[str, object] = {}
    lines: dict[str, int] = {}
    for key_node, value_node in root.value:
        key, line = str(_value(key_node, budget, 0)), key_node.start_mark.line + 2
        if key in meta:
            message = f"front matter key '{key}' is already on line {lines[key]}; the first one counts"
            issues.append(issue(Code.DUPLICATE_FRONT_MATTER_KEY, path, line, message))
            continue
        meta[key], lines[key] = _value(value_node, budget, 0), line
    return meta, lines


def _value(node: yaml.Node, budget: Iterator[int], depth: int) -> object:
    """Return a YAML node as text, list or dict; `no`, `08`, `12:30` and dates stay text."""
    if next(budget, None) is None or depth > _MAX_DEPTH:
        raise _BadFrontMatter("too large or too deep", node.start_mark.line + 1)
    if isinstance(node, yaml.ScalarNode):
        plain_null = not node.style and node.value in _NULL
        return "" if plain_null else str(node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_value(child, budget, depth + 1) for child in node.value]
    assert isinstance(node, yaml.MappingNode)
    out: dict[str, object] = {}
    for key, value in node.value:
        out.setdefault(str(_value(key, budget, depth + 1)), _value(value, budget, depth + 1))
    return out


def _unsafe(meta: dict[str, object], lines: dict[str, int], path: str) -> Iterator[Issue]:
    """Yield an issue for each key of `_ADDRESSES` with a URL that would run as a script."""
    for key in (key for key in meta if key.lower() in _ADDRESSES):
        waiting = [meta[key]]
        while waiting:
            one = waiting.pop()
            if isinstance(one, list | dict):
                waiting += one.values() if isinstance(one, dict) else one
            elif text.is_script_url(str(one)):
                message = f"the address in '{key}' would run in the browser of a reader; it was not linked"
                yield issue(Code.UNSAFE_LINK, path, lines.get(key), message)
                break


def _texts(value: object, separators: re.Pattern[str]) -> list[str]:
    """Return the texts in a value: a list, or one text with separators; nested values contain none."""
    if isinstance(value, str):
        return [t for t in (part.strip() for part in separators.split(value)) if t]
    if isinstance(value, list):
        return [t for part in value if isinstance(part, str) for t in [part.strip()] if t]
    return []


def _tags(meta: dict[str, object], document: Document) -> tuple[str, ...]:
    """Return the tags of front matter and text; of tags that differ in case, the first one."""
    tags = [t.strip("#[]") for t in _texts(meta.get("tags") or meta.get("tag"), _SEPARATORS["tags"])]
    tag_kind = InlineKind.TAG
    tags += [i.url for i in document.inlines if i.kind is tag_kind]
    unique: dict[str, str] = {}
    for tag in tags:
        path = "/".join(part.strip() for part in tag.split("/") if part.strip()) if "/" in tag else tag.strip()
        if path:
            unique.setdefault(path.casefold(), path)
    return tuple(unique.values())


def _title(path: str, meta: dict[str, object], document: Document) -> str:
    title = meta.get("title")
    if isinstance(title, str) and title.strip():
        return " ".join(title.split())
    first = [block for block in document.blocks if block.level == 1 and block.kind is BlockKind.HEADING]
    if len(first) == 1 and (heading := document_text.block_text(document, first[0].index)):
        return heading
    return posixpath.splitext(posixpath.basename(path))[0]
