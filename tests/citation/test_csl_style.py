"""Styles of the Citation Style Language: small ones, written here, of each class."""

from __future__ import annotations

import sys
from collections.abc import Iterable
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
from papernotes_plugin.citation import styled_text
from papernotes_plugin.cli import main
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.vocabulary.citation_model import Bibliography, Citation, Cite, Run, Style, plain_runs
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.model import Identifier, Paper, Source, Venue
from tests.helpers import sites

HEAD = '<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="{}"><info><title>x</title>{}</info>'
NAMES = '<names variable="author"><name form="short" and="text" et-al-min="3" et-al-use-first="1"/>{}</names>'
TITLED = "<substitute><text variable='title'/></substitute>"
WHERE = '<text variable="container-title" font-style="italic" prefix=" " suffix="."/><text variable="URL" prefix=" "/>'
PLACE = '<group prefix=", " delimiter=" "><label variable="locator" form="short"/><text variable="locator"/></group>'
YEAR = '<date variable="issued" prefix=" "><date-part name="year"/></date>'

AUTHOR_DATE = f"""{HEAD.format("in-text", "")}
<citation disambiguate-add-year-suffix="true"><sort><key variable="author"/></sort>
<layout prefix="(" suffix=")" delimiter="; ">
{NAMES.format(TITLED)}{YEAR}{PLACE}</layout></citation>
<bibliography><sort><key variable="author"/><key variable="issued" sort="descending"/><key variable="title"/></sort>
<layout><names variable="author"><name name-as-sort-order="all" initialize-with=". " and="symbol"/>{TITLED}</names>
{YEAR}<text variable="title" quotes="true" prefix=". " suffix="."/>{WHERE}</layout></bibliography></style>"""
NUMERIC = f"""{HEAD.format("in-text", '<category citation-format="numeric"/>')}
<citation><sort><key variable="citation-number"/></sort><layout delimiter="," vertical-align="sup">
<text variable="citation-number"/></layout></citation>
<bibliography second-field-align="flush"><layout suffix="."><text variable="citation-number" suffix=". "/>
<text variable="title" text-case="sentence"/>{YEAR}<text variable="DOI" prefix=", doi:"/>
</layout></bibliography></style>"""
NOTE = f"""{HEAD.format("note", "")}<citation><layout suffix="." delimiter="; ">{NAMES.format("")}
<text variable="title" font-style="italic" prefix=", "/>{YEAR}{PLACE}</layout></citation></style>"""


def style(text: str) -> Style:
    """The style of a text."""
    return citation.load_csl_style(text, exports.csl_json.csl_items)


def paper(slug: str, *authors: str, **facts: Any) -> Paper:
    """A paper of 2020 with a title."""
    return Paper(**{"citekey": slug, "slug": slug, "title": f"On {slug}", "authors": authors, "year": 2020, **facts})


def said(bibliography: Bibliography, *cites: Cite, **how: Any) -> str:
    """A citation, each work in angle brackets."""
    parts = bibliography.cite(Citation(cites=cites, **how))
    return "".join(f"‹{plain_runs(p.runs)}›" if p.paper else plain_runs(p.runs) for p in parts)


A = paper("a", "Kay Lee", "Bo Wu", title="LoRA of what?", venue=Venue("NeurIPS", 2020))
B = paper("b", "Kay Lee", "Bo Wu", title="Adam")
C = paper("c", "Özgür Çelik", "B C", "D E", identifiers=(Identifier("doi", "10.1145/1.2"),))
D = paper("d", title="The Bitter Lesson", year=None)


