"""Convert Markdown links that only Obsidian resolves: to a file name anywhere in the vault, or to a heading's text.

An image whose URL is a note is an embed (https://help.obsidian.md/embeds).
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.links import vault_paths, wikilinks
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Library, Span

_DESTINATION = lazy_regex(r"\]{1,2}\(\s*(?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))+))")
_REFERENCE = lazy_regex(r"\](?:[ ]?\[[^\[\]]*\])?")
_ATTRIBUTES = lazy_regex(r"\{[^{}\n]*\}")


def embedded_note(inline: Inline, note: str, library: Library, config: Config) -> Inline | None:
    """Return an image whose URL is a note as an embed of the note; None for any other inline."""
    if inline.kind is not InlineKind.IMAGE or not vault_paths.linked_note(inline.url, note, library, config):
        return None
    target = unquote(inline.url)
    return inline._replace(kind=InlineKind.EMBED, url=target, text=inline.text or wikilinks.strip_note_suffix(target))


def rewrite_link(edit_list: EditList, inline: Inline, page: str, library: Library, config: Config) -> None:
    """Replace the URL of a link that only Obsidian resolves by one relative to a page."""
    url = vault_paths.rewrite_markdown_link(inline.url, edit_list.note.path, page, library, config)
    text = edit_list.note.text
    if url is None or text[inline.inner.end : inline.inner.end + 1] != "]":
        return
    match = _DESTINATION.match(text, inline.inner.end, inline.span.end)
    if match is not None:
        # a destination in < > is replaced with its brackets kept: the new URL has none, as they are encoded
        edit_list.replacements[Span(*match.span(1 if match[1] is not None else 2))] = url
    elif _REFERENCE.fullmatch(text, inline.inner.end, inline.span.end):
        # a reference link becomes an inline link: its definition may serve links of other pages
        edit_list.replacements[Span(inline.inner.end, inline.span.end)] = f"]({url})"


def apply_image_size(edit_list: EditList, inline: Inline) -> None:
    """Replace the size at the end of an image's alternative text by an attribute list."""
    size = wikilinks.IMAGE_SIZE.search(inline.text) if inline.kind is InlineKind.IMAGE and "|" in inline.text else None
    text = edit_list.note.text
    if size is None or text[inline.inner.end : inline.inner.end + 1] != "]":
        return
    bar = inline.inner.start + text[slice(*inline.inner)].rfind("|")
    edit_list.replacements[Span(bar, inline.inner.end)] = ""
    if not _ATTRIBUTES.match(text, inline.span.end):
        edit_list.replacements[Span(inline.span.end, inline.span.end)] = size_attributes(size, edit_list.attributes)


def size_attributes(size: re.Match[str], attributes: bool) -> str:
    """Return the attribute list for a match of `IMAGE_SIZE`; "" if the Markdown has no such lists."""
    if not attributes:
        return ""
    height = f' height="{size[2]}"' if size[2] else ""
    return f'{{ width="{size[1]}"{height} }}'
