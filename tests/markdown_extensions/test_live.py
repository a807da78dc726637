"""Live citations and wikilinks on sites that run Markdown extensions but no plugins."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import markdown
import pytest
from click.testing import CliRunner

from papernotes_plugin.cli import main
from papernotes_plugin.files import disk_build
from papernotes_plugin.markdown_extensions import live
from papernotes_plugin.vocabulary.issues import PapernotesError
from tests.helpers import sites

NAME = "papernotes_plugin.markdown_extensions.live"
NOTES = {
    "notes/a.md": "# A\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017 #nlp\n",
    "notes/sub/b.md": "# B\n\n## There\n\nA name: [[A]].\n",
    "notes/mine.md": "---\ndraft: true\n---\n# Mine\n\nSecret [[A]].\n",
}


@pytest.fixture
def notes(tmp_path: Path) -> str:
    """Write a folder of notes and return its path."""
    return str(sites.write(tmp_path, NOTES) / "notes")


def html(text: str, notes: str, page: str = "", *others: str, **more: Any) -> str:
    """Return the HTML of a text with the live extension."""
    return markdown.markdown(text, extensions=[*others, NAME], extension_configs={NAME: {"notes": notes, "page": page}})


def test_cites_the_papers_of_the_notes(notes: str) -> None:
    """A text that is not a note gets a reference list, whose entries link to the papers themselves."""
    output = html("As [@arxiv:1706.03762, p. 3] says.", notes)
    assert 'href="#ref-attention2017need"' in output
    assert 'id="ref-attention2017need"' in output
    assert "https://arxiv.org/abs/1706.03762" in output
    assert "papers/" not in output
    assert "Paper page" not in output


def test_wikilinks_are_relative_to_the_page(notes: str) -> None:
    """Wikilinks become source paths, which the site generator converts to URLs."""
    assert 'href="../a.md">A</a>' in html("[[A]]", notes, "sub/new.md")
    assert 'href="sub/b.md#there">it</a>' in html("[[b#There|it]]", notes)
    assert 'href="https://arxiv.org/abs/1706.03762"' in html("[[arxiv:1706.03762]]", notes)


def test_a_note_has_anchors(notes: str) -> None:
    """A note has the anchors of its mentions; tags are text because their pages do not exist."""
    output = html(NOTES["notes/a.md"], notes, "a.md", "attr_list")
    assert '<a id="pn-arxiv-1706-03762"></a>' in output
    assert "#nlp" in output.replace("&#35;", "#")
    assert "tags/" not in output


def test_an_existing_paper_page_is_linked(tmp_path: Path) -> None:
    """Links lead to the page of a paper if it exists."""
    page = {"notes/papers/attention2017need.md": "# Attention\n"}
    notes = str(sites.write(tmp_path, {**NOTES, **page}) / "notes")
    assert 'href="papers/attention2017need.md"' in html("[[arxiv:1706.03762|x]]", notes)


def test_links_to_missing_indexes_are_text(notes: str) -> None:
    """A link of the author to an index or the map is text if the page does not exist."""
    targets = ("papers/index.md", "map/index.md", "tags/index.md", "sub/b.md")
    output = html(" ".join(f"[x]({target})" for target in targets), notes, "a.md")
    assert re.findall('href="([^"]*)"', output) == ["sub/b.md"]


def test_nothing_of_a_private_note(notes: str) -> None:
    """A private note is no link target, and its own page is unchanged."""
    assert "mine.md" not in html("[[mine]]", notes)
    assert html("Secret [[A]].", notes, "mine.md") == "<p>Secret [[A]].</p>"


def test_names_are_escaped(tmp_path: Path) -> None:
    """Text from notes and keys is escaped."""
    hostile = {
        "notes/x.md": '- [A "Title" of <img src=x onerror=alert(1)> four words](https://arxiv.org/abs/2401.00001)\n'
    }
    notes = str(sites.write(tmp_path, hostile) / "notes")
    output = html("[@arxiv:2401.00001] [[arxiv:2401.00001|<b onclick=x>]]", notes)
    assert not re.search(r"<(?:img|b)\b", output)


def test_a_wikilink_without_a_target_is_unchanged(notes: str) -> None:
    """Brackets around a name that no note has stay as the author wrote them."""
    text = "[[nowhere]] and [[<em>x</em>]]"
    assert html(text, notes) == markdown.markdown(text)


def test_a_rule_at_the_top_is_no_front_matter(notes: str) -> None:
    """A `---` at the top is a rule, because site generators remove the front matter before."""
    output = html("---\n\nA: [[A]]\n\n---\n\nb\n", notes)
    assert output.count("<hr") == 2
    assert 'href="a.md"' in output


def test_code_stays(notes: str) -> None:
    """Code is unchanged."""
    assert html("`[[A]]` and `@arxiv:1706.03762`", notes) == (
        "<p><code>[[A]]</code> and <code>@arxiv:1706.03762</code></p>"
    )


def test_changed_notes_are_read_again(notes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A preview shows a new note; unchanged notes are not read again."""
    monkeypatch.setattr(live, "RECHECK_SECONDS", -1.0)
    reads: list[object] = []

    def counting(*args: Any, **options: Any) -> disk_build.DiskBuild:
        reads.append(args)
        return disk_build.build_from_disk(*args, **options)

    monkeypatch.setattr(live, "build_from_disk", counting)
    assert "href" not in html("[[New]]", notes)
    assert "href" not in html("[[New]]", notes)
    assert len(reads) == 1
    Path(notes, "new.md").write_text("# New\n")
    assert 'href="new.md"' in html("[[New]]", notes)
    assert len(reads) == 2


