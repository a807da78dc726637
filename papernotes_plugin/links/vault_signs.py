"""Find the signs that notes were written in Obsidian: wikilinks that lead somewhere, callouts and comments."""

from __future__ import annotations

from collections.abc import Iterable

from papernotes_plugin.links import vault_paths, wikilinks
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import BlockKind, InlineKind, Library, Note, Span

_CALLOUT = lazy_regex(r">\s*\[!(?!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\])[^\]\n]+\]")
"""A callout; those in capitals are the alerts of GitHub, which pages of software also use."""
_INDEXED = lazy_regex(r"[a-zA-Z0-9_)\]]\[\[")
_SPACED = lazy_regex(r"!?\[\[\s")
_VALUES = lazy_regex(r"[\d\s.,;:+*/%<>=!?~^&|()-]*")
_ITEM = lazy_regex(r"""\s*(?:[^\s"']*|"[^"]*"|'[^']*')\s*""")


def uses_wikilinks(library: Library, config: Config) -> bool:
    """Return whether `[[…]]` is a link in these notes: one of them leads to a note, a paper or a file."""
    return config.wikilinks and (config.obsidian is True or any(_has_working_link(n, library) for n in library.notes))


def is_vault(library: Library, config: Config) -> bool:
    """Return whether the syntax of Obsidian has its meaning in these notes; `Library.uses_wikilinks` must be known."""
    if config.obsidian != "auto":
        return bool(config.obsidian)
    return library.uses_wikilinks or any(_has_comment(note) or _has_callout(note) for note in library.notes)


def may_be_wikilink(note: Note, span: Span, target: str) -> bool:
    """Return whether `[[…]]` without a target may be meant as a link.

    It is none directly behind a letter or with a space behind its first brackets, and no list of values.

    Args:
        note: The note.
        span: Span of the brackets.
        target: The text between them, without the label.
    """
    if _INDEXED.match(note.text, max(0, span.start - 1)) or _SPACED.match(note.text, span.start):
        return False
    is_list = "," in target and all(map(_ITEM.fullmatch, target.split(",")))
    return not (is_list or _VALUES.fullmatch(target))


def _has_working_link(note: Note, library: Library) -> bool:
    if "[[" not in note.text:
        return False
    targets: Iterable[str] = (
        *(i.url for i in note.document.inlines if i.kind in (InlineKind.WIKILINK, InlineKind.EMBED)),
        *(link.target for link in wikilinks.front_matter_links(note)),
    )
    return any(
        target and (wikilinks.resolve(target, note.path, library) or vault_paths.find_file(target, note.path, library))
        for target in targets
    )


def _has_comment(note: Note) -> bool:
    # the text first: the document of a note from an earlier build may not be decoded yet
    return "%%" in note.text and bool(note.document.comments)


def _has_callout(note: Note) -> bool:
    return "[!" in note.text and any(
        block.kind is BlockKind.QUOTE and _CALLOUT.match(note.text, block.span.start) for block in note.document.blocks
    )
