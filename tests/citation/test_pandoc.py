"""Citations in comparison with pandoc: the plain text is the same, or the documentation gives a reason.

`pandoc.yml` has the text that pandoc prints for each case with the style `author-year.csl`.
"""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import markdown
import pytest
import yaml
from markdown.extensions import Extension

from papernotes_plugin import citation, exports, pipeline
from papernotes_plugin.annotate import annotation_edits
from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.annotate.note_annotation import normalise_markdown
from papernotes_plugin.annotate.rendered_citations import RenderedCitations
from papernotes_plugin.index.library_index import index_library
from papernotes_plugin.markdown_extensions.citations import CitationExtension
from papernotes_plugin.markup.citation_syntax import CitedKey
from papernotes_plugin.pipeline import apply_edits
from papernotes_plugin.vocabulary.citation_model import Citation, CitationPart, Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import MentionKind, Paper, Source
from tests.consumers import programs
from tests.helpers import converted_pages
from tests.helpers.small_library import note

HERE = Path(__file__).parent
STYLE_FILE = HERE / "author-year.csl"
CASES: list[dict[str, str]] = yaml.safe_load((HERE / "pandoc.yml").read_text("utf-8"))
DOCS = (HERE.parent.parent / "docs" / "citing.md").read_text("utf-8")

WORKS = {
    "ash2011": ("Ash, Ida", 2011),
    "ash2014": ("Ash, Ida", 2014),
    "oak2015": ("Oak, Bo and Elm, Cy", 2015),
    "fir2018": ("Fir, Di and Gum, Ed and Yew, Flo", 2018),
    "under_score_": ("Bay, Gil", 2009),
    "_lead": ("Box, Hal", 2010),
    "*star*": ("Fig, Oli", 2007),
    "ольха7": ("Ivy, Jan", 2012),
    "DBLP:conf/x/Pea13": ("Pea, Kim", 2013),
    "a.b-c:d#e$f%g&h+i?j~m/n": ("Rye, Lou", 2016),
    "tail.": ("Sow, Max", 2008),
    "https://example.org/b?id=7&l=en": ("Tea, Ned", 2019),
}
"""Authors and year of each work by key."""

REASONS = {
    "and": "two authors in a sentence",
    "order": "other works between works by the same authors",
    "unknown": "an unknown key in brackets",
    "handle": "an unknown key without brackets",
    "path": "`@` after a slash",
    "server": "a second `@`",
    "dashes": "two hyphens",
    "underscore": "an underscore that ends emphasis",
    "plus": "`+` at the end of a key",
    "entity": "an entity after a key",
    "braces": "a number in braces",
    "ranges": "several ranges, other than of pages",
    "code": "a number in code",
    "semicolon": "a semicolon without a key",
    "nested": "keys without a semicolon between them, and citations in citations",
    "adjacent": "brackets next to brackets",
    "wikilink": "double brackets",
    "html-link": "links in HTML",
    "image": "images",
    "undefined": "brackets before the name of an undefined link, or before parentheses",
}
"""First cell of the row about each reason in the documentation."""


class NoPapers:
    """Citer that knows no paper."""

    def paper(self, cited: CitedKey) -> None:
        """Return None for every key."""

    def words(self, citation: Citation) -> Sequence[CitationPart]:
        raise NotImplementedError

    def href(self, paper: Paper) -> str:
        raise NotImplementedError

    def missing(self, key: str) -> None:
        """Ignore a key."""


# --- papernotes ----------------------------------------------------------------------------------


def csl_style() -> Style:
    """Return the style in the CSL file."""
    return citation.load_csl_style(STYLE_FILE.read_text("utf-8"), exports.csl_json.csl_items)


def works_with_keys() -> list[Paper]:
    """Return the papers of `WORKS`."""
    return [
        Paper(citekey=key, slug=f"work{number}", title=f"Work {number}", authors=tuple(names.split(" and ")), year=year)
        for number, (key, (names, year)) in enumerate(WORKS.items())
    ]


