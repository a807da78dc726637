"""Types of the map: the position of every paper.  All lengths are pixels, measured from the top left corner."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """A column of the map: a year, or a decade of several years."""

    label: str
    x: int
    """Position of the left edge."""
    width: int
    papers: int
    """Number of papers in the column."""


@dataclass(frozen=True, slots=True)
class ChartLane:
    """A horizontal lane of the map: the papers about one subject."""

    name: str
    kind: str
    """`tags` or `topics`; "" for the lane of the papers that are in no other lane."""
    group: str
    """The slug of the tag or topic."""
    top: int
    height: int
    papers: tuple[int, ...]
    """Number of papers in each column."""


@dataclass(frozen=True, slots=True)
class ChartDot:
    """A paper on the map."""

    paper: str
    """The slug of the paper."""
    x: int
    """Position of the centre."""
    y: int
    lane: int
    """Index of the lane."""
    size: int
    """Number of notes that mention the paper, at most three."""


@dataclass(frozen=True, slots=True)
class ChartThread:
    """A line through the papers of one note."""

    note: str
    """The path of the note."""
    papers: tuple[str, ...]
    """Slugs, each once: column by column, alternately down and up, and row by row within a column."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The map of a library."""

    width: int
    height: int
    pitch: int
    """Distance between neighbouring dots of one year and lane; no dot is wider."""
    columns: tuple[ChartColumn, ...]
    """Oldest first."""
    lanes: tuple[ChartLane, ...]
    """Ordered from the top: the lane with most papers first, the lane of the remaining papers last."""
    dots: tuple[ChartDot, ...]
    """Ordered by row, then from left to right."""
    threads: tuple[ChartThread, ...]
    """Ordered by path of the note; a note with a single paper has none."""
