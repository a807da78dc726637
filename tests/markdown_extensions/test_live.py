"""Citations and wikilinks where a host runs Markdown extensions only."""

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
    """A folder of notes."""
    return str(sites.write(tmp_path, NOTES) / "notes")


def html(text: str, notes: str, page: str = "", *others: str, **more: Any) -> str:
    """What Python-Markdown makes of a text."""
    return markdown.markdown(text, extensions=[*others, NAME], extension_configs={NAME: {"notes": notes, "page": page}})


def test_cites_the_papers_of_the_notes(notes: str) -> None:
    """In a text that is no note, with a list of references, each entry leading to the paper itself."""
    made = html("As [@arxiv:1706.03762, p. 3] says.", notes)
    assert 'href="#ref-attention2017need"' in made
    assert 'id="ref-attention2017need"' in made
    assert "https://arxiv.org/abs/1706.03762" in made
    assert "papers/" not in made
    assert "Paper page" not in made


def test_links_as_the_page_sees_it(notes: str) -> None:
    """Wikilinks lead to source paths, which the host turns into addresses."""
    assert 'href="../a.md">A</a>' in html("[[A]]", notes, "sub/new.md")
    assert 'href="sub/b.md#there">it</a>' in html("[[b#There|it]]", notes)
    assert 'href="https://arxiv.org/abs/1706.03762"' in html("[[arxiv:1706.03762]]", notes)


def test_a_note_is_what_it_is_elsewhere(notes: str) -> None:
    """The text of a note has its places to land on; tags, whose pages are not there, are text."""
    made = html(NOTES["notes/a.md"], notes, "a.md", "attr_list")
    assert '<a id="pn-arxiv-1706-03762"></a>' in made
    assert "#nlp" in made.replace("&#35;", "#")
    assert "tags/" not in made


def test_a_page_of_ours_that_is_there_is_led_to(tmp_path: Path) -> None:
    """Where somebody has put the page of a paper, links lead to it."""
    page = {"notes/papers/attention2017need.md": "# Attention\n"}
    notes = str(sites.write(tmp_path, {**NOTES, **page}) / "notes")
    assert 'href="papers/attention2017need.md"' in html("[[arxiv:1706.03762|x]]", notes)


def test_indexes_that_are_not_there_are_text(notes: str) -> None:
    """A link of the author's to an index or the map leads nowhere where nothing has put it there."""
    ways = ("papers/index.md", "map/index.md", "tags/index.md", "sub/b.md")
    made = html(" ".join(f"[x]({way})" for way in ways), notes, "a.md")
    assert re.findall('href="([^"]*)"', made) == ["sub/b.md"]


def test_nothing_of_a_private_note(notes: str) -> None:
    """It is no target, and its own page stays as it is."""
    assert "mine.md" not in html("[[mine]]", notes)
    assert html("Secret [[A]].", notes, "mine.md") == "<p>Secret [[A]].</p>"


def test_names_are_escaped(tmp_path: Path) -> None:
    """What notes and keys say is text."""
    hostile = {
        "notes/x.md": '- [A "Title" of <img src=x onerror=alert(1)> four words](https://arxiv.org/abs/2401.00001)\n'
    }
    notes = str(sites.write(tmp_path, hostile) / "notes")
    made = html("[@arxiv:2401.00001] [[<img src=x onerror=alert(1)>]] [[arxiv:2401.00001|<b onclick=x>]]", notes)
    assert not re.search(r"<(?:img|b)\b", made)


def test_a_rule_at_the_top_is_no_front_matter(notes: str) -> None:
    """Hosts take the front matter off before."""
    made = html("---\n\nA: [[A]]\n\n---\n\nb\n", notes)
    assert made.count("<hr") == 2
    assert 'href="a.md"' in made


def test_code_stays(notes: str) -> None:
    """As everywhere."""
    assert html("`[[A]]` and `@arxiv:1706.03762`", notes) == (
        "<p><code>[[A]]</code> and <code>@arxiv:1706.03762</code></p>"
    )


