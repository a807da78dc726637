"""Citations and references in CSL styles: author-date, numeric and note style."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from papernotes_plugin import citation, exports, pipeline
from papernotes_plugin.annotate import annotation_edits
from papernotes_plugin.citation import styled_text
from papernotes_plugin.cli import main
from papernotes_plugin.index.library_index import index_library
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.vocabulary.citation_model import Bibliography, Citation, Cite, Run, Style, plain_runs
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.model import Identifier, Paper, Source, Venue
from tests.helpers import converted_pages, sites, small_library

HEAD = '<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="{}"><info><title>x</title>{}</info>'
NAMES = '<names variable="author"><name form="short" and="text" et-al-min="3" et-al-use-first="1"/>{}</names>'
SUBSTITUTE = "<substitute><text variable='title'/></substitute>"
CONTAINER_URL = (
    '<text variable="container-title" font-style="italic" prefix=" " suffix="."/><text variable="URL" prefix=" "/>'
)
LOCATOR = '<group prefix=", " delimiter=" "><label variable="locator" form="short"/><text variable="locator"/></group>'
YEAR = '<date variable="issued" prefix=" "><date-part name="year"/></date>'

AUTHOR_DATE = f"""{HEAD.format("in-text", "")}
<citation disambiguate-add-year-suffix="true"><sort><key variable="author"/></sort>
<layout prefix="(" suffix=")" delimiter="; ">
{NAMES.format(SUBSTITUTE)}{YEAR}{LOCATOR}</layout></citation>
<bibliography><sort><key variable="author"/><key variable="issued" sort="descending"/><key variable="title"/></sort>
<layout><names variable="author"><name name-as-sort-order="all" initialize-with=". " and="symbol"/>{SUBSTITUTE}</names>
{YEAR}<text variable="title" quotes="true" prefix=". " suffix="."/>{CONTAINER_URL}</layout></bibliography></style>"""
NUMERIC = f"""{HEAD.format("in-text", '<category citation-format="numeric"/>')}
<citation><sort><key variable="citation-number"/></sort><layout delimiter="," vertical-align="sup">
<text variable="citation-number"/></layout></citation>
<bibliography second-field-align="flush"><layout suffix="."><text variable="citation-number" suffix=". "/>
<text variable="title" text-case="sentence"/>{YEAR}<text variable="DOI" prefix=", doi:"/>
</layout></bibliography></style>"""
NOTE = f"""{HEAD.format("note", "")}<citation><layout suffix="." delimiter="; ">{NAMES.format("")}
<text variable="title" font-style="italic" prefix=", "/>{YEAR}{LOCATOR}</layout></citation></style>"""


def style(text: str) -> Style:
    """Return the style with this XML text."""
    return citation.load_csl_style(text, exports.csl_json.csl_items)


def paper(slug: str, *authors: str, **facts: Any) -> Paper:
    """Return a paper of 2020 with a title and these authors."""
    return Paper(**{"citekey": slug, "slug": slug, "title": f"On {slug}", "authors": authors, "year": 2020, **facts})


def citation_text(bibliography: Bibliography, *cites: Cite, **options: Any) -> str:
    """Return the text of a citation, each linked work in angle brackets."""
    parts = bibliography.cite(Citation(cites=cites, **options))
    return "".join(f"‹{plain_runs(p.runs)}›" if p.paper else plain_runs(p.runs) for p in parts)


A = paper("a", "Kay Lee", "Bo Wu", title="LoRA of what?", venue=Venue("NeurIPS", 2020), type="inproceedings")
B = paper("b", "Kay Lee", "Bo Wu", title="Adam")
C = paper("c", "Özgür Çelik", "B C", "D E", identifiers=(Identifier("doi", "10.1145/1.2"),))
D = paper("d", title="The Bitter Lesson", year=None)


def test_author_date_citations() -> None:
    """An author-date citation has names, year and a distinguishing letter; prefix and suffix are not linked."""
    bibliography = style(AUTHOR_DATE).bibliography([A, B, C, D])
    assert [p.slug for p in bibliography.papers] == ["c", "b", "a", "d"]
    assert citation_text(bibliography, Cite(paper=A)) == "(‹Lee and Wu 2020b›)"
    assert citation_text(bibliography, Cite(paper=A, suffix="p. 3-5 and on"), Cite(paper=C, prefix="see")) == (
        "(‹Lee and Wu 2020b, pp. 3–5› and on; see ‹Çelik et al. 2020›)"
    )
    assert citation_text(bibliography, Cite(paper=A), Cite(paper=C)) == "(‹Çelik et al. 2020›; ‹Lee and Wu 2020b›)"
    assert citation_text(bibliography, Cite(paper=B, suppressed=True)) == "(‹2020a›)"
    assert citation_text(bibliography, Cite(paper=B, suffix="33"), narrative=True) == "‹Lee and Wu› (‹2020a, p. 33›)"
    assert (
        citation_text(bibliography, Cite(paper=B, suppressed=True), Cite(paper=C), narrative=True)
        == "(‹2020a›; ‹Çelik et al. 2020›)"
    )
    assert citation_text(bibliography, Cite(paper=D)) == "(‹The Bitter Lesson›)"
    assert citation_text(bibliography, Cite(paper=D), narrative=True) == "‹The Bitter Lesson›"
    assert {bibliography.label(p) for p in bibliography.papers} == {""}


COLLAPSING = AUTHOR_DATE.replace("<citation ", '<citation collapse="year" cite-group-delimiter=" + " ')


def test_the_same_authors_are_named_once() -> None:
    """A style with `collapse` names equal authors once; other persons with the same family name stay apart."""
    later = paper("e", "Kay Lee", "Bo Wu", year=2021)
    other = paper("f", "Zoe Lee", "Bo Wu", year=2022)
    bibliography = style(COLLAPSING).bibliography([A, C, later, other])
    cited = partial(citation_text, bibliography)
    assert cited(Cite(paper=A), Cite(paper=later)) == "(‹Lee and Wu 2020› + ‹2021›)"
    assert cited(Cite(paper=A, suffix="p. 3"), Cite(paper=later)) == "(‹Lee and Wu 2020, p. 3›; ‹2021›)"
    assert cited(Cite(paper=A), Cite(paper=later, prefix="and")) == "(‹Lee and Wu 2020›; and ‹Lee and Wu 2021›)"
    assert cited(Cite(paper=A), Cite(paper=other)) == "(‹Lee and Wu 2020›; ‹Lee and Wu 2022›)"
    assert cited(Cite(paper=A), Cite(paper=later), narrative=True) == "‹Lee and Wu› (‹2020› + ‹2021›)"
    assert citation_text(style(AUTHOR_DATE).bibliography([A, later]), Cite(paper=A), Cite(paper=later)) == (
        "(‹Lee and Wu 2020›; ‹Lee and Wu 2021›)"
    )


def test_names_in_a_sentence_are_those_of_the_style() -> None:
    """A sentence has as many names as a citation in brackets, with `and` for `&`; an institution keeps its `&`."""
    text = AUTHOR_DATE.replace('and="text" et-al-min="3"', 'and="symbol" et-al-min="4"')
    three, firm = paper("g", "Kay Lee", "Bo Wu", "Al Fox"), paper("h", "{Barnes & Noble}")
    bibliography = style(text).bibliography([three, firm])
    assert citation_text(bibliography, Cite(paper=three)) == "(‹Lee, Wu, & Fox 2020›)"
    assert citation_text(bibliography, Cite(paper=three), narrative=True) == "‹Lee, Wu, and Fox› (‹2020›)"
    assert "Barnes & Noble›" in citation_text(bibliography, Cite(paper=firm), narrative=True)


def test_author_date_references() -> None:
    """A reference has its year letter and formatting; a title in place of missing authors is not repeated."""
    bibliography = style(AUTHOR_DATE).bibliography([A, B, C, D])
    assert [inline_markdown.format_runs(bibliography.reference(p)) for p in bibliography.papers] == [
        "Çelik, Ö., C, B., &amp; E, D. 2020. “On c.”",
        "Lee, K. &amp; Wu, B. 2020a. “Adam.”",
        "Lee, K. &amp; Wu, B. 2020b. “LoRA of what?” *Advances in Neural Information Processing Systems 33*.",
        "The Bitter Lesson",
    ]


def test_numeric_style() -> None:
    """Works are numbered by first citation; a narrative number follows the names; the label is separate."""
    bibliography = style(NUMERIC).bibliography([B, A, C])
    assert [bibliography.label(p) for p in bibliography.papers] == ["1.", "2.", "3."]
    assert [p.slug for p in bibliography.papers] == ["b", "a", "c"]
    assert citation_text(bibliography, Cite(paper=C), Cite(paper=B)) == "‹1›,‹3›"
    assert citation_text(bibliography, Cite(paper=A), narrative=True) == "‹Lee and Wu›‹2›"
    assert all(run.superscript for part in bibliography.cite(Citation(cites=(Cite(paper=A),))) for run in part.runs)
    assert plain_runs(bibliography.reference(A)) == "LoRA of what? 2020."
    assert bibliography.reference(C)[-2:] == (Run("doi:10.1145/1.2", url="https://doi.org/10.1145/1.2"), Run("."))


def test_note_style() -> None:
    """A footnote citation is put in parentheses; a style without a bibliography uses author-year references."""
    bibliography = style(NOTE).bibliography([A, C])
    assert citation_text(bibliography, Cite(paper=C, suffix="p. 3")) == "(‹Çelik et al., On c 2020, p. 3›)"
    assert (
        plain_runs(bibliography.reference(C)) == "Çelik, Ö., C, B., & E, D. (2020). On c. https://doi.org/10.1145/1.2"
    )


@pytest.mark.parametrize(
    ("suffix", "expected"),
    [
        (", S. 3-5, oben", "(Lee und Wu 2020, S. 3–5, oben)"),
        (" Kap. 2", "(Lee und Wu 2020, Kap. 2)"),
        (", Seite xi", "(Lee und Wu 2020, S. xi)"),
        (", p. 3", "(Lee und Wu 2020, S. 3)"),
        (", siehe Kap. 2", "(Lee und Wu 2020, siehe Kap. 2)"),
        ("{iv, vi-xi} und 3", "(Lee und Wu 2020, iv, vi–xi und 3)"),
        ("{}, 99 Jahre", "(Lee und Wu 2020, 99 Jahre)"),
    ],
)
def test_locator_words_of_the_language(suffix: str, expected: str) -> None:
    """The words for locators are those of the style's language and of English; they are printed in its language."""
    german = AUTHOR_DATE.replace('version="1.0"', 'version="1.0" default-locale="de-DE"')
    bibliography = style(german).bibliography([A])
    assert citation_text(bibliography, Cite(paper=A, suffix=suffix)).translate({0x2039: "", 0x203A: ""}) == expected


