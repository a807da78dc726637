"""Write a paper as a reference in the citation styles that people paste into notes.

Each function of `STYLES` takes a `Work` and returns the reference.  Control characters mark title
and venue, which `reference_truth` sets as links or in emphasis.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from papernotes_plugin.people import Person

TITLE, TITLE_END, VENUE, VENUE_END = "\x01\x02\x03\x04"
"""Marks around the title and the venue in a rendered reference."""


@dataclass(frozen=True, slots=True)
class Work:
    """The facts of a paper, as a reference prints them."""

    title: str
    authors: tuple[Person, ...]
    year: int
    kind: str
    """`article`, `inproceedings` or `preprint`."""
    venue: str
    volume: str
    issue: str
    first: int
    last: int
    doi: str

    @property
    def is_article(self) -> bool:
        """True if the venue is a journal."""
        return self.kind == "article"

    @property
    def t(self) -> str:
        """The title with its marks."""
        return f"{TITLE}{self.title}{TITLE_END}"

    @property
    def v(self) -> str:
        """The venue with its marks."""
        return f"{VENUE}{self.venue}{VENUE_END}"

    @property
    def span(self) -> str:
        """The pages."""
        return f"{self.first}–{self.last}"

    @property
    def is_preprint(self) -> bool:
        """True if the venue is a preprint server."""
        return self.kind == "preprint"


# --- names ----------------------------------------------------------------------------------------


def initials(person: Person, dot: str = ".", space: str = " ") -> str:
    """Return the initials: `J.-P. K.`, `JPK`."""
    if not dot:
        return person.initials.replace(".", "").replace(" ", "").replace("-", "")
    return space.join(person.initials.split())


def inverted(person: Person) -> str:
    """Return `Guo, J. T.`."""
    return f"{person.surname}, {initials(person)}" if person.given else person.surname


def full_inverted(person: Person) -> str:
    """Return `Guo, Jiacheng`."""
    return f"{person.surname}, {person.given}" if person.given else person.surname


def initials_first(person: Person) -> str:
    """Return `J. T. Guo`."""
    return f"{initials(person)} {person.surname}".strip()


def glued(person: Person) -> str:
    """Return `Guo JT`."""
    return f"{person.surname} {initials(person, '')}".strip()


def natural(person: Person) -> str:
    """Return `Jiacheng Guo`."""
    return f"{person.given} {person.surname}".strip()


def _join(names: Sequence[str], word: str, serial: str = ", ", last: str = "") -> str:
    """Join names: `serial` before the last of several, `last` before the second of two."""
    if len(names) < 2:
        return "".join(names)
    gap = (last or " ") if len(names) == 2 else serial
    return f"{', '.join(names[:-1])}{gap}{word} {names[-1]}"


def _first_inverted(people: Sequence[Person]) -> list[str]:
    return [full_inverted(people[0]), *map(natural, people[1:])]


# --- styles ---------------------------------------------------------------------------------------


def _apa(work: Work) -> str:
    names = [inverted(p) for p in work.authors]
    listed = f"{', '.join(names[:19])}, . . . {names[-1]}" if len(names) > 20 else _join(names, "&", ", ", ", ")
    head = f"{listed.rstrip()} ({work.year}). {work.t}{'' if work.title.endswith('?') else '.'}"
    if work.is_article:
        return f"{head} {work.v}, {work.volume}({work.issue}), {work.span}."
    return f"{head} {work.v}." if work.is_preprint else f"{head} In {work.v} (pp. {work.span})."


def _mla(work: Work) -> str:
    names = _first_inverted(work.authors)
    listed = f"{names[0].rstrip('.')}, et al" if len(names) > 2 else _join(names, "and", ", ", ", ")
    head = f"{listed.rstrip('.')}. “{work.t}{'' if work.title.endswith('?') else '.'}”"
    if work.is_article:
        return f"{head} {work.v}, vol. {work.volume}, no. {work.issue}, {work.year}, pp. {work.span}."
    return f"{head} {work.v}, {work.year}" + ("." if work.is_preprint else f", pp. {work.span}.")


def _scholar(work: Work) -> str:
    names = _first_inverted(work.authors)
    listed = f"{names[0].rstrip('.')}, et al" if len(names) > 3 else _join(names, "and", ", ", ", ")
    head = f'{listed.rstrip(".")}. "{work.t}{"" if work.title.endswith("?") else "."}"'
    if work.is_article:
        return f"{head} {work.v} {work.volume}.{work.issue} ({work.year}): {work.first}-{work.last}."
    return f"{head} {work.v} ({work.year})." if work.is_preprint else f"{head} {work.v}. {work.year}."


def _chicago_notes(work: Work) -> str:
    names = _join(_first_inverted(work.authors), "and", ", ", ", ").rstrip(".")
    head = f"{names}. “{work.t}{'' if work.title.endswith('?') else '.'}”"
    if work.is_article:
        return f"{head} {work.v} {work.volume}, no. {work.issue} ({work.year}): {work.span}."
    return f"{head} {work.v}, {work.year}." if work.is_preprint else f"{head} In {work.v}, {work.span}, {work.year}."


def _chicago_date(work: Work) -> str:
    names = _join(_first_inverted(work.authors), "and", ", ", ", ").rstrip(".")
    head = f"{names}. {work.year}. “{work.t}{'' if work.title.endswith('?') else '.'}”"
    if work.is_article:
        return f"{head} {work.v} {work.volume} ({work.issue}): {work.span}."
    return f"{head} {work.v}." if work.is_preprint else f"{head} In {work.v}, {work.span}."


def _chicago_footnote(work: Work) -> str:
    names = [natural(p) for p in work.authors]
    listed = f"{names[0]} et al." if len(names) > 3 else _join(names, "and")
    head = f"{listed}, “{work.t}{'' if work.title.endswith('?') else ','}”"
    if work.is_article:
        return f"{head} {work.v} {work.volume}, no. {work.issue} ({work.year}): {work.first}."
    return f"{head} {work.v}, {work.year}." if work.is_preprint else f"{head} in {work.v}, {work.year}, {work.span}."


def _ieee(work: Work) -> str:
    names = [initials_first(p) for p in work.authors]
    listed = f"{names[0]} et al." if len(names) > 6 else _join(names, "and")
    head = f"{listed}, “{work.t}{'' if work.title.endswith('?') else ','}”"
    if work.is_article:
        return f"{head} {work.v}, vol. {work.volume}, no. {work.issue}, pp. {work.span}, {work.year}."
    return (
        f"{head} {work.v}, {work.year}." if work.is_preprint else f"{head} in {work.v}, {work.year}, pp. {work.span}."
    )


def _acm(work: Work) -> str:
    names = _join([natural(p) for p in work.authors], "and")
    head = f"{names}{'' if names.endswith('.') else '.'} {work.year}. {work.t}{'' if work.title.endswith('?') else '.'}"
    if work.is_article:
        return f"{head} {work.v} {work.volume}, {work.issue} ({work.year}), {work.span}."
    return f"{head} {work.v}." if work.is_preprint else f"{head} In {work.v}. ACM, New York, NY, USA, {work.span}."


def _vancouver(work: Work) -> str:
    names = [glued(p) for p in work.authors]
    listed = ", ".join([*names[:6], "et al"] if len(names) > 6 else names)
    head = f"{listed}. {work.t}{'' if work.title.endswith('?') else '.'}"
    if work.is_article:
        return f"{head} {work.v}. {work.year};{work.volume}({work.issue}):{work.first}-{work.last}."
    return (
        f"{head} {work.v}. {work.year}." if work.is_preprint else f"{head} In: {work.v}; {work.year}. p. {work.span}."
    )


def _harvard(work: Work) -> str:
    names = _join([inverted(p) for p in work.authors], "and", " ")
    head = f"{names}, {work.year}. {work.t}{'' if work.title.endswith('?') else '.'}"
    if work.is_article:
        return f"{head} {work.v}, {work.volume}({work.issue}), pp.{work.first}-{work.last}."
    return f"{head} {work.v}." if work.is_preprint else f"{head} In {work.v} (pp. {work.first}-{work.last})."


def _cite_them_right(work: Work) -> str:
    names = _join([inverted(p) for p in work.authors], "and", " ")
    head = f"{names} ({work.year}) ‘{work.t}’,"
    if work.is_article:
        return f"{head} {work.v}, {work.volume}({work.issue}), pp. {work.span}."
    return f"{head} {work.v}." if work.is_preprint else f"{head} in {work.v}, pp. {work.span}."


def _lncs(work: Work) -> str:
    names = ", ".join(f"{p.surname}, {initials(p, '.', '')}" if p.given else p.surname for p in work.authors)
    head = f"{names}: {work.t}{'' if work.title.endswith('?') else '.'}"
    if work.is_article:
        return f"{head} {work.v} {work.volume}({work.issue}), {work.span} ({work.year})"
    return (
        f"{head} {work.v} ({work.year})" if work.is_preprint else f"{head} In: {work.v}, pp. {work.span} ({work.year})"
    )


def _acl(work: Work) -> str:
    names = _join([natural(p) for p in work.authors], "and")
    head = f"{names}{'' if names.endswith('.') else '.'} {work.year}. {work.t}{'' if work.title.endswith('?') else '.'}"
    if work.is_article:
        return f"{head} {work.v}, {work.volume}({work.issue}):{work.span}."
    return f"{head} {work.v}." if work.is_preprint else f"{head} In {work.v}, pages {work.span}."


def _plainnat(work: Work) -> str:
    names = _join([natural(p) for p in work.authors], "and")
    head = f"{names}{'' if names.endswith('.') else '.'} {work.t}{'' if work.title.endswith('?') else '.'}"
    if work.is_article:
        return f"{head} {work.v}, {work.volume}({work.issue}):{work.span}, {work.year}."
    return (
        f"{head} {work.v}, {work.year}." if work.is_preprint else f"{head} In {work.v}, pages {work.span}, {work.year}."
    )


def _icml(work: Work) -> str:
    names = _join([inverted(p) for p in work.authors], "and")
    head = f"{names}{'' if names.endswith('.') else '.'} {work.t}{'' if work.title.endswith('?') else '.'}"
    if work.is_article:
        return f"{head} {work.v}, {work.volume}({work.issue}):{work.span}, {work.year}."
    return (
        f"{head} {work.v}, {work.year}." if work.is_preprint else f"{head} In {work.v}, pp. {work.span}, {work.year}."
    )


def _nature(work: Work) -> str:
    names = [inverted(p) for p in work.authors]
    listed = f"{names[0]} et al." if len(names) > 5 else _join(names, "&", " ")
    head = f"{listed}{'' if listed.endswith('.') else '.'} {work.t}{'' if work.title.endswith('?') else '.'}"
    if work.is_article:
        return f"{head} {work.v} **{work.volume}**, {work.span} ({work.year})."
    return f"{head} {work.v} ({work.year})." if work.is_preprint else f"{head} in {work.v} {work.span} ({work.year})."


def _gb7714(work: Work) -> str:
    names = [glued(p).upper() for p in work.authors]
    listed = ", ".join([*names[:3], "et al"] if len(names) > 3 else names)
    if work.is_article:
        return f"{listed}. {work.t}[J]. {work.v}, {work.year}, {work.volume}({work.issue}): {work.first}-{work.last}."
    if work.is_preprint:
        return f"{listed}. {work.t}[J]. {work.v}, {work.year}."
    return f"{listed}. {work.t}[C]//{work.v}. {work.year}: {work.first}-{work.last}."


def _ipsj(work: Work) -> str:
    names = ", ".join(f"{p.surname}, {initials(p)}" if p.given else p.surname for p in work.authors)
    if work.is_article:
        return (
            f"{names}: {work.t}, {work.v}, Vol. {work.volume}, No. {work.issue}, "
            f"pp. {work.first}-{work.last} ({work.year})."
        )
    return f"{names}: {work.t}, {work.v} ({work.year})."


def _sist02(work: Work) -> str:
    names = "; ".join(full_inverted(p) for p in work.authors)
    head = f"{names}{'' if names.endswith('.') else '.'} {work.t}. {work.v}."
    if work.is_article:
        return f"{head} {work.year}, vol. {work.volume}, no. {work.issue}, p. {work.first}-{work.last}."
    return f"{head} {work.year}."


def _korean(work: Work) -> str:
    names = _join([natural(p) for p in work.authors], "and", ", ")
    if work.is_article:
        return f'{names}, "{work.t}," {work.v}, 제{work.volume}권, 제{work.issue}호, pp. {work.span}, {work.year}.'
    return f'{names}, "{work.t}," {work.v}, {work.year}.'


def _bbl(work: Work) -> str:
    names = _join([initials_first(p).replace(" ", "~") for p in work.authors], "and")
    head = rf"\bibitem{{{work.authors[0].family.casefold()}{work.year}}} {names}. \newblock {work.t}."
    if work.is_article:
        return (
            rf"{head} \newblock {{\em {work.v}}}, {work.volume}({work.issue}):{work.first}--{work.last}, {work.year}."
        )
    return rf"{head} \newblock In {{\em {work.v}}}, {work.year}."


STYLES: dict[str, Callable[[Work], str]] = {
    "APA": _apa,
    "MLA": _mla,
    "Google Scholar": _scholar,
    "Chicago notes": _chicago_notes,
    "Chicago author-date": _chicago_date,
    "Chicago footnote": _chicago_footnote,
    "IEEE": _ieee,
    "ACM": _acm,
    "Vancouver": _vancouver,
    "Harvard": _harvard,
    "Cite Them Right": _cite_them_right,
    "LNCS": _lncs,
    "ACL": _acl,
    "NeurIPS": _plainnat,
    "ICML": _icml,
    "Nature": _nature,
    "GB/T 7714": _gb7714,
    "Japanese IPSJ": _ipsj,
    "Japanese SIST 02": _sist02,
    "Korean": _korean,
    ".bbl": _bbl,
}
"""The renderers by the name of their style."""