def test_reads_again_what_has_changed(notes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A preview sees a new note; nothing is read twice that stayed as it was."""
    monkeypatch.setattr(live, "RECHECK_SECONDS", -1.0)
    reads: list[object] = []

    def counting(*args: Any) -> disk_build.DiskBuild:
        reads.append(args)
        return disk_build.build_from_disk(*args)

    monkeypatch.setattr(live, "build_from_disk", counting)
    assert "href" not in html("[[New]]", notes)
    assert "href" not in html("[[New]]", notes)
    assert len(reads) == 1
    Path(notes, "new.md").write_text("# New\n")
    assert 'href="new.md"' in html("[[New]]", notes)
    assert len(reads) == 2


def test_is_told_the_page_by_the_host(notes: str) -> None:
    """Zensical and MkDocs both keep it where an extension finds it."""

    class Processor:
        def __init__(self, **held: object) -> None:
            self.__dict__.update(held)

        def run(self, given: Any) -> Any:
            return given if isinstance(given, list) else None

    class Told:
        path = "sub/z.md"
        src_uri = f"sub{os.sep}m.md"

    for registry, name, held in (("preprocessors", "rendering_context", "page"), ("treeprocessors", "relpath", "file")):
        md = markdown.Markdown(extensions=[NAME], extension_configs={NAME: {"notes": notes}})
        getattr(md, registry).register(Processor(**{held: Told()}), name, 0)
        assert 'href="../a.md"' in md.convert("[[A]]")


class Quiet:
    """What mkdocstrings has in the Markdown of a docstring, and nowhere else."""

    def run(self, root: object) -> None:
        """Nothing is done."""


@pytest.mark.parametrize("built", [False, True])
def test_docstrings_cite_without_a_list(notes: str, built: bool) -> None:
    """In names and years, to the paper itself, or to its page where `papernotes build` has put one."""
    options = {"notes": notes, "page": "api/x.md", "built": built}
    md = markdown.Markdown(extensions=[NAME], extension_configs={NAME: options})
    md.treeprocessors.register(Quiet(), "mkdocstrings_ids", 4)  # type: ignore[arg-type]
    made = md.convert("As [@arxiv:1706.03762, p. 3] says; `[@arxiv:1706.03762]`, [@nobody2020].")
    href = "../papers/attention2017need.md" if built else "https://arxiv.org/abs/1706.03762"
    assert made.count(f'href="{href}"') == 1
    assert (
        re.sub("<[^>]*>", "", made)
        == "As (Attention Is All You…, 2017, p. 3) says; [@arxiv:1706.03762], [@nobody2020]."
    )
    assert " id=" not in made


def test_pages_that_are_built_stay_as_they_are(notes: str) -> None:
    """Their links are there already."""
    text = "[[A]] [@arxiv:1706.03762] [x](papers/attention2017need.md)"
    options = {"notes": notes, "page": "a.md", "built": True}
    assert markdown.markdown(text, extensions=[NAME], extension_configs={NAME: options}) == markdown.markdown(text)


def test_a_paper_of_a_bib_file_is_led_to(tmp_path: Path) -> None:
    """By its identifier, where nothing else is known of it."""
    entry = "@misc{lee2020, title = {Counting Sheep at Night}, eprint = {2001.00001}, archiveprefix = {arXiv}}"
    files = {"notes/a.md": "# A\n\n[[@lee2020]]\n", "bib/x.bib": entry}
    notes = str(sites.write(tmp_path, files) / "notes")
    assert 'href="https://arxiv.org/abs/2001.00001"' in html(files["notes/a.md"], notes, "a.md")


def test_a_site_that_only_cites_needs_no_notes(notes: str, tmp_path: Path) -> None:
    """The exported library is all it takes, the other keys of papers with it."""
    keyed = "# C\n\n- [AshishVaswani2017NeurIPS](https://arxiv.org/abs/1706.03762)\n"
    sites.write(Path(notes), {"c.md": keyed, "../bib/a.bib": "@misc{vaswani2017, eprint = {1706.03762}}\n"})
    folder = sites.write(tmp_path / "other", {"docs/index.md": "# Home\n", "bib/.keep": ""})
    out = folder / "bib/papers.bib"
    assert CliRunner().invoke(main, ["export", notes, "--format", "biblatex", "-o", str(out)]).exit_code == 0
    made = html("[@vaswani2017; @AshishVaswani2017NeurIPS]", str(folder / "docs"), "index.md")
    assert made.count('href="#ref-vaswani2017"') == 1
    assert "unknown" not in made


@pytest.mark.parametrize("options", [{"nodes": "x"}, {"notes": ""}, {"notes": ["x"]}, {"page": None}])
def test_a_wrong_option_is_told(options: dict[str, object]) -> None:
    """By its name."""
    with pytest.raises(PapernotesError, match=next(iter(options))):
        markdown.markdown("x", extensions=[NAME], extension_configs={NAME: options})


def test_no_such_folder(tmp_path: Path) -> None:
    """Is said in plain words."""
    with pytest.raises(PapernotesError, match="nowhere"):
        html("[[A]]", str(tmp_path / "nowhere"))


def test_in_mkdocs_without_the_plugin(tmp_path: Path) -> None:
    """A strict build has no word against its links, and none is broken."""
    notes = {name.replace("notes/", "docs/"): text for name, text in NOTES.items() if "mine" not in name}
    index = "# Home\n\n[[A]] [[b#There]] [@arxiv:1706.03762] [[nowhere]]\n"
    config = f"markdown_extensions: [attr_list, {NAME}]\n"
    sites.write(tmp_path, {**notes, "docs/index.md": index, "mkdocs.yml": sites.PLAIN + config})
    built = sites.build(tmp_path, "--strict")
    assert (built.code, built.warnings) == (0, []), built.output
    assert sites.Site(built.site).broken() == []
    assert 'href="sub/b/#there"' in built.page("index.html")
    assert 'href="../../a/"' in built.page("sub/b/index.html")
