"""Source -> Note: decode, repair, split the front matter, parse once.  The only user of yaml."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

import yaml

from papernotes_plugin import markdown, text
from papernotes_plugin.issues import Code, Issue, issue
from papernotes_plugin.model import Document, InlineKind, Note, Source

_FENCE = re.compile(r"---[ \t]*\n")
_END = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
_MAX_NODES = 20_000
"""Values of one front matter, each use of a YAML alias counted: more is an attack, not a note."""
_MAX_DEPTH = 20


class _BadFrontMatter(Exception):
    """What is wrong, and the line of the front matter (from 1) where."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


def read(source: Source) -> tuple[Note, tuple[Issue, ...]]:
    """The note in a source, and what was odd about it.  Never raises for bad data."""
    issues: list[Issue] = []
    decoded, complaint = _decoded(source.data)
    if complaint:
        issues.append(issue(Code.INVALID_UTF8, source.path, None, complaint))
    content, repairs = text.repair(decoded.replace("\r\n", "\n").replace("\r", "\n"))
    if repairs:
        plural = "s" if repairs > 1 else ""
        issues.append(
            issue(Code.REPAIRED_TEXT, source.path, None, f"{repairs} place{plural} of encoding damage, repaired for reading")
        )
    meta, lines, body, problems = _front_matter(content, source.path)
    issues += problems
    document = markdown.parse(content, body)
    note = Note(
        path=source.path,
        text=content,
        body=body,
        title=_title(source.path, meta, document),
        meta=meta,
        meta_lines=lines,
        document=document,
        tags=_tags(meta, document),
        aliases=tuple(_texts(meta.get("aliases") or meta.get("alias"), r",")),
        line_starts=_line_starts(content),
    )
    return note, tuple(issues)


def _decoded(data: bytes) -> tuple[str, str]:
    """The text, and what was wrong with its bytes."""
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if data.startswith(mark):
            return data.decode(encoding, "replace"), "the file is UTF-16, not UTF-8; it was read as UTF-16"
    try:
        return data.decode("utf-8-sig").replace("\x00", "\ufffd"), ""
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        lines = data.removeprefix(codecs.BOM_UTF8).split(b"\n")
        decoded = "\n".join(_decoded_line(part) for part in lines)
        return decoded.replace("\x00", "\ufffd"), f"bytes from line {line} on are no UTF-8; they were read as Windows-1252"


def _decoded_line(data: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _line_starts(content: str) -> tuple[int, ...]:
    return (0, *(m.end() for m in re.finditer(r"\n", content)))


# --- front matter ---------------------------------------------------------------------------------


def _front_matter(content: str, path: str) -> tuple[dict[str, object], dict[str, int], int, list[Issue]]:
    """The mapping, the line of each key, where the text after it begins, and the issues."""
    opening = _FENCE.match(content)
    if not opening:
        return {}, {}, 0, []
    closing = _END.search(content, opening.end())
    if not closing:
        return {}, {}, 0, []
    body = min(closing.end() + 1, len(content))
    issues: list[Issue] = []
    try:
        meta, lines = _mapping(content[opening.end() : closing.start()], path, issues)
    except _BadFrontMatter as error:
        message = f"the front matter is no valid YAML mapping ({error}); it was ignored"
        return {}, {}, body, [issue(Code.BROKEN_FRONT_MATTER, path, error.line + 1, message)]
    return meta, lines, body, issues


def _mapping(source: str, path: str, issues: list[Issue]) -> tuple[dict[str, object], dict[str, int]]:
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
    if not isinstance(root, yaml.MappingNode):
        raise _BadFrontMatter("not a mapping")
    budget = iter(range(_MAX_NODES))
    meta: dict[str, object] = {}
    lines: dict[str, int] = {}
    for key_node, value_node in root.value:
        key, line = str(_value(key_node, budget, 0)), key_node.start_mark.line + 2
        if key in meta:
            message = f"front matter key '{key}' already stands at line {lines[key]}; the first counts"
            issues.append(issue(Code.DUPLICATE_FRONT_MATTER_KEY, path, line, message))
            continue
        meta[key], lines[key] = _value(value_node, budget, 0), line
    return meta, lines


def _value(node: yaml.Node, budget: Iterator[int], depth: int) -> object:
    """A node as text, list or dict: `no`, `08`, `12:30` and dates stay the text they are."""
    if next(budget, None) is None or depth > _MAX_DEPTH:
        raise _BadFrontMatter("too large or too deep", node.start_mark.line + 1)
    if isinstance(node, yaml.ScalarNode):
        plain_null = node.style is None and node.value in ("null", "~", "Null", "NULL")
        return "" if plain_null else str(node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_value(child, budget, depth + 1) for child in node.value]
    assert isinstance(node, yaml.MappingNode)
    out: dict[str, object] = {}
    for key, value in node.value:
        out.setdefault(str(_value(key, budget, depth + 1)), _value(value, budget, depth + 1))
    return out


def _texts(value: object, separators: str) -> list[str]:
    """The texts in a value of any shape: a list, a text with separators, a nested thing."""
    if isinstance(value, str):
        return [t for t in (part.strip() for part in re.split(separators, value)) if t]
    if isinstance(value, list):
        return [t for part in value if isinstance(part, str) for t in [part.strip()] if t]
    return []


def _tags(meta: dict[str, object], document: Document) -> tuple[str, ...]:
    """Tag paths of front matter and text; the first spelling of each counts."""
    found = [t.lstrip("#") for t in _texts(meta.get("tags") or meta.get("tag"), r"[,\s]+")]
    found += [i.url for i in document.inlines if i.kind is InlineKind.TAG]
    unique: dict[str, str] = {}
    for tag in found:
        path = "/".join(part.strip() for part in tag.split("/") if part.strip())
        if path:
            unique.setdefault(path.casefold(), path)
    return tuple(unique.values())


def _title(path: str, meta: dict[str, object], document: Document) -> str:
    title = meta.get("title")
    if isinstance(title, str) and title.strip():
        return " ".join(title.split())
    first = [heading for block, heading in markdown.headings(document) if block.level == 1]
    if len(first) == 1 and first[0]:
        return first[0]
    return PurePosixPath(path).stem