def test_author_date() -> None:
    """Names and years, a letter where two would be the same, words around a work outside of its link."""
    made = style(AUTHOR_DATE).bibliography([A, B, C, D])
    assert [p.slug for p in made.papers] == ["c", "b", "a", "d"]
    assert said(made, Cite(paper=A)) == "(‹Lee and Wu 2020b›)"
    assert said(made, Cite(paper=A, suffix="p. 3-5 and on"), Cite(paper=C, prefix="see")) == (
        "(‹Lee and Wu 2020b, pp. 3–5› and on; see ‹Çelik et al. 2020›)"
    )
    assert said(made, Cite(paper=A), Cite(paper=C)) == "(‹Çelik et al. 2020›; ‹Lee and Wu 2020b›)"
    assert said(made, Cite(paper=B, suppressed=True)) == "(‹2020a›)"
    assert said(made, Cite(paper=B, suffix="33"), narrative=True) == "‹Lee and Wu› (‹2020a, p. 33›)"
    assert said(made, Cite(paper=B, suppressed=True), Cite(paper=C), narrative=True) == "(‹2020a›; ‹Çelik et al. 2020›)"
    assert said(made, Cite(paper=D)) == "(‹The Bitter Lesson›)"
    assert said(made, Cite(paper=D), narrative=True) == "‹The Bitter Lesson›"
    assert {made.label(p) for p in made.papers} == {""}


def test_references() -> None:
    """A reference has its letter, its dress and its links; a title that stands for the authors stands once."""
    made = style(AUTHOR_DATE).bibliography([A, B, C, D])
    assert [inline_markdown.format_runs(made.reference(p)) for p in made.papers] == [
        "Çelik, Ö., C, B., &amp; E, D. 2020. “On c.”",
        "Lee, K. &amp; Wu, B. 2020a. “Adam.”",
        "Lee, K. &amp; Wu, B. 2020b. “LoRA of what?” *Advances in Neural Information Processing Systems 33*.",
        "The Bitter Lesson",
    ]


def test_numeric() -> None:
    """Numbers by first citation; a sign in a sentence stands close to the names; the label is apart."""
    made = style(NUMERIC).bibliography([B, A, C])
    assert [made.label(p) for p in made.papers] == ["1.", "2.", "3."]
    assert [p.slug for p in made.papers] == ["b", "a", "c"]
    assert said(made, Cite(paper=C), Cite(paper=B)) == "‹1›,‹3›"
    assert said(made, Cite(paper=A), narrative=True) == "‹Lee and Wu›‹2›"
    assert all(run.superscript for part in made.cite(Citation(cites=(Cite(paper=A),))) for run in part.runs)
    assert plain_runs(made.reference(A)) == "LoRA of what? 2020."
    assert made.reference(C)[-2:] == (Run("doi:10.1145/1.2", url="https://doi.org/10.1145/1.2"), Run("."))


def test_notes() -> None:
    """What would be a foot note stands in brackets; a style without references has those of our own."""
    made = style(NOTE).bibliography([A, C])
    assert said(made, Cite(paper=C, suffix="p. 3")) == "(‹Çelik et al., On c 2020, p. 3›)"
    assert plain_runs(made.reference(C)) == "Çelik, Ö., C, B., & E, D. (2020). On c. https://doi.org/10.1145/1.2"


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
def test_a_hostile_title_is_text(text: str, title: str) -> None:
    """No markup of a title comes out as markup, and no mark of ours can be forged."""
    evil = paper("e", title, title=title)
    made = style(text).bibliography([evil, A])
    shown = inline_markdown.format_runs(made.reference(evil)) + inline_markdown.format_runs(
        run for part in made.cite(Citation(cites=(Cite(paper=evil, prefix=title, suffix=title),))) for run in part.runs
    )
    bare = shown.replace("<em>", "").replace("</em>", "").replace("<sup>", "").replace("</sup>", "")
    assert "<" not in bare.replace("<strong>", "").replace("</strong>", "")
    assert not any("\ufdd0" <= char <= "\ufdef" for char in shown)
    assert "](javascript" not in shown


