"""What each code means and what to do: the page of issues of the documentation, for a terminal and for programs.

A face; reads one file that is shipped with it.  The page is the one source: a wheel holds it beside this module, and
a clone of the repository in `docs`.
"""

from __future__ import annotations

import difflib
import html
import re
from dataclasses import dataclass
from pathlib import Path

from papernotes_plugin.vocabulary.issues import Code, PapernotesError

_HEADING = re.compile(r"^#{2,3} .*$", re.MULTILINE)
_EXAMPLE = re.compile(r"^```text\n(.*?)\n```\n", re.MULTILINE | re.DOTALL)
_LEVEL = re.compile(r"^Level: `\w+`\n", re.MULTILINE)
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the page says of one code, as plain text: paragraphs, a blank line between two."""

    meaning: str
    example: str
    """A line as `papernotes check` prints it."""
    remedy: str


def explanations() -> dict[Code, Explanation]:
    """What the page says of each code."""
    text = _page().read_text("utf-8")
    heads = list(_HEADING.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    sections = {head[0].lstrip("# "): text[head.end() : end] for head, end in zip(heads, ends, strict=True)}
    return {code: _explanation(sections[code]) for code in Code}


def explained(name: str) -> str:
    """What to print of a code, or a line for each of them where the name is `all`.

    Raises:
        PapernotesError: where there is no such code; it names the nearest.
    """
    if name == "all":
        width = max(map(len, Code))
        return "".join(f"{code:<{width}}  {code.level:<7}  {code.meaning}\n" for code in sorted(Code))
    code = next((code for code in Code if code == name), None)
    if code is None:
        near = difflib.get_close_matches(name.lower(), [str(code) for code in Code], 3)
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise PapernotesError(f"no issue has the code '{name}'{hint} ('--explain all' lists them)")
    said = explanations()[code]
    return f"{code} ({code.level})\n\n{said.meaning}\n\n    {said.example}\n\n{said.remedy}\n"


def _page() -> Path:
    shipped = Path(__file__).with_name("issues.md")
    return shipped if shipped.exists() else Path(__file__).parents[2] / "docs" / "issues.md"


def _explanation(section: str) -> Explanation:
    example = _EXAMPLE.search(section)
    assert example, "each code has an example, says a test"
    meaning = _LEVEL.sub("", section[: example.start()])
    return Explanation(_plain(meaning), example[1], _plain(section[example.end() :]))


def _plain(markdown: str) -> str:
    """Without links, which lead nowhere from a terminal, and without what only HTML needs."""
    return html.unescape(_LINK.sub(r"\1", markdown)).strip()
