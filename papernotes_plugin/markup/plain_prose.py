"""Recognise text without any Markdown, which need not be parsed."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

_LINE = r"[^\W\d_](?>(?:[^\W_]|[ ,;.?!'\"()+/“”‘’–—…-]|:(?!/)|%(?!%))*)(?<! )"
_PROSE = lazy_regex(rf"{_LINE}(?>(?:\n{_LINE})*)")


def is_plain_prose(source: str) -> bool:
    r"""Return whether a text is one paragraph without any sign that Markdown, a formula or a comment may begin with.

    Examples:
        >>> [is_plain_prose(text) for text in ("Up to 3.5%: it's\nall - or nothing.", "A *test*", "- A", "A\n\nB")]
        [True, False, False, False]
    """
    return _PROSE.fullmatch(source) is not None
