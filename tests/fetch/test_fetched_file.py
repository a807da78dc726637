"""The file of facts: what a person wrote in it stays."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.entries import fetched_fields, format_entries
from papernotes_plugin.fetch.fetched_file import FetchedFile
from papernotes_plugin.pipeline.missing_facts import fetched_entry
from papernotes_plugin.vocabulary.model import Entry, Identifier

FORUM = Identifier("openreview", "abcdefghij")


def entry(key: str, title: str = "A Title of Four Words", author: str = "Ada Lovelace") -> Entry:
    """Return an entry of facts."""
    facts = fetched_entry(
        key,
        "inproceedings",
        title=title,
        authors=[author],
        year=2025,
        venue="ICLR",
        venue_name="",
        held=[FORUM],
        fields=[],
    )
    private = ((fetched_fields.SOURCE, f"iclr {FORUM}"), (fetched_fields.FETCHED, "2026-11-22"))
    return replace(facts, fields=(*facts.fields, *private))


def written(*keys: str) -> str:
    """Return the text of a new file."""
    return FetchedFile.parse(b"").updated(map(entry, keys))


def test_entries_are_ordered_and_repeatable() -> None:
    """The order does not depend on that of the lookup, and the same facts change nothing."""
    text = written("b", "a", "C")
    assert list(FetchedFile.parse(text.encode()).entries) == ["a", "b", "C"]
    later = [replace(e, fields=tuple((n, v.replace("2026", "2027")) for n, v in e.fields)) for e in map(entry, "ab")]
    assert FetchedFile.parse(text.encode()).updated(later) == text


def test_a_changed_entry_is_noticed() -> None:
    """An entry with another value, or without the number after the date, is the work of a person."""
    text = written("a", "b")
    file = FetchedFile.parse(text.replace("Lovelace, Ada", "Byron, Ada", 1).encode())
    assert file.is_edited("a")
    assert not file.is_edited("b")
    assert not FetchedFile.parse(text.encode()).is_edited("a")


def test_comments_and_other_entries_stay() -> None:
    """New entries move nothing that a person wrote."""
    text = written("a", "c").replace("@inproceedings{c", "% my remark\n@inproceedings{c")
    updated = FetchedFile.parse(text.encode()).updated([entry("b")])
    assert "% my remark\n@inproceedings{c" in updated.replace("\n\n@", "\n@")
    assert set(FetchedFile.parse(updated.encode()).entries) == {"a", "b", "c"}


def test_a_rejected_answer_is_remembered() -> None:
    """The facts go, and the file names the answer; other facts for the paper can be added later."""
    text = FetchedFile.parse(written("a", "b").encode()).rejecting(["a"])
    file = FetchedFile.parse(text.encode())
    assert file.rejected() == {"a": frozenset({("iclr", str(FORUM))})}
    assert "Lovelace" not in text.partition("@inproceedings{b")[0]


@given(title=st.text(min_size=1, max_size=60), author=st.text(min_size=1, max_size=30))
def test_any_fact_can_be_written_and_read(title: str, author: str) -> None:
    """Braces, backslashes, percent signs and line ends in an answer never break the file."""
    text = FetchedFile.parse(b"").updated([entry("a", title, author), entry("b")])
    file = FetchedFile.parse(text.encode("utf-8", "replace"))
    assert set(file.entries) <= {"a", "b"}
    assert "b" in file.entries
    assert file.entries["b"].evidence.title == "A Title of Four Words"
    assert file.updated([entry("a", title, author), entry("b")]) == text
    assert format_entries([file.entries["b"]])
