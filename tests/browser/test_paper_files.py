"""Without files of single papers, a script makes them from the page, and no link leads to a missing file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from papernotes_plugin import Site, Source, build
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Output
from tests.helpers import sites
from tests.helpers.checked_sites import checked
from tests.helpers.chromium import Tab
from tests.helpers.cli_runs import run
from tests.helpers.http_server import served, strict_policy

BIBLIOGRAPHY = """@inproceedings{vaswani2017attention,
  title = {Attention {Is} All You Need \\& more},
  author = {Vaswani, Ashish and Łukasz, Kaiser},
  booktitle = {NeurIPS},
  year = {2017},
  eprint = {1706.03762}
}

@article{he2016deep,
  title = {Deep Residual Learning},
  author = {He, Kaiming},
  journal = {CVPR},
  year = {2016},
  eprint = {1512.03385}
}

@misc{linked2020,
  title = {A Paper That a Note Links To},
  author = {Someone, Ann},
  year = {2020},
  eprint = {2001.00001}
}
"""
NOTES = {
    "index.md": "# Home\n\n[Cite](papers/linked2020.bib) or <a href='papers/linked2020.ris'>RIS</a>.\n",
    "both.md": "# Both\n\n- [Attention](https://arxiv.org/abs/1706.03762) #nlp\n"
    "- [Deep](https://arxiv.org/abs/1512.03385) #nlp #vision\n",
    "one.md": "# One\n\nSee [Deep](https://arxiv.org/abs/1512.03385) again.\n",
}
FILES = {
    "bib/papers.bib": BIBLIOGRAPHY,
    "mkdocs.yml": sites.PLAIN.replace("[search]", "[search, papernotes: {paper_files: false}]"),
    **{f"docs/{path}": text for path, text in NOTES.items()},
}
KEPT = {
    "both.bib", "papers.bib", "papers.ris", "papers/linked2020.bib", "papers/linked2020.ris", "tags/index.bib",
    "tags/nlp.bib", "venues/index.bib",
}  # fmt: skip
"""Bibliographies of several papers, and those that a note links to."""


def outputs(**options: object) -> dict[str, Output]:
    """Return the generated files of the site, by path."""
    sources = [Source(path, text.encode()) for path, text in NOTES.items()]
    config = Config.load(options)
    return {
        output.path: output
        for output in build(
            sources, bibliography=[Source("bib/papers.bib", BIBLIOGRAPHY.encode())], config=config
        ).outputs
    }


def bibliographies(paths: Iterable[str]) -> set[str]:
    """Return the paths of the bibliographies among paths."""
    return {path for path in paths if path.endswith((".bib", ".ris"))}


def test_files_of_several_papers_remain() -> None:
    """Only the files of single papers are left out, unless a note links to them; the others are the same."""
    with_files, without = outputs(), outputs(paper_files=False)
    assert bibliographies(without) == KEPT
    assert bibliographies(with_files) > KEPT
    assert {f"papers/{key}{end}" for key in ("vaswani2017attention", "he2016deep") for end in (".bib", ".ris")} <= {
        *with_files
    }
    assert all(without[path] == with_files[path] for path in KEPT)
    assert {path for path in with_files if path.endswith(".md")} == {path for path in without if path.endswith(".md")}


def test_a_new_link_adds_the_file() -> None:
    """A site that is updated after an edit has the file that a note now links to, as a new build has."""

    def site_of(text: str, previous: Site | None = None) -> Site:
        paper = b"# One\n\n[Deep Nets Revisited Once More](https://arxiv.org/abs/1512.03385)\n"
        sources = [Source("one.md", paper), Source("two.md", f"# Two\n\n{text}\n".encode())]
        return build(sources, config=Config(paper_files=False), previous=previous)

    before = site_of("Nothing here.")
    (paper,) = before.library.papers
    after = site_of(f"Something [here](<papers/{paper.slug}.ris>).", before)
    assert bibliographies(o.path for o in before.outputs) == {"papers.bib", "papers.ris"}
    assert bibliographies(o.path for o in after.outputs) == {"papers.bib", "papers.ris", f"papers/{paper.slug}.ris"}


@pytest.mark.parametrize(
    "host", ["plain", "hugo", *(pytest.param(host, marks=pytest.mark.full) for host in ("quartz", "zensical"))]
)
def test_trees_have_the_same_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    """The pages for other site generators come with the same files, and a note with one paper leads to its page."""
    monkeypatch.chdir(sites.write(tmp_path, {**FILES, "papernotes.toml": "paper_files = false\n"}))
    assert run("build", "docs", "--out", "tree", "--for", host).exit_code == 0
    paths = (path.replace("tagged/", "tags/") for path in sites.files(tmp_path / "tree"))
    assert bibliographies(paths) == KEPT
    note = (tmp_path / "tree" / "one.md").read_text("utf-8")
    assert "one.bib" not in note
    assert "he2016deep" in note.rpartition("BibTeX of the paper")[2]
    page = next((tmp_path / "tree" / "papers").glob("he2016deep*")).read_text("utf-8")
    assert "@article{he2016deep" in page
    assert "he2016deep.bib" not in page


def test_option_is_validated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong value stops the build with one line that says what to write."""
    monkeypatch.chdir(sites.write(tmp_path, {**FILES, "papernotes.toml": 'paper_files = "no"\n'}))
    result = run("build", "docs", "--out", "tree")
    assert result.exit_code == 2
    assert "papernotes.toml" in result.stderr
    assert "'paper_files' must be true or false, not 'no'" in result.stderr


