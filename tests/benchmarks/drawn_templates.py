"""Draw templates: the facts of a paper in a random place, order and form, as people write them in notes of their own.

The templates in `templates/` show how known tools and lists write.  These combine what notes have in common: a place,
an order of the facts, marks between them, and a form of each fact.  A rule for one way of writing does not help here.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tests.benchmarks.note_templates import Template

_TITLES = ("{title}", "**{title}**", "*{title}*", '"{title}"', "“{title}”", "_{title}_", '**"{title}"**')
_LINKED_TITLES = ("[{title}]", "[{title}]", "[**{title}**]", "[*{title}*]")
_ADDRESSES = (
    "https://arxiv.org/abs/{arxiv}",
    "https://arxiv.org/pdf/{arxiv}.pdf",
    "https://doi.org/{doi}",
    "https://openreview.net/forum?id={openreview}",
)
_NAMES = (
    "{Ada Lovelace, Barbara Liskov and Grace Hopper}",
    "{Ada Lovelace, Barbara Liskov, and Grace Hopper}",
    "{Ada Lovelace, Barbara Liskov, Grace Hopper}",
    "{Ada Lovelace, Barbara Liskov & Grace Hopper}",
    "{Ada Lovelace; Barbara Liskov; Grace Hopper}",
    "{Lovelace, A., Liskov, B., & Hopper, G.}",
    "{A. Lovelace, B. Liskov and G. Hopper}",
    "{Lovelace A, Liskov B, Hopper G}",
    "{Lovelace, Ada and Liskov, Barbara and Hopper, Grace}",
    "{Lovelace, Ada; Liskov, Barbara; Hopper, Grace}",
    "{Lovelace, Liskov and Hopper}",
    "{Ada Lovelace} et al.",
    "{Lovelace} et al.",
    "{A. Lovelace} et al.",
    "",
    "",
)
_MARKS_OF_NAMES = ("%s", "%s", "%s", "*%s*", "_%s_", "by %s", "**%s**", "(%s)")
_VENUES = (
    "{acronym} {year}",
    "{acronym}, {year}",
    "{acronym} ({year})",
    "{acronym}'{yy}",
    "{acronym}-{yy}",
    "({acronym} {year})",
    "[{acronym} {year}]",
    "`{acronym} {year}`",
    "**{acronym} {year}**",
    "*{acronym} {year}*",
    "@ {acronym} {year}",
    "{year} {acronym}",
    "{year}, {acronym}",
    "{acronym}",
    "In {conference}, {year}",
    "{conference} · {year}",
    "{journal}, {year}",
    "{journal} · {year}",
    "*{journal}* {year}",
    "*{journal}* ({year})",
    "*{journal}*, {volume}({issue}), {first}–{last} ({year})",
    "{journal} {volume}:{first}-{last}, {year}",
    "{year}",
    "({year})",
    "arXiv {arxivyear}",
    "",
)
_LINKS = (
    "https://arxiv.org/abs/{arxiv}",
    "<https://arxiv.org/abs/{arxiv}>",
    "[paper](https://arxiv.org/abs/{arxiv})",
    "[[pdf]](https://arxiv.org/pdf/{arxiv}.pdf)",
    "[[PDF](https://arxiv.org/pdf/{arxiv})]",
    "([link](https://arxiv.org/abs/{arxiv}))",
    "https://doi.org/{doi}",
    "doi:{doi}",
    "DOI: {doi}",
    "[doi](https://doi.org/{doi})",
    "arXiv:{arxiv}",
    "[arXiv:{arxiv}](https://arxiv.org/abs/{arxiv})",
    "[OpenReview](https://openreview.net/forum?id={openreview})",
    "[pdf](https://arxiv.org/pdf/{arxiv}), [code](https://github.com/x/y{number})",
    "[Link](https://www.jstor.org/stable/{first}{volume}{number})",
    "",
)
_SEPARATORS = (". ", ", ", " - ", " — ", " | ", " · ", " – ", " ")
_ORDERS = ("tnvl", "tnvl", "tnlv", "tvnl", "ntvl", "tlnv", "vtnl", "ltnv", "nvtl")
"""The order of title, names, venue and link."""
_BREAKS = ("  \n  ", "\n  ", "<br>", "\\\n  ", "<br/>\n  ")
_REMARKS = ("", "Good idea, weak experiments.", "They train on more data and it helps a lot.")
_LABELS = (
    ("Authors", "Year", "Venue", "Link"),
    ("Author(s)", "Date", "Published in", "URL"),
    ("By", "Year", "Conference", "Paper"),
    ("authors", "year", "venue", "link"),
)
_LABELLED = ("**{}:** {}", "**{}**: {}", "{}: {}", "*{}*: {}", "__{}__ {}")
_FILES = ("n{number}.md", "{key}.md", "{file}.md", "papers/{arxiv}.md", "2024-05-{day}-{slug}.md")
_LIST = "# Reading list\n\nSome papers that I read.\n\n"
_SECTIONS = "# Papers\n\n"
_SUMMARY = "\n\n## Summary\n\nThey propose a method and evaluate it.\n\n## Thoughts\n\n- Good.\n"


class _Facts(NamedTuple):
    """The facts of a paper, each as the placeholders of a template, and their order."""

    title: str
    names: str
    venue: str
    link: str
    order: str

    def parts(self, left_out: str = "") -> list[str]:
        """Return the facts in their order; those that are empty, or have a letter of `left_out`, are missing."""
        by_letter = dict(zip("tnvl", self[:4], strict=True))
        return [by_letter[letter] for letter in self.order if by_letter[letter] and letter not in left_out]

    def fields(self, draw: Random) -> list[str]:
        """Return the facts besides the title with labels."""
        labels, form = draw.choice(_LABELS), draw.choice(_LABELLED)
        is_year = self.venue in ("{year}", "({year})")
        values = {
            labels[0]: self.names.strip("()*_").removeprefix("by "),
            labels[1 if is_year else 2]: self.venue.strip("()[]*`_"),
            labels[3]: self.link,
        }
        return [form.format(label, value.replace("*", "")) for label, value in values.items() if value]


def draw_templates(seed: int, count: int) -> list[Template]:
    """Return some templates, the same for the same seed."""
    draw = Random(seed)
    return [_template(draw, number) for number in range(count)]


def _template(draw: Random, number: int) -> Template:
    title, link = draw.choice(_TITLES), draw.choice(_LINKS)
    if draw.random() < 1 / 3:
        title, link = f"{draw.choice(_LINKED_TITLES)}({draw.choice(_ADDRESSES)})", ""
    names, venue = draw.choice(_NAMES), draw.choice(_VENUES)
    names = draw.choice(_MARKS_OF_NAMES) % names if names else ""
    if not (link or names or venue or "](" in title):
        link = _LINKS[0]
    facts = _Facts(title, names, venue, link, draw.choice(_ORDERS))
    place = draw.choice(_PLACES)
    before, text, note = place(draw, facts)
    return Template(group="drawn", name=f"{number} {place.__name__.strip('_')}", text=text, before=before, note=note)


# --- places ---------------------------------------------------------------------------------------

_Written = tuple[str, str, str]
"""The text before the papers of a note, that of one paper, and the name of the note."""


def _line(draw: Random, facts: _Facts) -> _Written:
    opening, ending = draw.choice(
        (("- ", "\n"), ("* ", "\n"), ("{number}. ", "\n"), ("- [x] ", "\n"), ("", "\n\n"), ("> ", "\n\n"))
    )
    return _LIST, opening + draw.choice(_SEPARATORS).join(facts.parts()) + ending, "notes.md"


def _bullets_below(draw: Random, facts: _Facts) -> _Written:
    indent = draw.choice(("  - ", "    - ", "\t- "))
    below = [*facts.parts("t"), *filter(None, [draw.choice(_REMARKS)])]
    return _LIST, f"- {facts.title}\n" + "".join(f"{indent}{part}\n" for part in below), "notes.md"


def _fields_below_bullet(draw: Random, facts: _Facts) -> _Written:
    return _LIST, f"- {facts.title}\n" + "".join(f"  - {field}\n" for field in facts.fields(draw)), "notes.md"


def _lines_of_bullet(draw: Random, facts: _Facts) -> _Written:
    return _LIST, "- " + draw.choice(_BREAKS).join([facts.title, *facts.parts("t")]) + "\n", "notes.md"


def _heading(draw: Random, facts: _Facts) -> _Written:
    opening = draw.choice(("## ", "### ", "## {number}. "))
    below = facts.parts("t")
    body = draw.choice(
        (
            draw.choice(("\n", "\n\n")).join(below),
            draw.choice(_SEPARATORS).join(below),
            "\n".join(f"- {part}" for part in below),
            "\n".join(f"- {field}" for field in facts.fields(draw)),
            "  \n".join(facts.fields(draw)),
        )
    )
    return _SECTIONS, f"{opening}{facts.title}\n\n{body}\n\n{draw.choice(_REMARKS)}\n\n", "notes.md"


def _lines(draw: Random, facts: _Facts) -> _Written:
    title = draw.choice((facts.title, facts.title if facts.title.startswith("**") else f"**{facts.title}**"))
    text = title + draw.choice(("\n", "  \n", "\\\n")) + "\n".join(facts.parts("t"))
    return _SECTIONS, f"{text}\n\n{draw.choice(_REMARKS)}\n\n", "notes.md"


def _table(draw: Random, facts: _Facts) -> _Written:
    heads = {
        "t": draw.choice(("Title", "Paper", "Name")),
        "n": draw.choice(("Authors", "Author", "By")),
        "v": "Year" if facts.venue in ("{year}", "({year})") else draw.choice(("Venue", "Published", "Where")),
        "l": draw.choice(("Link", "URL", "Paper link", "Resources")),
    }
    cells = dict(zip("tnvl", facts[:4], strict=True))
    columns = [letter for letter in facts.order if cells[letter]]
    head = " | ".join(heads[letter] for letter in columns)
    row = " | ".join(cells[letter] for letter in columns)
    return f"{_SECTIONS}| {head} |\n|{'---|' * len(columns)}\n", f"| {row} |\n", "notes.md"


def _note(draw: Random, facts: _Facts) -> _Written:
    below = facts.parts("t")
    body = draw.choice(("\n".join(below), "\n\n".join(below), "\n".join(f"- {part}" for part in below)))
    return "", f"# {facts.title.strip('*_')}\n\n{body}{_SUMMARY}", draw.choice(_FILES)


def _reference_in_note(draw: Random, facts: _Facts) -> _Written:
    heading = draw.choice(("", "# Notes\n\n", "## Reference\n\n"))
    return "", heading + draw.choice(_SEPARATORS).join(facts.parts()) + _SUMMARY, draw.choice(_FILES)


_Place = Callable[[Random, _Facts], _Written]
_PLACES: tuple[_Place, ...] = (
    *[_line] * 6,
    _bullets_below,
    _fields_below_bullet,
    _lines_of_bullet,
    *[_heading] * 5,
    *[_lines] * 2,
    _table,
    *[_note] * 2,
    _reference_in_note,
)
"""The places of a paper; those that have more forms are drawn more often."""
