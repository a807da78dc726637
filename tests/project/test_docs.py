"""The documentation agrees with the code."""

from __future__ import annotations

import contextlib
import doctest
import itertools
import json
import re
import shlex
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from PIL import Image

from papernotes_plugin.selection.directives import DIRECTIVE_OPTIONS
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code
from tests.browser.documentation_animation import SECONDS, animation, still
from tests.browser.documentation_pictures import RECORD, picture, shown_digest
from tests.project.test_layers import OUTSIDE, STAGES, VOCABULARY

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def sections(page: str, level: int) -> dict[str, str]:
    """Return the text below each heading of a level, up to the next heading of this or a higher level."""
    text = (DOCS / page).read_text("utf-8")
    marks = "#" * level
    parts = re.split(rf"^{marks} (.+)$", text, flags=re.MULTILINE)
    return {
        name.strip("` "): re.split(rf"^#{{1,{level}}} ", body, flags=re.MULTILINE)[0]
        for name, body in zip(parts[1::2], parts[2::2], strict=True)
    }


def default(name: str) -> Any:
    """Return the default of an option as a value that YAML has."""
    field = next(f for f in fields(Config) if f.name == name)
    value = field.default_factory() if field.default_factory is not MISSING else field.default
    return list(value) if isinstance(value, tuple) else value


def test_options_page_has_every_option() -> None:
    """The page of options has one heading for each option of Config, and no others."""
    assert sorted(sections("options.md", 3)) == sorted(f.name for f in fields(Config))


@pytest.mark.parametrize("name", [f.name for f in fields(Config)])
def test_options_page_has_the_default_and_a_valid_example(name: str) -> None:
    """An option has its default and an example, which is a valid value other than the default."""
    body = sections("options.md", 3)[name]
    shown = re.search(r"^Default: `(.*)`$", body, re.MULTILINE)
    assert shown
    assert yaml.safe_load(shown[1]) == default(name)
    example = re.search(r"^```yaml\n(.*?)^```", body, re.MULTILINE | re.DOTALL)
    assert example
    data = yaml.safe_load(example[1])
    assert list(data) == [name]
    assert getattr(Config.load(data), name) != getattr(Config(), name)


def test_issues_page_has_every_code() -> None:
    """The page of issues has one heading for each code, and no others."""
    assert sorted(sections("issues.md", 3)) == sorted(Code)


@pytest.mark.parametrize("code", list(Code))
def test_issues_page_has_the_level_and_an_example(code: Code) -> None:
    """A code has its level, an example of one line that ends with the code, and a remedy."""
    body = sections("issues.md", 3)[code]
    assert f"Level: `{code.level}`" in body
    example = re.search(r"^```text\n(.*)\n```", body, re.MULTILINE)
    assert example
    assert example[1].endswith(f"[{code}]")
    assert body.strip().split("```")[-1].strip(), "no remedy"


def test_command_page_has_every_command() -> None:
    """The page of the command has a heading for each command, with all of its own options."""
    click = pytest.importorskip("click")
    from papernotes_plugin.cli import main

    page = sections("command.md", 2)
    assert set(main.commands) <= set(page)
    shared = page["For all commands"]
    for name in main.commands:
        _, command, _ = main.resolve_command(click.Context(main), [name])
        assert command
        for option in command.params:
            if isinstance(option, click.Option):
                assert any(o in page[name] or o in shared for o in option.opts), f"{name} {option.opts}"


def test_directives_page_has_every_directive_and_option() -> None:
    """The page of directives has every directive and every option of a directive."""
    text = (DOCS / "directives.md").read_text("utf-8")
    for name, options in DIRECTIVE_OPTIONS.items():
        assert f"| `papernotes:{name}` |" in text
        for option in options:
            assert f"| `{option}` |" in text, option


