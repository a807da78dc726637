"""Measure whether the time of each stage grows linearly with its input.

Run `python -m tests.benchmarks.growth`; `test_growth.py` checks the bound.  Each input repeats a short piece, as in
known attacks on parsers of Markdown and BibTeX.  The benchmark measures the CPU time of one stage for 1, 10 and 100
times as much input, and compares the time for each byte.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise, product

from papernotes_plugin import bibtex, identifiers, pipeline
from papernotes_plugin.markup import parser
from papernotes_plugin.reading.note_reader import read_note
from papernotes_plugin.recognisers import RECOGNISERS
from papernotes_plugin.recognisers.evidence.authors import affiliations, linked_authors
from papernotes_plugin.recognisers.evidence.lines import venues_in_lines
from papernotes_plugin.recognisers.evidence.names import name_authors, name_meanings
from papernotes_plugin.recognisers.evidence.references import dates_after_names, title_readings
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import (
    dated_venues,
    reference_titles,
    title_decoration,
    venue_openings,
)
from papernotes_plugin.text import comparison_key, plain_text, slugify
from papernotes_plugin.vocabulary.model import Source

SIZE = 2_000
"""Bytes of the smallest input."""
TIMES = (1, 10, 100)
FLOOR = 0.02
"""CPU seconds below which times are not compared, because one-time work and the clock dominate."""
GROWTH = 3.0
"""Maximum growth of the time for a byte when the input is ten times longer; quadratic time gives 10."""
TOO_LONG = 20.0
"""CPU seconds after which no larger input is tried."""

PIECES = (
    "[", "[[", "![[", "![", "<", "](", "[a](", "[a][", "*", "_a ", "**a* ", "`", "`` a ` ", "~~", "==", "%%", "$",
    "$a ", "\\", "&", "<!--", "<a ", "</a>", "<a href='", "#", "#a/", "@", "@a", "[@a; ", "{", "{a", "10.",
    "10.1000/", "arXiv:",
    "https://", "https://a.b/(", "(", ")", "|", ":: ", "[a:: ", "^a ", "[^a] ", "[^a]: ", "- ", "> ", "1. ", "# a\n",
    "a\n", "\n", "- a\n", "> a\n", "| a | b |\n", "|-|\n", "### [A b c d](https://arxiv.org/abs/2401.00001)\n\n",
    "- [A b c d](https://arxiv.org/abs/2401.00001)\n", "[@smith2020]\n\n", "[[a|b]] ", "![[a#b]]\n", "**a:** b\n",
    "<!-- papernotes:papers -->\n", "```\n", "```bibtex\n", "@misc{a, title={b}}\n", "> [!quote]\n", "$$\n", "--", "—",
    "A B. and ", '"A b c" ', "Smith et al. (2020) ", "\u00e9", "\U0001f9e0", "\u200d", "\u00c3\u00a9",
)  # fmt: skip
"""Pieces of notes, titles and texts."""
_PAPER = "https://arxiv.org/abs/2401.00001"
FORMS = {
    "an item": f"- {{}}x [A]({_PAPER})\n",
    "a link": f"- [{{}}x]({_PAPER}), ICLR 2024\n",
    "a heading": f"### {{}}x\n\n[A]({_PAPER})\n",
    "a field": f"### [A b c]({_PAPER})\n\n**Authors:** {{}}x\n",
    "a quote": f"> [!quote] {{}}x\n> [A]({_PAPER})\n",
}
OPENINGS = ("", '"', "*", "**", "(", "A b -", "@a")
RUNS = (" ", "\t", "\u00a0", ". ", ", ", "a ")
"""Repeated texts after an opening: they reveal patterns that can divide a run between two of their parts."""
ENTRIES: Mapping[str, Callable[[int], str]] = {
    "braces that open": lambda n: "@misc{a, title = " + "{" * n,
    "braces within braces": lambda n: "@misc{a, title = " + "{" * n + "x" + "}" * n + "}",
    "braces behind backslashes": lambda n: "@misc{a, title = {" + "\\{" * n + "}}",
    "quotes": lambda n: '@misc{a, title = "' + '" "' * n + "}",
    "heads": lambda n: "@misc{a,\n" * n,
    "heads without a key": lambda n: "@misc{" * n,
    "comments that open": lambda n: "@comment{\n" * n,
    "signs": lambda n: "@\n" * n,
    "macros that double": lambda n: (
        "@string{s0={ab}}\n" + "".join(f"@string{{s{i} = s{i - 1} # s{i - 1}}}\n" for i in range(1, n // 20 + 2))
    ),
    "one macro often": lambda n: "@string{a = {x}}\n@misc{k, note = a" + " # a" * n + "}",
    "parents of parents": lambda n: "".join(f"@misc{{k{i}, crossref={{k{i + 1}}}}}\n" for i in range(n)),
    "one key": lambda n: "".join(f"@misc{{k, title={{T {i}}}}}\n" for i in range(n // 20 + 1)),
    "fields": lambda n: "@misc{k," + "".join(f"f{i} = {{x}},\n" for i in range(n // 10 + 1)) + "}",
    "fields without commas": lambda n: "@misc{k," + "".join(f"f{i} = {{x}}\n" for i in range(n // 10 + 1)) + "}",
    "commas": lambda n: "@misc{k" + "," * n + "}",
    "people": lambda n: "@misc{k, author = {" + " and ".join(["A B"] * (n // 8 + 1)) + "}}",
    "commas in a name": lambda n: "@misc{k, author = {" + "a, " * n + "}}",
    "commands": lambda n: "@misc{k, title = {" + "\\a{" * n + "}}",
    "accents": lambda n: "@misc{k, title = {" + '{\\"o}' * n + "}}",
    "formulas": lambda n: "@misc{k, title = {" + "$" * n + "}}",
    "backslashes": lambda n: "@misc{k, title = {" + "\\\\" * n + "}}",
    "entries that do not close": lambda n: "@misc{k, title={x\n" * (n // 10 + 1),
    "fields in no entry": lambda n: "title = {x},\n" * n,
}
"""Bibliographies with about a given number of pieces."""


def _recognise(number: int) -> Callable[[str], object]:
    def recognise(text: str) -> object:
        note, _ = read_note(Source("a.md", text.encode()))
        return [*RECOGNISERS[number](NoteContext(note))]

    return recognise


def _whole(text: str) -> object:
    site = pipeline.build([Source("a.md", text.encode())], pages=False)
    return pipeline.annotate(site, "a.md")


STAGES: Mapping[str, Callable[[str], object]] = {
    "markdown": parser.parse,
    **{f"recognise: {one.__module__.rpartition('.')[2]}": _recognise(at) for at, one in enumerate(RECOGNISERS)},
    "whole notes": _whole,
    "identifiers": identifiers.find_identifiers,
    "latex": plain_text,
    "titles": comparison_key,
    "slugs": slugify,
}
"""Functions that read a text, by name."""
PATTERNS = (
    (affiliations._IN_BRACKETS, "fullmatch", " "),
    (linked_authors._LINK, "fullmatch", "A"),
    (venues_in_lines._FIRST_NUMBER, "search", " "),
    (name_authors._IN_BRACKETS, "match", "*"),
    (name_authors._AFTER_VENUE, "match", "_"),
    (name_meanings._EXPLANATION, "match", "*"),
    (dates_after_names._DATE, "match", " "),
    (title_readings._ABBREVIATED, "fullmatch", "A"),
    (dated_venues._BEFORE_TITLE, "match", "A"),
    (dated_venues._TAG, "fullmatch", "A"),
    (reference_titles._AFTER_AUTHORS, "split", " "),
    (title_decoration._EXTERNAL, "search", " "),
    (venue_openings._OPENING, "match", "A"),
)
"""Patterns whose parts can share a run of one character, with the method that uses them and the character."""


_SOUP = "[A Study of Soups and Bones](https://arxiv.org/abs/2401.00001)"
_OTHER = "[Study {n} of soups](https://arxiv.org/abs/2402.{n:05d})"
CROWDS: Mapping[str, Callable[[int], dict[str, str]]] = {
    "papers of one title": lambda n: {"a": _lines("- [On Soups And Bones](https://example.org/{n}.pdf)\n", n)},
    "keys of one slug": lambda n: {
        "a": "".join(f"[@soup{'é' if i % 2 else 'e'}{'-' * (i % 7)}{i}]\n\n" for i in range(n))
    },
    "notes on one paper": lambda n: {f"n{i}": f"- {_SOUP} says {i}\n" for i in range(n)},
    "places of one paper": lambda n: {"a": f"{_SOUP}\n\n" + _lines("A Study of Soups and Bones says {n}.\n\n", n)},
    "names of one paper": lambda n: {"a": _lines("- [Label{n}X](https://arxiv.org/abs/2401.00001)\n", n)},
    "papers of one name": lambda n: {
        "a": _lines("- [SoupNet: study {n} of bones](https://arxiv.org/abs/2402.{n:05d})\n", n),
        "b": "We use SoupNet here.\n\n" * 9,
    },
    "papers under one heading": lambda n: {"a": "# Soups\n\n" + _lines(f"- {_OTHER}\n", n)},
    "headings with a paper each": lambda n: {"a": _lines(f"# H{{n}}\n\n- {_OTHER}\n\n", n)},
    "papers of one tag, author and venue": lambda n: {
        "a": _lines(f"### {_OTHER}\n**Tags:** #soup/bone\n**Authors:** Ada Soup\n**Venue:** ICLR 2024\n\n", n)
    },
    "values below labels": lambda n: {
        "a": _lines("## Study {n} of soups\n\nAuthors:\nAda Soup, Bo Bone\n\nVenue: ICML 2020\n\n", n)
    },
    "paragraphs of one HTML block": lambda n: {
        "a": "<div>\n" + _lines('<p>Soup {n} is <a href="https://a.b/{n}">good</a> for you.</p>\n', n) + "</div>\n"
    },
    "tags of one paper": lambda n: {"a": f"---\ntags: [{_lines('t{n}, ', n)}]\n---\n- {_SOUP}\n"},
    "links of one paper": lambda n: {"a": f"### {_SOUP}\n" + _lines("[l{n}](https://a.b/{n}) ", n)},
    "notes about one paper": lambda n: {
        f"n{i}": "---\ntitle: A Study of Soups and Bones\narxiv: '2401.00001'\n---\n" for i in range(n)
    },
    "notes that link to one": lambda n: {
        f"n{i}": f"# Soup {i}\n\n[[n0]], [[n{i // 2}]], Soup {i // 3}" for i in range(n)
    },
    "notes of one name": lambda n: {f"d{i}/note": f"# Soup {i}\n\n[[note]]\n" for i in range(n)},
    "places of one embed": lambda n: {"a": "![[b]]\n\n" * n, "b": "# B\n\nwords\n"},
    "mentions of a note about a paper": lambda n: {
        "soup": "---\ntitle: A Study of Soups and Bones\narxiv: '2401.00001'\n---\n",
        **{f"n{i}": "See [[soup]], on bones.\n" for i in range(n)},
    },
}
"""Vaults with very many similar objects: the notes by name for a number of objects."""


def _lines(line: str, count: int) -> str:
    return "".join(line.format(n=n) for n in range(count))


def crowded(name: str, count: int) -> Callable[[], object]:
    """Return a function that builds, annotates and exports a vault of CROWDS."""
    sources = [Source(f"{path}.md", text.encode()) for path, text in CROWDS[name](count).items()]

    def everything() -> object:
        site = pipeline.build(sources)
        texts = [output.text for output in site.outputs]
        return texts, [pipeline.annotate(site, source.path) for source in sources], pipeline.catalogue(site)

    return everything


def cost(task: Callable[[], object]) -> float:
    """Return the CPU seconds of a task."""
    start = time.process_time()
    task()
    return time.process_time() - start


def inputs() -> Iterator[tuple[str, Callable[[int], Callable[[], object]]]]:
    """Yield each measurement: its name, and a function from a factor to a task."""
    for stage, run in STAGES.items():
        for piece in PIECES:
            yield f"{stage} of {piece!r}", partial(_repeated, run, piece)
    for (form, text), opening, unit in product(FORMS.items(), OPENINGS, RUNS):
        yield f"{form} of {opening!r} and {unit!r}", partial(_running, text, opening, unit)
    for name, make in ENTRIES.items():
        yield f"bibliography of {name}", partial(_bibliography, make)
    for name in CROWDS:
        yield name, partial(_crowded, name)
    for pattern, method, piece in PATTERNS:
        yield f"{method} {pattern.pattern[:40]!r} in {piece!r}", partial(_searched, pattern, method, piece)


def _searched(pattern: re.Pattern[str], method: str, piece: str, times: int) -> Callable[[], object]:
    search, run = getattr(pattern, method), piece * (SIZE * times // 4)
    return lambda: [search(run), search(f"Ann Lee {run}\0")]


def _repeated(run: Callable[[str], object], piece: str, times: int) -> Callable[[], object]:
    return _of(run, piece * (SIZE * times // len(piece)))


def _running(form: str, opening: str, unit: str, times: int) -> Callable[[], object]:
    return _of(_whole, form.format(opening + unit * (SIZE * times // len(unit))))


def _bibliography(make: Callable[[int], str], times: int) -> Callable[[], object]:
    return _of(_entries, make(SIZE // 4 * times))


def _crowded(name: str, times: int) -> Callable[[], object]:
    return crowded(name, 40 * times)


def _of(run: Callable[[str], object], text: str) -> Callable[[], object]:
    return lambda: run(text)


def _entries(text: str) -> object:
    return bibtex.read(Source("a.bib", text.encode()))


def growth(make: Callable[[int], Callable[[], object]]) -> tuple[float, list[float]]:
    """Return the largest growth of the time for a byte, and the CPU seconds of each run."""
    taken: list[float] = []
    for times in TIMES:
        taken.append(cost(make(times)))
        if taken[-1] > TOO_LONG:
            break
    steps = [max(more, FLOOR) / max(less, FLOOR) / 10 for less, more in pairwise(taken)]
    return max(steps, default=0.0), taken


def measurements() -> Iterator[tuple[str, float, list[float]]]:
    """Yield name, growth and CPU seconds of each measurement."""
    for name, make in inputs():
        yield name, *growth(make)


def main() -> None:
    """Print the measurements that grow more than linearly, and the number of the others."""
    rest = 0
    for name, factor, taken in measurements():
        if factor > GROWTH / 2 or len(taken) < len(TIMES):
            print(f"{name}: {factor:.1f} times a byte ({', '.join(f'{each:.2f}' for each in taken)} s)", flush=True)
        else:
            rest += 1
    print(f"{rest} others grow with their length")


if __name__ == "__main__":
    main()