def our_text(text: str, style: Style = citation.STYLES["author-year"]) -> str:
    """Return the plain text of a note on its page, without the list of references."""
    config = Config.load({"references_title": "", "note_bibtex": False, "sign": False})
    library = index_library(works_with_keys(), [note("n.md", text)], config)
    (parsed,) = library.notes
    edits, _ = annotation_edits(parsed, library, config, True, style, style)
    page = normalise_markdown(apply_edits(parsed.text, edits), 0, 4)
    extensions: list[str | Extension] = [
        *converted_pages.FACE,
        "footnotes",
        "pymdownx.tilde",
        CitationExtension(NoPapers()),
    ]
    return plain_text(markdown.markdown(page, extensions=extensions))


def plain_text(page: str) -> str:
    """Return the text of a page without the list of references, and with each footnote at its place."""
    page, _, notes = page.partition('<div class="footnote">')
    page = page.partition('<div class="papernotes-references">')[0]
    for words in re.findall(r'<li id="fn.*?</li>', notes, re.DOTALL):
        content = footnote(re.sub(r'<a class="footnote-backref.*?</a>', "", words))
        page = re.sub(r'<sup id="fnref.*?</sup>', content.replace("\\", r"\\"), page, count=1)
    return spaced(html.unescape(re.sub(r"<!--.*?-->|<[^>]*>", "", page)))


def footnote(words: str) -> str:
    """Return a footnote at the place of its number."""
    return f" ‹{' '.join(words.split())}› "


def spaced(text: str) -> str:
    """Return a text with uniform spaces."""
    return re.sub(r" ?([‹›]) ?", r"\1", " ".join(text.split()))


# --- pandoc ---------------------------------------------------------------------------------------


def pandoc_texts(texts: Sequence[str]) -> list[str]:
    """Return the plain text that pandoc prints for each text."""
    return [text for start in range(0, len(texts), 40) for text in _pandoc_texts(texts[start : start + 40])]


def _pandoc_texts(texts: Sequence[str]) -> list[str]:
    references = [
        {
            "id": key.replace("*", r"\*"),
            "type": "article-journal",
            "title": key,
            "author": [dict(zip(("family", "given"), name.split(", "), strict=True)) for name in names.split(" and ")],
            "issued": {"date-parts": [[year]]},
        }
        for key, (names, year) in WORKS.items()
    ]
    front = yaml.safe_dump({"references": references, "suppress-bibliography": True}, allow_unicode=True)
    cases = "".join(f"::::::: {{#case-{number}}}\n\n{text}\n\n:::::::\n\n" for number, text in enumerate(texts))
    options = ("-f", "markdown-smart", "-t", "json", "--citeproc", "--csl", STYLE_FILE)
    code, out, errors = programs.run(programs.pandoc(), *options, stdin=f"---\n{front}---\n\n{cases}")
    assert code == 0, errors
    blocks = [block for block in json.loads(out)["blocks"] if block["t"] == "Div"]
    return [spaced(_words(block["c"][1])) for block in blocks]


def _words(part: Any) -> str:
    """Return the text of a part of pandoc's document tree."""
    if isinstance(part, list):
        return "".join(map(_words, part))
    if not isinstance(part, dict):
        return ""
    kind, content = part.get("t", ""), part.get("c", "")
    if kind in ("Space", "SoftBreak", "LineBreak"):
        return " "
    if kind in ("Str", "Code", "CodeBlock", "Math"):
        return str(content if kind == "Str" else content[1])
    if kind in ("RawInline", "RawBlock"):
        return ""
    if kind == "Note":
        return footnote(_words(content))
    return _words(content) + (" " if kind in ("Para", "Plain", "Header") else "")


# --- tests ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=[f"{case['rule']}: {case['text']}" for case in CASES])
def test_text_is_that_of_pandoc_unless_there_is_a_reason(case: Mapping[str, str]) -> None:
    """The built-in style and a CSL style print what pandoc prints, or what the case says for a reason."""
    expected = case.get("ours", case["pandoc"])
    assert our_text(case["text"]) == expected
    assert our_text(case["text"], csl_style()) == case.get("csl", expected)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['rule']}: {case['text']}" for case in CASES])
