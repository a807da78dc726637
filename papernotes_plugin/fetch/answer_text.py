"""Parse answers: JSON, and XML without entities, document types or anything outside the answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import unescape
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from papernotes_plugin.fetch.records import UnreadableAnswer
from papernotes_plugin.text.lazy_regex import lazy_regex

_TAG = lazy_regex(r"</?[A-Za-z][^<>]*>")
_MAX_DEPTH = 60


def parse_json(body: bytes) -> Any:
    """Return the value of a JSON text.

    Raises:
        UnreadableAnswer: If it is not JSON.
    """
    try:
        return json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise UnreadableAnswer(_kind_of(body)) from None


def parse_object(body: bytes, *names: str) -> Mapping[str, Any]:
    """Return a JSON object with the given members.

    Raises:
        UnreadableAnswer: If it is another value, or lacks a member.
    """
    value = parse_json(body)
    if not isinstance(value, Mapping):
        raise UnreadableAnswer("the answer is not a JSON object")
    if missing := [name for name in names if name not in value]:
        raise UnreadableAnswer(f"the answer has no '{missing[0]}'")
    return value


def _kind_of(body: bytes) -> str:
    """Return a description of an answer that cannot be parsed."""
    if is_html(body):
        return "the answer is a page of HTML"
    return "the answer is empty" if not body.strip() else "the answer is cut short or damaged"


def is_html(body: bytes) -> bool:
    """Return whether an answer is a page for people, such as that of a login."""
    start = body[:1000].lstrip().lower()
    return start.startswith((b"<!doctype html", b"<html")) or b"<html" in start


def parse_xml(body: bytes) -> Element:
    """Return the root of an XML document; names are `{namespace}name`.

    A document type, with which a text could define entities or name other files, makes the answer unreadable.

    Raises:
        UnreadableAnswer: If it is not well formed, has a document type, or is nested too deeply.
    """
    parser = expat.ParserCreate("utf-8", "}")
    builder = TreeBuilder()
    depth = 0

    def refuse(*_: object) -> None:
        raise UnreadableAnswer(_kind_of(body) if is_html(body) else "the answer has a document type")

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _MAX_DEPTH:
            raise UnreadableAnswer("the answer is nested too deeply")
        builder.start("{" + name if "}" in name else name, attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end("{" + name if "}" in name else name)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(body, True)
        return builder.close()
    except expat.ExpatError:
        raise UnreadableAnswer(_kind_of(body)) from None


def without_markup(text: str) -> str:
    """Return a title without the tags of JATS, MathML or HTML, with its entities as characters, on one line.

    Examples:
        >>> without_markup("On <i>H</i><sub>2</sub>  &amp;  co")
        'On H2 & co'
    """
    return " ".join(unescape(_TAG.sub("", unescape(text) if "&lt;" in text else text)).split())
