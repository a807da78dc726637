"""Ordinary links: Markdown's own, as Obsidian follows them: to a name anywhere in the vault, to a heading by its words.

A picture that is a note is one that is embedded, as https://help.obsidian.md/embeds has it.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.links import vault_paths, wikilinks
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Library, Span

SIZE = re.compile(r"(?:^|\|)\s*(\d{1,5})(?:x(\d{1,5}))?\s*$")
"""What a picture's words end with that tells its size."""
_DESTINATION = re.compile(r"\]{1,2}\(\s*(?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))+))")
_REFERENCE = re.compile(r"\](?:[ ]?\[[^\[\]]*\])?")
_ATTRIBUTES = re.compile(r"\{[^{}\n]*\}")


def embedded(inline: Inline, note: str, library: Library, config: Config) -> Inline | None:
    """A picture that means a note, as the embed that it is; None for any other."""
    if inline.kind is not InlineKind.IMAGE or not vault_paths.linked_note(inline.url, note, library, config):
        return None
    target = unquote(inline.url)
    return inline._replace(kind=InlineKind.EMBED, url=target, text=inline.text or wikilinks.strip_note_suffix(target))


def lead(edit_list: EditList, inline: Inline, page: str, library: Library, config: Config) -> None:
    """Let a link that only Obsidian follows lead from the page to what it means."""
    url = vault_paths.rewrite_markdown_link(inline.url, edit_list.note.path, page, library, config)
    text = edit_list.note.text
    if url is None or text[inline.inner.end : inline.inner.end + 1] != "]":
        return
    match = _DESTINATION.match(text, inline.inner.end, inline.span.end)
    if match is not None:
        # within < > no sign is special but those, which are encoded
        edit_list.replaced[Span(*match.span(1 if match[1] is not None else 2))] = url
    elif _REFERENCE.fullmatch(text, inline.inner.end, inline.span.end):
        # its definition may serve other pages, in which this note is embedded
        edit_list.replaced[Span(inline.inner.end, inline.span.end)] = f"]({url})"


def sized(edit_list: EditList, inline: Inline, attributes: bool) -> None:
    """Turn the size that a picture's words end with into attributes."""
    size = SIZE.search(inline.text) if inline.kind is InlineKind.IMAGE and "|" in inline.text else None
    text = edit_list.note.text
    if size is None or text[inline.inner.end : inline.inner.end + 1] != "]":
        return
    bar = inline.inner.start + text[slice(*inline.inner)].rfind("|")
    edit_list.replaced[Span(bar, inline.inner.end)] = ""
    if not _ATTRIBUTES.match(text, inline.span.end):
        edit_list.replaced[Span(inline.span.end, inline.span.end)] = of_size(size, attributes)


def of_size(size: re.Match[str], attributes: bool) -> str:
    """A size as an attribute list."""
    if not attributes:
        return ""
    height = f' height="{size[2]}"' if size[2] else ""
    return f'{{ width="{size[1]}"{height} }}'
