"""Citations and wikilinks where a host runs Markdown extensions only."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import markdown
import pytest

from papernotes_plugin.faces import job, live_extension
from papernotes_plugin.issues import PapernotesError
from tests import sites

NAME = "papernotes_plugin.faces.live_extension"
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
    monkeypatch.setattr(live_extension, "FRESH", -1.0)
    reads: list[object] = []

    def counting(*args: Any) -> job.Job:
        reads.append(args)
        return job.start(*args)

    monkeypatch.setattr(live_extension, "start", counting)
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
