"""Python-Markdown extension for attribute lists, with or without `attr_list`.

Generated pages and marks need attribute lists.  Python-Markdown's `attr_list` reads any words in braces as a list,
such as `{% include … %}` and the set `{x}` in a heading.  Authors who did not enable it mean text.  This extension
therefore reads only unambiguous lists, such as `{ .name #id }`; in notes without signs of Obsidian, it reads only the
lists that papernotes inserts.

If a site enables `attr_list`, its lists end at their own brace.  Since Python-Markdown 3.6, a list after a link ends at
the last brace of the line, and the text between is put in another order.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.attr_list import AttrListTreeprocessor

from papernotes_plugin.markdown_extensions.author_quotes import NotePages
from papernotes_plugin.markdown_extensions.guarded_conversion import page_path
from papernotes_plugin.text.lazy_regex import lazy_regex

_UNAMBIGUOUS = r"""[.][^\W\d][\w:-]*|[#][\w:-]+|[\w:-]+="[^"\n]*\""""
_LIST = rf"\{{:?[ ]*((?:[\w-]+[ ]+)*(?:{_UNAMBIGUOUS})(?:[ ]+(?:{_UNAMBIGUOUS}|[\w-]+))*)[ ]*\}}"

_INLINE = lazy_regex(r"""^\{:?[ ]*((?=[^}\n ])(?>(?:"[^"\n]*"|'[^'\n]*'|[^}\n])*))\}""")
"""Attribute list after a link or emphasis; quoted values can contain braces."""


_INSERTED = r"""\{ ((?:\.papernotes-[^{}\n]*|\#[\w:-]+|data-search-exclude="true"|width="\d+"(?: height="\d+")?)) \}"""
"""Attribute list that papernotes inserts into a note.

It is a class of its own, the id of a heading, the mark of a list of references, or the size of a picture.
"""


class AttributesExtension(Extension):
    """Extension for unambiguous attribute lists."""

    def __init__(self, pages: NotePages | None = None) -> None:
        super().__init__()
        self.pages = pages

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processor with the priority of `attr_list`, or correct that of `attr_list`."""
        if "attr_list" in md.treeprocessors:
            md.treeprocessors["attr_list"].INLINE_RE = _INLINE  # type: ignore[attr-defined]
            return
        md.treeprocessors.register(Attributes(md, self.pages), "papernotes-attributes", 8)


class Attributes(AttrListTreeprocessor):
    """Python-Markdown's processor with stricter patterns."""

    # The base class reads these from the instance; they are final only in its type stubs.
    BASE_RE = _LIST  # type: ignore[misc]
    HEADER_RE = re.compile(rf"(?<![ ])[ ]+{_LIST}[ ]*$")  # type: ignore[misc]
    BLOCK_RE = re.compile(rf"\n[ ]*{_LIST}[ ]*$")  # type: ignore[misc]
    INLINE_RE = re.compile(rf"^{_LIST}")  # type: ignore[misc]

    def __init__(self, md: Markdown, pages: NotePages | None) -> None:
        super().__init__(md)
        self._pages = pages

    def run(self, doc: Element) -> None:
        """Assign the attributes of all lists to their elements."""
        if self._pages is None or not self._pages.is_plain_note(page_path(self.md)):
            super().run(doc)
            return
        inserted = Attributes(self.md, None)
        inserted.HEADER_RE = re.compile(rf"(?<![ ])[ ]+{_INSERTED}[ ]*$")  # type: ignore[misc]
        inserted.BLOCK_RE = re.compile(rf"\n[ ]*{_INSERTED}[ ]*$")  # type: ignore[misc]
        inserted.INLINE_RE = re.compile(rf"^{_INSERTED}")  # type: ignore[misc]
        inserted.run(doc)


def makeExtension(**options: Any) -> AttributesExtension:
    """Return the extension: the entry point that Python-Markdown calls."""
    return AttributesExtension(**options)