NUMERIC_LABEL = """<choose><if is-numeric="locator"><label variable="locator" form="short" suffix=" "/></if></choose>
<text variable="locator"/><label variable="page" form="short" prefix=" in "/>"""


@pytest.mark.parametrize(
    ("suffix", "expected"),
    [("", "()"), (", chap. 6", "(chap. 6)"), (", chaps. 6, 7", "(chaps. 6, 7)"), (", chap. iv", "(iv)")],
)
def test_labels(suffix: str, expected: str) -> None:
    """A number is never printed without its label, nor a label without its number."""
    text = AUTHOR_DATE.replace(f"{NAMES.format(SUBSTITUTE)}{YEAR}{LOCATOR}", f"{YEAR}{NUMERIC_LABEL}")
    shown = citation_text(style(text).bibliography([A]), Cite(paper=A, suffix=suffix))
    assert re.sub("[‹›]| 2020", "", shown) == expected


@pytest.mark.parametrize(
    ("date_parts", "expected"),
    [([[2011, 9, 24], [2011, 9, 26]], "2011"), ([[2011], [2012]], "2011–2012")],
)
def test_range_of_dates(date_parts: list[list[int]], expected: str) -> None:
    """A range of dates within one year keeps the year."""
    item = {"type": "article", "title": "T", "author": [{"family": "Lee"}], "issued": {"date-parts": date_parts}}
    bibliography = citation.load_csl_style(AUTHOR_DATE, lambda papers: [item for _ in papers]).bibliography([A])
    assert citation_text(bibliography, Cite(paper=A)) == f"(‹Lee {expected}›)"