def test_json_page_shows_the_keys_of_the_export() -> None:
    """The example of the JSON export has the same keys as an export, also for papers and mentions."""
    import papernotes_plugin as pn
    from papernotes_plugin import pipeline

    example = re.search(r"^```json\n(.*?)^```", (DOCS / "json.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert example
    shown = json.loads(example[1])
    note = b"---\ntags: [a]\n---\n# T\n\n[Visual Instruction Tuning](https://arxiv.org/abs/2304.08485) is good.\n"
    exported = json.loads(pipeline.catalogue(pn.build([pn.Source("a.md", note)])))
    assert list(shown) == list(exported)
    assert list(shown["papers"][0]) == list(exported["papers"][0])
    assert list(shown["papers"][0]["mentions"][0]) == list(exported["papers"][0]["mentions"][0])


def test_exporting_page_shows_what_the_command_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command on the page about exports, run on the files shown there, has the output shown there."""
    testing = pytest.importorskip("click.testing")
    from papernotes_plugin.cli import main

    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```(\w+)(?: title=\"(.+?)\")?\n(.*?)^```", _page("exporting.md"), re.MULTILINE | re.DOTALL)
    for _, title, body in blocks:
        if title:
            (tmp_path / title).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / title).write_text(body, "utf-8")
    shown = [body.partition("\n") for language, _, body in blocks if language == "console"]
    assert len(shown) >= 4
    for command, _, expected in shown:
        args = shlex.split(command.removeprefix("$ papernotes "))
        result = testing.CliRunner().invoke(main, args, prog_name="papernotes")
        has_issue = "[unknown-key]" in expected
        assert result.exit_code == has_issue, result.stderr
        assert result.stderr.startswith(expected) if has_issue else result.stdout == expected, result.output
    assert re.findall(r"^@\w+\{(.+),$", (tmp_path / "refs.bib").read_text("utf-8"), re.MULTILINE) == ["he2016deep"]


def _page(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


def test_readme_examples_run() -> None:
    """The Python examples in the README have the output shown there."""
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried
    assert not failed


def test_pages_load_nothing_from_other_servers() -> None:
    """No authored page loads a script, a style, a font or an image from another server."""
    for page in DOCS.rglob("*.md"):
        text = page.read_text("utf-8")
        assert not re.search(r"!\[[^\]]*\]\(\s*<?https?:", text), page
        assert not re.search(r"<(?:script|link|iframe)\b", text, re.IGNORECASE), page
        assert not re.search(r"""\b(?:src|srcset)=["']?\s*(?:https?:)?//""", text, re.IGNORECASE), page


def test_every_authored_page_is_in_the_navigation() -> None:
    """The navigation lists every authored page once, and no missing pages."""

    def leaves(node: Any) -> list[str]:
        if isinstance(node, str):
            return [node]
        values = node.values() if isinstance(node, dict) else node
        return [leaf for value in values for leaf in leaves(value)]

    text = (ROOT / "mkdocs.yml").read_text("utf-8").replace("!ENV", "")
    listed = leaves(yaml.safe_load(text)["nav"])
    assert sorted(listed) == sorted(p.relative_to(DOCS).as_posix() for p in DOCS.rglob("*.md"))


@pytest.mark.parametrize(
    ("page", "moved"),
    [
        (
            "existing-site.md",
            "mkdocs other-plugins private-notes other-site-generators zensical hugo quartz only-markdown-extensions",
        )
    ],
)
def test_moved_sections_have_links(page: str, moved: str) -> None:
    """An address of a section that moved to another page still exists, and is a link to the section."""
    links = dict(re.findall(r"\[[^\[\]]*\]\(([\w.#-]+)\)\{ #([\w-]+) \}", _page(page)))
    anchors = re.findall(r"^\{ #([\w-]+) \}$", _page(page), re.MULTILINE)
    assert {*links.values(), *anchors} == set(moved.split())


def test_architecture_page_lists_every_package_in_its_layer() -> None:
    """The table of packages has each package once, in the layer of `test_layers.py`."""
    layers = {"vocabulary": VOCABULARY, "stages": STAGES, "pipeline": {"pipeline"}, "outside": OUTSIDE - {"__main__"}}
    listed: dict[str, set[str]] = {}
    layer = ""
    for name, package in re.findall(
        r"^\| (\w*) ?\| `(\w+)` \|", sections("architecture.md", 2)["Packages"], re.MULTILINE
    ):
        layer = name or layer
        listed.setdefault(layer, set()).add(package)
    assert listed == layers


@pytest.mark.parametrize("page", ["architecture.md", "contributing.md"])
def test_paths_on_the_project_pages_exist(page: str) -> None:
    """Every path on the pages about the project exists in the repository."""
    paths = re.findall(r"`((?:[\w.]+/)+[\w.]*)`", _page(page))
    assert paths
    roots = (ROOT, ROOT / "papernotes_plugin")
    assert [path for path in paths if not any((root / path).exists() for root in roots)] == []


def test_pictures_show_the_present_pages() -> None:
    """The pictures were taken after the last change of a template, of the style sheet or of the demo notes."""
    assert json.loads(RECORD.read_text("utf-8")) == {"shown": shown_digest()}
    assert all(picture(dark).is_file() for dark in (False, True))


@pytest.mark.parametrize("dark", [False, True])
def test_the_animation_is_short_and_small(dark: bool) -> None:
    """The animation lasts 20 seconds, has less than 1 MB, and has a picture for readers who prefer reduced motion."""
    file = animation(dark)
    with Image.open(file) as image:
        durations = [_shown_for(image, number) for number in range(getattr(image, "n_frames", 1))]
    assert len(durations) > 10
    assert sum(durations) == SECONDS * 1000 == 20_000
    assert file.stat().st_size < 1_000_000
    assert still(dark).is_file()


def _shown_for(image: Image.Image, number: int) -> int:
    """Return the milliseconds for which a picture of an animation is shown."""
    image.seek(number)
    image.load()
    return int(image.info["duration"])


def command_lines() -> list[tuple[str, str]]:
    """Return each command line of papernotes in the README and in the documentation, with its page."""
    pages = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
    blocks = re.compile(r"^( *)```(?:console|yaml|shell)[^\n]*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
    line = re.compile(r"^(?:[$>-] |- run: |run: |\s|entry: )*((?:\S*/)?papernotes [^\n]*)", re.MULTILINE)
    return [
        (page.relative_to(ROOT).as_posix(), match[1])
        for page in pages
        for block in blocks.finditer(page.read_text("utf-8"))
        for match in line.finditer(block[2])
        if not match[1].startswith("papernotes: ")
    ]


@pytest.mark.parametrize(("page", "line"), command_lines())
def testcommand_lines_are_valid(page: str, line: str) -> None:
    """Each command line in the documentation has a known command, known options and all arguments."""
    from papernotes_plugin.cli import main

    words = list(
        itertools.takewhile(lambda word: word not in ("|", ">", "&&", ">>", ";"), shlex.split(line, comments=True))
    )
    with contextlib.suppress(click.exceptions.Exit):  # after --help
        context = main.make_context("papernotes", words[1:])
        name, command, rest = main.resolve_command(context, [*context._protected_args, *context.args])
        assert command is not None
        command.make_context(name, rest, parent=context)


def test_llms_txt_names_existing_pages() -> None:
    """The overview for language models links to pages that exist: https://llmstxt.org/."""
    text = (DOCS / "llms.txt").read_text("utf-8")
    assert text.startswith("# papernotes\n\n> ")
    targets = re.findall(r"\]\((.+?)index\.html\)", text)
    assert len(targets) > 10
    pages = {
        f"{page.relative_to(DOCS).as_posix()[:-3]}/"
        for folder in ("", "guides")
        for page in (DOCS / folder).glob("*.md")
    }
    assert pages - set(targets) == {"index/", "architecture/", "contributing/", "dependencies/"}
    for target in targets:
        assert (DOCS / f"{target.rstrip('/')}.md").is_file() or (DOCS / target / "index.md").is_file()