def test_the_page_comes_from_the_site_generator(notes: str) -> None:
    """The path of the page is read from the processors of Zensical and MkDocs."""

    class Processor:
        def __init__(self, **attributes: object) -> None:
            self.__dict__.update(attributes)

        def run(self, document: Any) -> Any:
            return document if isinstance(document, list) else None

    class PageContext:
        path = "sub/z.md"
        src_uri = f"sub{os.sep}m.md"

    for registry, name, attribute in (
        ("preprocessors", "rendering_context", "page"),
        ("treeprocessors", "relpath", "file"),
    ):
        md = markdown.Markdown(extensions=[NAME], extension_configs={NAME: {"notes": notes}})
        getattr(md, registry).register(Processor(**{attribute: PageContext()}), name, 0)
        assert 'href="../a.md"' in md.convert("[[A]]")


class MkdocstringsProcessor:
    """Substitute for the processor that mkdocstrings registers for docstrings only."""

    def run(self, root: object) -> None:
        """Do nothing."""


@pytest.mark.parametrize("is_built", [False, True])
def test_docstrings_cite_without_a_list(notes: str, is_built: bool) -> None:
    """A docstring cites by author and year, with a link to the paper or to its existing page."""
    options = {"notes": notes, "page": "api/x.md", "built": is_built}
    md = markdown.Markdown(extensions=[NAME], extension_configs={NAME: options})
    md.treeprocessors.register(MkdocstringsProcessor(), "mkdocstrings_ids", 4)  # type: ignore[arg-type]
    output = md.convert("As [@arxiv:1706.03762, p. 3] says; `[@arxiv:1706.03762]`, [@nobody2020].")
    href = "../papers/attention2017need.md" if is_built else "https://arxiv.org/abs/1706.03762"
    assert output.count(f'href="{href}"') == 1
    assert (
        re.sub("<[^>]*>", "", output)
        == "As (Attention Is All You…, 2017, p. 3) says; [@arxiv:1706.03762], [@nobody2020]."
    )
    assert " id=" not in output


def test_built_pages_are_unchanged(notes: str) -> None:
    """Pages of `papernotes build` are unchanged, because they have their links already."""
    text = "[[A]] [@arxiv:1706.03762] [x](papers/attention2017need.md)"
    options = {"notes": notes, "page": "a.md", "built": True}
    assert markdown.markdown(text, extensions=[NAME], extension_configs={NAME: options}) == markdown.markdown(text)


def test_a_paper_of_a_bib_file_is_linked(tmp_path: Path) -> None:
    """A paper without links is linked by its identifier."""
    entry = "@misc{lee2020, title = {Counting Sheep at Night}, eprint = {2001.00001}, archiveprefix = {arXiv}}"
    files = {"notes/a.md": "# A\n\n[[@lee2020]]\n", "bib/x.bib": entry}
    notes = str(sites.write(tmp_path, files) / "notes")
    assert 'href="https://arxiv.org/abs/2001.00001"' in html(files["notes/a.md"], notes, "a.md")


def test_a_site_that_only_cites_needs_no_notes(notes: str, tmp_path: Path) -> None:
    """An exported `.bib` file is enough for citations, also by aliases of papers."""
    keyed = "# C\n\n- [AshishVaswani2017NeurIPS](https://arxiv.org/abs/1706.03762)\n"
    sites.write(Path(notes), {"c.md": keyed, "../bib/a.bib": "@misc{vaswani2017, eprint = {1706.03762}}\n"})
    folder = sites.write(tmp_path / "other", {"docs/index.md": "# Home\n", "bib/.keep": ""})
    out = folder / "bib/papers.bib"
    assert CliRunner().invoke(main, ["export", notes, "--format", "biblatex", "-o", str(out)]).exit_code == 0
    output = html("[@vaswani2017; @AshishVaswani2017NeurIPS]", str(folder / "docs"), "index.md")
    # both keys cite one paper: its authors, and the year for each key
    assert output.count('href="#ref-vaswani2017"') == 2
    assert output.count('id="ref-vaswani2017"') == 1
    assert "unknown" not in output


@pytest.mark.parametrize("options", [{"nodes": "x"}, {"notes": ""}, {"notes": ["x"]}, {"page": None}])
def test_a_wrong_option_is_an_error(options: dict[str, object]) -> None:
    """The error names the option."""
    with pytest.raises(PapernotesError, match=next(iter(options))):
        markdown.markdown("x", extensions=[NAME], extension_configs={NAME: options})


def test_no_such_folder(tmp_path: Path) -> None:
    """A missing folder of notes is one clear error."""
    with pytest.raises(PapernotesError, match="nowhere"):
        html("[[A]]", str(tmp_path / "nowhere"))


def test_in_mkdocs_without_the_plugin(tmp_path: Path) -> None:
    """A strict build succeeds without warnings and broken links."""
    notes = {name.replace("notes/", "docs/"): text for name, text in NOTES.items() if "mine" not in name}
    index = "# Home\n\n[[A]] [[b#There]] [@arxiv:1706.03762] [[nowhere]]\n"
    config = f"markdown_extensions: [attr_list, {NAME}]\n"
    sites.write(tmp_path, {**notes, "docs/index.md": index, "mkdocs.yml": sites.PLAIN + config})
    result = sites.build(tmp_path, "--strict")
    assert (result.code, result.warnings) == (0, []), result.output
    assert sites.Site(result.site).broken() == []
    assert 'href="sub/b/#there"' in result.page("index.html")
    assert 'href="../../a/"' in result.page("sub/b/index.html")