def test_order_of_works() -> None:
    """The works of a citation are sorted, but one with a prefix or suffix keeps its place, as in pandoc."""
    bibliography = style(AUTHOR_DATE).bibliography([A, C, D])
    works = Cite(paper=A), Cite(paper=C), Cite(paper=A, prefix="see"), Cite(paper=C, suffix=" and on"), Cite(paper=D)
    parts = bibliography.cite(Citation(cites=works))
    assert [(plain_runs(part.runs), part.paper.slug) for part in parts if part.paper] == [
        ("Çelik et al. 2020", "c"),
        ("Lee and Wu 2020", "a"),
        ("Lee and Wu 2020", "a"),
        ("Çelik et al. 2020", "c"),
        ("The Bitter Lesson", "d"),
    ]


@pytest.mark.parametrize("text", [AUTHOR_DATE, NUMERIC, NOTE])
@pytest.mark.parametrize(
    "title",
    [
        "<script>alert(1)</script>",
        "<i>open <b>x</i> & &lt;",
        "*a* [b](javascript:x) {{c}}",
        '<span class="nocase">x',
        "\ufdd0\ufdd8" + "1\ufdda" + "\ufdd6",
        "https://a.b/<x>",
    ],
)
def test_markup_in_a_title_is_escaped(text: str, title: str) -> None:
    """Markup in a title is escaped, and a title cannot forge the internal formatting markers."""
    hostile = paper("e", title, title=title)
    bibliography = style(text).bibliography([hostile, A])
    shown = inline_markdown.format_runs(bibliography.reference(hostile)) + inline_markdown.format_runs(
        run
        for part in bibliography.cite(Citation(cites=(Cite(paper=hostile, prefix=title, suffix=title),)))
        for run in part.runs
    )
    without_formatting = shown.replace("<em>", "").replace("</em>", "").replace("<sup>", "").replace("</sup>", "")
    assert "<" not in without_formatting.replace("<strong>", "").replace("</strong>", "")
    assert not any("\ufdd0" <= char <= "\ufdef" for char in shown)
    assert "](javascript" not in shown