def test_backlinks_agree_with_citations(case: Mapping[str, str]) -> None:
    """The papers that a note cites on its page are those that it mentions by their keys."""
    entries = [
        f"@article{{{key}, title = {{Work {number}}}, author = {{{names}}}, year = {year}}}"
        for number, (key, (names, year)) in enumerate(WORKS.items())
    ]
    bibliography = Source("refs.bib", "\n".join(entries).encode())
    site = pipeline.build([Source("n.md", case["text"].encode())], bibliography=[bibliography], pages=False)
    (parsed,) = site.library.notes
    clusters = RenderedCitations(EditList(parsed, attributes=True), site.library, site.config).clusters
    mentions = site.library.mentions.get("n.md", ())
    written = {m.span for m, _ in mentions if m.kind is MentionKind.KEY and parsed.text[m.span.start] != "["}
    assert written == {
        cited.span for c, papers in clusters for cited, paper in zip(c.cited_keys, papers, strict=True) if paper
    }


def test_reasons() -> None:
    """Each difference has a reason, and a row in the table of the documentation."""
    assert {case["because"] for case in CASES if "ours" in case or "csl" in case} == {*REASONS}
    table = DOCS.partition("## Differences from pandoc")[2].partition("\n## ")[0]
    same = sum("because" not in case for case in CASES)
    assert f"The tests compare {len(CASES)} texts" in DOCS
    assert f"The plain text is the same in {same} of them" in DOCS
    first_cells = [line.split(" | ")[0][2:] for line in table.splitlines() if line.startswith("| ")]
    assert first_cells[1:] == [*REASONS.values()]


@pytest.mark.full
def test_pandoc_prints_the_expected_texts() -> None:
    """The expected texts are those of the installed pandoc."""
    assert pandoc_texts([case["text"] for case in CASES]) == [case["pandoc"] for case in CASES]


KEYS = ["@ash2011", "@ash2011", "-@ash2011", "@{ash2011}", "@fir2018", "@under_score_"]
PREFIXES = ["", "", "see ", "cf. ", "*so* ", "e.g., ", "so, "]
SUFFIXES = """
    |, p. 3| p. 3|, pp. 3-5| and so on|, and so on| {p. 3}|{}, 99 days on|, {ii, A} so|, 3|, ch. 2|, vol. 2, p. 7|, xi
    |, p. iv| [so] on|, *so*| (3)|, p. 3 (so)|, §§ 2-3|, p. 3, fig. 2, so|: so|, 12:3|, nos. 2, 3 and 4|, “so”|, 3(a)
    |, sec. A.2|, p. 3a–4b|, v. 3-4|, S. 3| n. 3|, p. 3–|. 3|, 2nd ed.|, 1.2.3|, p. 3/4|, 50%|'s|, ca. 1900|, v|, I so
    |, C and so|, mi|, pp. c, d|, Chapter IV|, part of it|, page|, p.|, notes 3|, 3,000|, 3, 4.|, [3]|, (iv)|, p. (so)
"""


@pytest.mark.full
def test_random_citations_are_those_of_pandoc() -> None:
    """Citations that are put together at random have the same plain text as in pandoc."""
    choice = random.Random(1).choice
    suffixes = [suffix.strip("\n") for suffix in re.sub(r"\n *", "", SUFFIXES).split("|")]

    def cite() -> str:
        return choice(PREFIXES) + choice(KEYS) + choice(suffixes)

    def text() -> str:
        brackets = f"[{cite()}]" if choice([True, False]) else f"[{cite()}; {cite()}]"
        return choice(
            [brackets, f"As {choice(KEYS)} {brackets} so", f"As {choice(KEYS)} [{choice(suffixes).strip()}] so"]
        )

    texts = [text() for _ in range(300)]
    rendered = [our_text(text) for text in texts]
    differing = [row for row in zip(texts, rendered, pandoc_texts(texts), strict=True) if row[1] != row[2]]
    assert differing == []
