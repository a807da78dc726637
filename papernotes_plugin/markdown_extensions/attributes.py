"""A Python-Markdown extension: the attribute lists that our pages and signs have, on a site that has none of its own.

Python-Markdown's `attr_list` takes any words in braces for a list, `{% include … %}` and the set `{x}` of a heading
too.  Who never turned it on meant words: only what can be nothing else is a list here, such as `{ .name #id }`.
"""

from __future__ import annotations

import re

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.attr_list import AttrListTreeprocessor

_SURE = r"""[.][^\W\d][\w:-]*|[#][\w:-]+|[\w:-]+="[^"\n]*\""""
_LIST = rf"\{{:?[ ]*((?:[\w-]+[ ]+)*(?:{_SURE})(?:[ ]+(?:{_SURE}|[\w-]+))*)[ ]*\}}"


class AttributesExtension(Extension):
    """Attribute lists that are nothing else."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processor where `attr_list` has its own."""
        md.treeprocessors.register(Attributes(md), "papernotes-attributes", 8)


class Attributes(AttrListTreeprocessor):
    """Python-Markdown's processor, more careful in what it takes for a list."""

    # its own are found on the instance, and called final by its types only
    BASE_RE = _LIST  # type: ignore[misc]
    HEADER_RE = re.compile(rf"(?<![ ])[ ]+{_LIST}[ ]*$")  # type: ignore[misc]
    BLOCK_RE = re.compile(rf"\n[ ]*{_LIST}[ ]*$")  # type: ignore[misc]
    INLINE_RE = re.compile(rf"^{_LIST}")  # type: ignore[misc]


def makeExtension(**options: object) -> AttributesExtension:
    """What Python-Markdown calls."""
    return AttributesExtension(**options)