def test_tags_of_csl_are_dresses() -> None:
    """A title in CSL's rich text is dressed; italics within italics stand upright."""
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
        ("", "no CSL style"),
        ("<style/>", "no CSL style"),
        ("a: b", "no CSL style"),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]>" + NOTE, "declares a document type"),
        (HEAD.format("in-text", "") + "</style>", "no layout of citations"),
        (HEAD.format("in-text", '<link href="http://x/apa" rel="independent-parent"/>') + "</style>", "another style, http://x/apa"),
    ],
)  # fmt: skip
def test_what_is_no_style(text: str, message: str) -> None:
    """A file that is no style stops the build with one line that names it."""
    with pytest.raises(PapernotesError, match=f"option 'citation_style' names 'x.csl': .*{message}") as raised:
        pipeline.build([], csl=text, config=Config(citation_style="x.csl"))
    assert "\n" not in str(raised.value)


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where citeproc-py is missing, one line says how to get it."""
    monkeypatch.setitem(sys.modules, "citeproc", None)
    monkeypatch.delitem(sys.modules, "papernotes_plugin.citation.citeproc_engine", raising=False)
    with pytest.raises(PapernotesError, match=r"pip install 'mkdocs-papernotes\[csl\]'"):
        style(NOTE)


def test_the_site_is_in_the_style() -> None:
    """The pages of a build have their references in the style of the file."""
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
def test_no_work_breaks_a_style(works: list[tuple[str, list[str]]], words: str) -> None:
    """Whatever a paper is called, each style has words for it, and the same each time."""
    papers = [paper(f"p{n}", *names, title=title or "x") for n, (title, names) in enumerate(works)]
    for made in STYLES.values():
        once, again = made.bibliography(papers), made.bibliography(papers)
        assert sorted(p.slug for p in once.papers) == sorted(p.slug for p in papers)
        for one in papers:
            assert plain_runs(once.reference(one))
            assert once.reference(one) == again.reference(one)
            cited = Citation(cites=(Cite(paper=one, prefix=words, suffix=words),), narrative=len(words) % 2 == 0)
            assert {p.paper.slug for p in once.cite(cited) if p.paper} == {one.slug}


# --- as the author meets it -------------------------------------------------------------------------

NOTES = "Said by [@ann, p. 3] and @ann.\n"
BIB = "@article{ann, author = {Lee, Ann}, title = {LoRA}, journal = {Lore}, year = 2020}"


def test_the_command_reads_the_file(tmp_path: Path) -> None:
    """A site that the command builds has its citations and references in the style of the file."""
    files = {"notes/n.md": NOTES, "bib/x.bib": BIB, "bib/x.csl": AUTHOR_DATE}
    sites.write(tmp_path, {**files, "papernotes.toml": "citation_style = 'bib/x.csl'"})
    done = CliRunner().invoke(main, ["build", str(tmp_path / "notes"), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    page = (tmp_path / "out/n.md").read_text("utf-8")
    assert "Lee 2020, p. 3" in page
    assert "Lee, A. 2020. “LoRA.” *Lore*." in page
    assert "Lee, A. 2020. “LoRA.” *Lore*." in (tmp_path / "out/papers/ann.md").read_text("utf-8")
    assert not (tmp_path / "out/bib/x.csl").exists()


def test_mkdocs_reads_the_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """So has a site of MkDocs; a file that is no style stops its build with one line."""
    config = sites.CONFIG.replace("papernotes]", "papernotes: {citation_style: bib/x.csl}]")
    sites.write(tmp_path, {"mkdocs.yml": config, "docs/index.md": NOTES, "bib/x.bib": BIB, "bib/x.csl": NUMERIC})
    built = load_config(str(tmp_path / "mkdocs.yml"))
    build(built)
    assert "<sup>1</sup>" in (tmp_path / "site/index.html").read_text("utf-8")
    (tmp_path / "bib/x.csl").write_text("a: b", "utf-8")
    with pytest.raises(Abort):
        build(load_config(str(tmp_path / "mkdocs.yml")))
    assert [r.getMessage().partition(" (")[0] for r in caplog.records if r.levelname == "ERROR"] == [
        "papernotes: option 'citation_style' names 'bib/x.csl': it is no CSL style"
    ]


def test_a_work_is_worded_once() -> None:
    """However many pages cite a paper, the style is asked once; only a letter makes another reference."""
    asked: list[str] = []

    def items(papers: Iterable[Paper]) -> list[dict[str, Any]]:
        papers = list(papers)
        asked.extend(p.slug for p in papers)
        return exports.csl_json.csl_items(papers)

    made = citation.load_csl_style(AUTHOR_DATE, items)
    for page in ([A], [A, B], [A, C], [B, A, C]):
        for one in page:
            made.bibliography(page).reference(one)
    assert sorted(asked) == ["a", "b", "c"]
