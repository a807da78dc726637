"""Explain issue codes: the documentation page of issues as plain text.

The page `docs/issues.md` is the only source.  A wheel contains a copy of it next to this module.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from pathlib import Path

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.issues import Code, PapernotesError
from papernotes_plugin.vocabulary.near_names import did_you_mean

_HEADING = lazy_regex(r"^#{2,3} .*$", re.MULTILINE)
_EXAMPLE = lazy_regex(r"^```text\n(.*?)\n```\n", re.MULTILINE | re.DOTALL)
_LEVEL = lazy_regex(r"^Level: `\w+`.*\n", re.MULTILINE)
_LINK = lazy_regex(r"\[([^\[\]]*)\]\([^()\s]*\)")


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explanation of one code in plain text, with a blank line between paragraphs."""

    meaning: str
    example: str
    """A line as `papernotes check` prints it."""
    remedy: str


def explanations() -> dict[Code, Explanation]:
    """Return the explanation of each code."""
    text = _page().read_text("utf-8")
    headings = list(_HEADING.finditer(text))
    section_ends = [heading.start() for heading in headings[1:]] + [len(text)]
    sections = {
        heading[0].lstrip("# "): text[heading.end() : end] for heading, end in zip(headings, section_ends, strict=True)
    }
    return {code: _explanation(sections[code]) for code in Code}


def explain_code(name: str) -> str:
    """Return the text that explains a code, or a list of all codes for the name `all`.

    Raises:
        PapernotesError: There is no such code; the message suggests similar ones.
    """
    if name == "all":
        width = max(map(len, Code))
        return "".join(f"{code:<{width}}  {code.level:<7}  {code.meaning}\n" for code in sorted(Code))
    code = next((code for code in Code if code == name), None)
    if code is None:
        hint = did_you_mean(name, [str(code) for code in Code], 3)
        raise PapernotesError(f"no issue has the code '{name}'{hint} ('--explain all' lists them)")
    explanation = explanations()[code]
    return f"{code} ({code.level})\n\n{explanation.meaning}\n\n    {explanation.example}\n\n{explanation.remedy}\n"


def _page() -> Path:
    installed = Path(__file__).with_name("issues.md")
    return installed if installed.exists() else Path(__file__).parents[2] / "docs" / "issues.md"


def _explanation(section: str) -> Explanation:
    example = _EXAMPLE.search(section)
    assert example, "a test checks that each code has an example"
    meaning = _LEVEL.sub("", section[: example.start()])
    return Explanation(_plain(meaning), example[1], _plain(section[example.end() :]))


def _plain(markdown: str) -> str:
    """Return the text with links reduced to their texts and HTML entities decoded."""
    return html.unescape(_LINK.sub(r"\1", markdown)).strip()