def test_csl_rich_text_becomes_runs() -> None:
    """CSL rich text in a title becomes formatted runs; italics within italics become upright."""
    assert styled_text.to_runs(
        f"{styled_text.ITALIC[0]}{styled_text.mark_tags('The <i>E. coli</i> <sup>2</sup>')}{styled_text.ITALIC[1]}"
    ) == (
        Run("The ", italic=True),
        Run("E. coli"),
        Run(" ", italic=True),
        Run("2", italic=True, superscript=True),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a CSL style"),
        ("<style/>", "not a CSL style"),
        ("a: b", "not a CSL style"),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]>" + NOTE, "declares a document type"),
        (HEAD.format("in-text", "") + "</style>", "no layout of citations"),
        (HEAD.format("in-text", '<link href="http://x/apa" rel="independent-parent"/>') + "</style>", "another style, http://x/apa"),
    ],
)  # fmt: skip
def test_invalid_style_stops_the_build(text: str, message: str) -> None:
    """A file that is not a CSL style stops the build with a message of one line that names the file."""
    with pytest.raises(PapernotesError, match=f"option 'citation_style' names 'x.csl': .*{message}") as raised:
        pipeline.build([], csl=text, config=Config(citation_style="x.csl"))
    assert "\n" not in str(raised.value)


