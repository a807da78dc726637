"""Write the graph of papers and notes, with their positions on the map, as documented JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from papernotes_plugin.links.addresses import group_page, paper_page
from papernotes_plugin.people import bylines, known_names
from papernotes_plugin.text import plain_text
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Chart, ChartLane, Library, Paper

SCHEMA = 1
"""Version of the graph's structure, which `templates/graph.schema.json` describes."""


def graph(library: Library, chart: Chart, config: Config) -> dict[str, Any]:
    """Return a library as a graph of papers and notes, as data for JSON.

    Args:
        library: The library.
        chart: The map, with positions in pixels; papers come in its order.
        config: The options, which give the addresses of pages.
    """
    papers = [library.by_slug[dot.paper] for dot in chart.dots]
    folders = {"tags": config.tags_path, "topics": config.topics_path}
    return {
        "schema": SCHEMA,
        "width": chart.width,
        "height": chart.height,
        "pitch": chart.pitch,
        "years": [{"label": c.label, "left": c.x, "width": c.width, "papers": c.papers} for c in chart.columns],
        "lanes": [_lane(lane, folders) for lane in chart.lanes],
        "papers": [
            {**_paper(paper, config), "x": dot.x, "y": dot.y, "lane": dot.lane}
            for paper, dot in zip(papers, chart.dots, strict=True)
        ],
        "notes": _notes(library),
    }


def graph_text(data: dict[str, Any]) -> str:
    """Return the graph as JSON text, one paper or note a line; equal data give the same bytes."""
    parts = []
    for name, value in data.items():
        if isinstance(value, list):
            lines = ",\n".join(f"  {_dumped(each)}" for each in value)
            parts.append(f"{_dumped(name)}: [\n{lines}\n]" if value else f"{_dumped(name)}: []")
        else:
            parts.append(f"{_dumped(name)}: {_dumped(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def map_script(library: Library, chart: Chart) -> str:
    """Return the data of the map as JavaScript, because a page opened from disk cannot load JSON."""
    numbers = {dot.paper: number for number, dot in enumerate(chart.dots)}
    papers: list[Sequence[object]] = []
    for dot in chart.dots:
        paper = library.by_slug[dot.paper]
        caption = ", ".join(filter(None, (bylines.byline(paper), bylines.venue_or_year(paper))))
        papers.append((paper.slug, plain_text(bylines.page_title(paper)), caption, dot.x, dot.y))
    threads = {thread.note: thread.papers for thread in chart.threads}
    notes = []
    for note in library.notes:
        if slugs := threads.get(note.path) or [paper.slug for _, paper in library.mentions.get(note.path, ())][:1]:
            notes.append((note.title, [numbers[slug] for slug in slugs]))
    data = {"pitch": chart.pitch, "papers": papers, "notes": notes}
    return f"globalThis.papernotesGraph = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lane(lane: ChartLane, folders: dict[str, str]) -> dict[str, Any]:
    page = group_page(folders[lane.kind], lane.group) if lane.group else ""
    return {"name": lane.name, "page": page, "top": lane.top, "height": lane.height, "papers": list(lane.papers)}


def _paper(paper: Paper, config: Config) -> dict[str, Any]:
    return {
        "citekey": paper.citekey,
        "title": paper.title,
        "authors": list(known_names(paper.authors)),
        "year": paper.year,
        "venue": str(paper.venue) if paper.venue else "",
        "tags": list(paper.tags),
        "page": paper_page(paper.slug, config),
    }


def _notes(library: Library) -> list[dict[str, Any]]:
    """Return the notes with the papers they mention and the notes they link to, each once and in order."""
    return [
        {
            "path": note.path,
            "title": note.title,
            "tags": list(note.tags),
            "papers": list(dict.fromkeys(paper.citekey for _, paper in library.mentions.get(note.path, ()))),
            "notes": list(dict.fromkeys(link.target for link in library.links.get(note.path, ()))),
        }
        for note in library.notes
    ]
