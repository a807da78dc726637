"""Check that names, docstrings and pages use plain words and short sentences.

`python -m tests.project.test_words [PATH...]` prints every finding in the given files and folders.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from tests.conftest import ROOT

RETIRED_NAMES = frozenset({
    "ours", "said", "told", "tells", "asked", "heard", "settled", "settling", "settle", "unsettled", "unsettle",
    "kept", "keeping", "mould", "moulds", "moulded", "lead", "leads", "unsure", "unforeseen", "bodies", "mend",
    "mended", "mending", "mends", "beside", "apart", "odd", "oddity", "burden", "founds", "strangers", "stranger",
    "hindrance", "portrait", "signpost", "signposts", "landing", "landings", "dress", "shelf", "shelves", "manners",
    "quiet", "surroundings", "neighbours", "whither", "whence",
})  # fmt: skip
"""Words that no name contains, as a whole part of `snake_case` or `CamelCase`."""

RETIRED_ALONE = frozenset({
    "said", "made", "there", "left", "known", "found", "look", "looked", "way", "ways", "stands", "ends", "around",
    "between", "sure", "past", "built", "fresh", "every",
})  # fmt: skip
"""Words that are no name by themselves: they do not say of what."""

RETIRED_PROSE = re.compile(
    r"\b(?:ours|of ours|beside|kept back|keeps? back|moulds?|settled|settles?|unsettled|mend(?:s|ed|ing)?"
    r"|odd|oddit(?:y|ies)|strangers?|founds|burden|hindrance|landings?|signposts?|portraits?|manners|shel(?:f|ves)|told|tells?|said"
    r"|what is around|stands?|stood|nobody(?:'s)?|somebody(?:'s)?|whither|whence|anew|likewise|lest|thereof|is sure)\b",
    re.IGNORECASE,
)
"""Words that no docstring and no comment contains; docs/contributing.md has the plain ones."""

OPENINGS = re.compile(
    r"(?:What|Whether|Why|Of|Where|By|How|Who|Whose|That|Those|Which|Whichever|Whatever|Whoever|From|As|In|On|For|If|When|With|So)\b"
)
"""Words that no docstring of the package starts with."""

LONGEST = 25
"""Words in a sentence."""


def findings(path: Path) -> Iterator[str]:
    """Yield one line for every retired word, unclear opening and long sentence in a Python file."""
    source = path.read_text("utf-8")
    nodes = list(ast.walk(ast.parse(source)))
    docstrings = list(_docstrings(nodes))
    for line, name in _names(nodes):
        parts = set(re.findall(r"[a-z]+", re.sub(r"([A-Z])", r"_\1", name).lower()))
        if parts & RETIRED_NAMES or name in RETIRED_ALONE:
            yield f"{path}:{line}: name '{name}'"
    for line, text in chain(docstrings, _comments(source)):
        yield from (f"{path}:{line}: {finding}" for finding in prose_findings(text))
    if "tests" not in path.relative_to(ROOT).parts:
        for line, text in docstrings:
            if OPENINGS.match(text):
                yield f"{path}:{line}: docstring opens with '{text.split()[0]}'"


def prose_findings(text: str) -> Iterator[str]:
    """Yield the retired words and the long sentences of a text; code in backticks and examples do not count."""
    text = re.sub(r"```.*?```|``.*?``|`[^`\n]*`|\"[^\"\n]*\"", "x", text, flags=re.DOTALL)
    text = re.sub(r"(?m)^\s*(?:>>>|\.\.\.).*$", "", text)
    for match in RETIRED_PROSE.finditer(text):
        yield f"word '{match.group()}'"
    for sentence in re.split(r"[.!?][)\"*]*(?:\s|$)|\n\s*\n|\n\s*(?:[-*]|\d+\.|\w+:)\s", text):
        if len(words := sentence.split()) > LONGEST:
            yield f"sentence of {len(words)} words: {' '.join(words[:6])} …"


def documentation_pages() -> list[Path]:
    """Return the paths of the README and of all pages of the documentation, without the demo notes."""
    pages = [page for page in (ROOT / "docs").rglob("*.md") if "library" not in page.parts]
    return sorted([*ROOT.glob("*.md"), *pages])


def page_prose(path: Path) -> str:
    """Return the sentences of a Markdown page, without its code; an empty line separates texts."""
    text = re.sub(r"\]\([^)\n]*\)", "]", path.read_text("utf-8"))
    text = re.sub(r"(?s)^---\n.*?\n---\n|<figure>.*?</figure>", "", text)
    # each cell of a table, each item of a list and each enumeration after a colon is a text of its own
    text = re.sub(r"(?s)^(`{3,}).*?^\1", "", text, flags=re.MULTILINE)
    return re.sub(r"\||[:;](?=\s)|\n(?=\s*(?:[-*]|\d+\.|:::|!!!|#+) )", "\n\n", text)


def page_findings(path: Path) -> Iterator[str]:
    """Yield one line for every retired word and long sentence in a Markdown page."""
    yield from (f"{path}: {finding}" for finding in prose_findings(page_prose(path)))


def test_pages_are_plain() -> None:
    """No retired word and no sentence above 25 words is in the documentation."""
    assert [finding for path in documentation_pages() for finding in page_findings(path)] == []


def test_names_and_docstrings_are_plain() -> None:
    """No retired word, no unclear opening and no sentence above 25 words is in the package or the tests."""
    files = [*(ROOT / "papernotes_plugin").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    files = [path for path in files if "node_modules" not in path.parts and path != Path(__file__)]
    assert [finding for path in sorted(files) for finding in findings(path)] == []


def _names(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


def _docstrings(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def _comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("#: ")


if __name__ == "__main__":
    paths = [Path(argument).resolve() for argument in sys.argv[1:]] or [ROOT / "papernotes_plugin", ROOT / "tests"]
    every_file = chain.from_iterable(sorted(path.rglob("*.py")) if path.is_dir() else [path] for path in paths)
    for file in every_file:
        if "node_modules" not in file.parts:
            print("\n".join(findings(file)), end="\n" if any(findings(file)) else "")
