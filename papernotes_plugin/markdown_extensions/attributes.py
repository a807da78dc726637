"""Python-Markdown extension for attribute lists, with or without `attr_list`.

Generated pages and marks need attribute lists.  Python-Markdown's `attr_list` reads any words in braces as a list,
such as `{% include … %}` and the set `{x}` in a heading.  Authors who did not enable it mean text.  This extension
therefore reads only unambiguous lists, such as `{ .name #id }`.

If a site enables `attr_list`, its lists end at their own brace.  Since Python-Markdown 3.6, a list after a link ends at
the last brace of the line, and the text between is put in another order.
"""

from __future__ import annotations

import re

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.attr_list import AttrListTreeprocessor

_UNAMBIGUOUS = r"""[.][^\W\d][\w:-]*|[#][\w:-]+|[\w:-]+="[^"\n]*\""""
_LIST = rf"\{{:?[ ]*((?:[\w-]+[ ]+)*(?:{_UNAMBIGUOUS})(?:[ ]+(?:{_UNAMBIGUOUS}|[\w-]+))*)[ ]*\}}"

_INLINE = re.compile(r"""^\{:?[ ]*((?=[^}\n ])(?:"[^"\n]*"|'[^'\n]*'|[^}\n])*+)\}""")
"""Attribute list after a link or emphasis; quoted values can contain braces."""


class AttributesExtension(Extension):
    """Extension for unambiguous attribute lists."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processor with the priority of `attr_list`, or correct that of `attr_list`."""
        if "attr_list" in md.treeprocessors:
            md.treeprocessors["attr_list"].INLINE_RE = _INLINE  # type: ignore[attr-defined]
            return
        md.treeprocessors.register(Attributes(md), "papernotes-attributes", 8)


class Attributes(AttrListTreeprocessor):
    """Python-Markdown's processor with stricter patterns."""

    # The base class reads these from the instance; they are final only in its type stubs.
    BASE_RE = _LIST  # type: ignore[misc]
    HEADER_RE = re.compile(rf"(?<![ ])[ ]+{_LIST}[ ]*$")  # type: ignore[misc]
    BLOCK_RE = re.compile(rf"\n[ ]*{_LIST}[ ]*$")  # type: ignore[misc]
    INLINE_RE = re.compile(rf"^{_LIST}")  # type: ignore[misc]


def makeExtension(**options: object) -> AttributesExtension:
    """Return the extension: the entry point that Python-Markdown calls."""
    return AttributesExtension(**options)