def test_missing_citeproc_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without citeproc-py the error message shows how to install it."""
    monkeypatch.setitem(sys.modules, "citeproc", None)
    monkeypatch.delitem(sys.modules, "papernotes_plugin.citation.citeproc_engine", raising=False)
    with pytest.raises(PapernotesError, match=r"pip install 'mkdocs-papernotes\[csl\]'"):
        style(NOTE)


def test_pages_use_the_style() -> None:
    """Generated pages have references in the configured CSL style."""
    note = b"- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017\n"
    config = Config(citation_style="styles/x.csl")
    site = pipeline.build([Source("n.md", note)], csl=NUMERIC, config=config)
    assert any("Attention is all you need 2017." in output.text for output in site.outputs)


STYLES = {text: style(text) for text in (AUTHOR_DATE, NUMERIC, NOTE)}


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(st.text(max_size=20), st.lists(st.text(max_size=12), max_size=4)), min_size=1, max_size=4),
    st.text(max_size=15),
)
def test_every_style_formats_any_paper(works: list[tuple[str, list[str]]], words: str) -> None:
    """Every style gives a non-empty, repeatable reference and a citation for any title and authors."""
    papers = [paper(f"p{n}", *names, title=title or "x") for n, (title, names) in enumerate(works)]
    for csl_style in STYLES.values():
        bibliography, second = csl_style.bibliography(papers), csl_style.bibliography(papers)
        assert sorted(p.slug for p in bibliography.papers) == sorted(p.slug for p in papers)
        for one in papers:
            assert plain_runs(bibliography.reference(one))
            assert bibliography.reference(one) == second.reference(one)
            cited = Citation(cites=(Cite(paper=one, prefix=words, suffix=words),), narrative=len(words) % 2 == 0)
            assert {p.paper.slug for p in bibliography.cite(cited) if p.paper} == {one.slug}


# --- command and plugin ---------------------------------------------------------------------------

NOTES = "Said by [@ann, p. 3] and @ann.\n"
BIB = "@article{ann, author = {Lee, Ann}, title = {LoRA}, journal = {Lore}, year = 2020}"


def test_build_command_uses_the_style(tmp_path: Path) -> None:
    """`papernotes build` formats citations and references in the configured CSL style."""
    files = {"notes/n.md": NOTES, "bib/x.bib": BIB, "bib/x.csl": AUTHOR_DATE}
    sites.write(tmp_path, {**files, "papernotes.toml": "citation_style = 'bib/x.csl'"})
    result = CliRunner().invoke(main, ["build", str(tmp_path / "notes"), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    page = (tmp_path / "out/n.md").read_text("utf-8")
    assert "Lee 2020, p. 3" in page
    assert "Lee, A. 2020. “LoRA.” *Lore*." in page
    assert "Lee, A. 2020. “LoRA.” *Lore*." in (tmp_path / "out/papers/ann.md").read_text("utf-8")
    assert not (tmp_path / "out/bib/x.csl").exists()


def test_mkdocs_uses_the_style(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """MkDocs formats citations in the configured CSL style; an invalid style file stops the build with one error."""
    config = sites.CONFIG.replace("papernotes]", "papernotes: {citation_style: bib/x.csl}]")
    sites.write(tmp_path, {"mkdocs.yml": config, "docs/index.md": NOTES, "bib/x.bib": BIB, "bib/x.csl": NUMERIC})
    mkdocs_config = load_config(str(tmp_path / "mkdocs.yml"))
    build(mkdocs_config)
    assert "<sup>1</sup>" in (tmp_path / "site/index.html").read_text("utf-8")
    (tmp_path / "bib/x.csl").write_text("a: b", "utf-8")
    with pytest.raises(Abort):
        build(load_config(str(tmp_path / "mkdocs.yml")))
    assert [r.getMessage().partition(" (")[0] for r in caplog.records if r.levelname == "ERROR"] == [
        "papernotes: option 'citation_style' names 'bib/x.csl': it is not a CSL style"
    ]


def test_each_paper_is_converted_once() -> None:
    """A paper that several pages cite is converted to a CSL item once."""
    converted: list[str] = []

    def items(papers: Iterable[Paper]) -> list[dict[str, Any]]:
        papers = list(papers)
        converted.extend(p.slug for p in papers)
        return exports.csl_json.csl_items(papers)

    csl_style = citation.load_csl_style(AUTHOR_DATE, items)
    for page in ([A], [A, B], [A, C], [B, A, C]):
        for one in page:
            csl_style.bibliography(page).reference(one)
    assert sorted(converted) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("So [@a].", "So1."), ("*So* [@a]", "So1"), ("- [@a] so", "1 so"), ("As @a so", "As Lee and Wu1 so")],
)
def test_superscript_follows_its_word(text: str, expected: str) -> None:
    """A superscript number follows the word before it without a space, as in pandoc."""
    note = small_library.note("n.md", text)
    config = Config.load({"references_title": "", "note_bibtex": False})
    library = index_library([A], [note], config)
    edits, _ = annotation_edits(note, library, config, False, style(NUMERIC), style(NUMERIC))
    page = converted_pages.html(pipeline.apply_edits(note.text, edits).partition("\n")[0])
    assert re.sub("<[^>]*>", "", page).strip() == expected
