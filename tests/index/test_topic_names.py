"""Topics are subjects: dates, lists of things to do and the sections of a template are none."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import pipeline
from papernotes_plugin.index.topic_names import names_subject
from papernotes_plugin.markup.recurring_headings import MIN_NOTES
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Source

PAPERS = ("1706.03762", "2006.11239", "1512.03385", "1312.6114", "1412.6980", "1406.2661", "2005.14165")


def topics(notes: Iterable[str], *ignored: str) -> list[str]:
    """Return the topics of a library, each as one text."""
    sources = [Source(f"n{number}.md", text.encode()) for number, text in enumerate(notes)]
    site = pipeline.build(sources, config=Config(ignored_topics=ignored), pages=False)
    return [" / ".join(group.path) for group in site.library.topics]


def note(number: int, *headings: str) -> str:
    """Return a note with a paper below headings, each one level below the one before."""
    lines = "".join(f"{'#' * level} {heading}\n\n" for level, heading in enumerate(headings, 2))
    return (
        f"# Note {number}\n\n{lines}Words.\n\n- [A study of {number} things](https://arxiv.org/abs/{PAPERS[number]})\n"
    )


@pytest.mark.parametrize(
    "name",
    [
        "2024-05-01", "May 2024", "Monday, 3 June 2024", "3rd of May", "2024-W07", "Week 12", "KW 7", "Q3 2024", "2024",
        "20240501T1200", "Montag", "2024年5月1日", "TODO", "To do", "to-do:", "Papers to read",
        "📚 Papers to read (2024)",
        "Reading list", "Misc", "Miscellaneous", "Misc.", "Other papers", "Notes", "References", "See also", "Inbox",
        "Zu lesen", "À lire", "Sonstiges", "其他", "待读", "论文", "その他", "기타", "Разное", "Day 1", "Session 3",
    ],
)  # fmt: skip
def test_no_subjects(name: str) -> None:
    """Dates, tasks and containers are no subjects, in several languages."""
    assert not names_subject(name)


@pytest.mark.parametrize(
    "name",
    [
        "LLM", "3D", "2D/3D", "🧠", "Reading comprehension", "Other modalities", "Sun and stars", "Mars", "To infinity",
        "List decoding", "General relativity", "Attention", "Resource allocation", "Weekly forecasts of rain", "注意力",
        "Diffusion models 2024", "Notes on RL", "Linked data", "Q-learning", "GPT-4", "C",
    ],
)  # fmt: skip
def test_subjects(name: str) -> None:
    """A name with one word about a subject is a subject, whatever surrounds it."""
    assert names_subject(name)


@given(st.text())
def test_any_text(name: str) -> None:
    """Every text gets an answer, and case and surrounding signs do not change it."""
    assert names_subject(name) == names_subject(f"** {name} **")


def test_steps_without_a_subject_are_left_out() -> None:
    """Such headings and bullets disappear from the path, and the subjects above and below them stay."""
    text = note(0, "Papers to read", "Diffusion", "2024-05-01") + "\n## Vision\n\n- TODO\n" + (
        "    - [A study of other things](https://arxiv.org/abs/2006.11239)\n"
    )  # fmt: skip
    assert topics([text]) == ["Diffusion", "Vision"]


def test_sections_of_a_template() -> None:
    """A heading that most notes of a vault have is no topic; fewer notes do not make a template."""
    notes = [note(number, "Method", f"Subject {number}") for number in range(MIN_NOTES)]
    subjects = [f"Subject {number}" for number in range(MIN_NOTES)]
    assert topics(notes) == subjects
    assert topics(notes[1:]) == ["Method", *(f"Method / {subject}" for subject in subjects[1:])]


def test_headings_without_papers_count_too() -> None:
    """The sections of a template are learned from all notes, not only from those with a paper below."""
    notes = [f"# Note {number}\n\n## Method\n\nWords.\n" for number in range(MIN_NOTES)]
    assert topics([*notes, note(5, "Method", "Vision"), note(6, "Speech")]) == ["Vision", "Speech"]


def test_a_heading_of_half_of_the_notes_is_a_topic() -> None:
    """A subject that many notes have remains one, as long as most notes do not have it."""
    notes = [note(number, "Vision") for number in range(3)] + [note(number, f"S{number}") for number in range(3, 7)]
    assert "Vision" in topics(notes)


def test_ignored_topics() -> None:
    """The option names more headings that are no topics, ignoring case and punctuation."""
    assert topics([note(0, "Group meeting!", "Vision")], "group meeting") == ["Vision"]
    assert topics([note(0, "Group seminar", "Vision")], "group meeting") == ["Group seminar", "Group seminar / Vision"]