# --- in the browser -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Served:
    """A site on a host with a strict policy."""

    url: str
    folder: Path


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve the site with a policy that allows only its own scripts and inline scripts of the theme."""
    folder = tmp_path_factory.mktemp("files")
    headers: dict[str, str] = {}
    with served(folder / "site", headers) as url:
        result = sites.build(sites.write(folder, FILES), "--strict")
        checked(result)
        assert bibliographies(sites.files(result.site)) == KEPT
        headers |= strict_policy(path.read_text("utf-8") for path in result.site.rglob("*.html"))
        yield Served(url, result.site)


def downloaded(page: Tab, selector: str) -> tuple[str, str]:
    """Return name and text of the file that a button downloads, pressed with the keyboard."""
    page.page.focus(selector)
    with page.page.expect_download() as download:
        page.press("Enter")
    return download.value.suggested_filename, download.value.path().read_text("utf-8")


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["http", "file"])
def test_page_makes_its_files(tab: Callable[..., Tab], site: Served, scheme: str) -> None:
    """The files that a page makes are those that a site with files has, also offline and under a strict policy."""
    start = site.url if scheme == "http" else f"{site.folder.as_uri()}/"
    page = tab()
    page.open(f"{start}papers/vaswani2017attention/index.html")
    page.wait("!!document.querySelector('.papernotes-cite button')")
    expected = outputs()
    for name, end in (("BibTeX", ".bib"), ("RIS", ".ris")):
        file = f"vaswani2017attention{end}"
        assert downloaded(page, f".papernotes-cite [aria-label='Download {end}, {name}']") == (
            file,
            expected[f"papers/{file}"].text,
        )
    assert page.complaints() == []


@pytest.mark.browser
def test_card_and_row_make_their_files(tab: Callable[..., Tab], site: Served) -> None:
    """The hover card of a link and the opened row of the table download the same files."""
    page = tab()
    page.open(f"{site.url}one/")
    page.wait("!!document.querySelector('a.papernotes-carded')")
    page.page.focus("a.papernotes-carded")
    page.press("Shift+Tab")
    page.press("Tab")
    page.wait("!!document.querySelector('.papernotes-card:popover-open')")
    expected = outputs()
    bibtex = expected["papers/he2016deep.bib"].text
    assert downloaded(page, ".papernotes-card [aria-label^='Download .bib']") == ("he2016deep.bib", bibtex)
    page.open(f"{site.url}papers/?text=Residual")
    page.wait("!!document.querySelector('.papernotes-open')")
    page.click(".papernotes-open")
    page.wait("!!document.querySelector('.papernotes-inside .papernotes-cite')")
    for name, end in (("BibTeX", ".bib"), ("RIS", ".ris")):
        file = f"he2016deep{end}"
        saved = downloaded(page, f".papernotes-inside [aria-label='Download {end}, {name}']")
        assert saved == (file, expected[f"papers/{file}"].text)
    assert page.complaints() == []


@pytest.mark.browser
def test_page_without_scripts_has_the_entry(tab: Callable[..., Tab], site: Served) -> None:
    """Without scripts, the BibTeX is on the page to be copied, and no link leads to a missing file."""
    page = tab(java_script_enabled=False)
    page.open(f"{site.url}papers/he2016deep/")
    assert page.page.text_content("code.language-bibtex") == outputs()["papers/he2016deep.bib"].text.rstrip()
    assert page.page.query_selector_all(".papernotes-cite a") == []
