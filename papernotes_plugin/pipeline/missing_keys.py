"""Find the keys of papers that a `.bib` file of them does not contain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from papernotes_plugin import exports
from papernotes_plugin.entries import valid_key
from papernotes_plugin.vocabulary.config import BIBTEX, Config
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Paper


def keys_without_entry(papers: Iterable[Paper], config: Config) -> list[str]:
    """Return the keys of papers for which BibTeX would need an entry of their own; none in biblatex."""
    return [key for paper in papers for key in exports.keys_without_entry(paper)] if config.flavor == BIBTEX else []


def unwritable_keys(papers: Sequence[Paper]) -> Iterator[Issue]:
    """Yield an issue for each key of the author's `.bib` entries that no file can contain."""
    for paper in papers:
        entry = paper.entry
        for key in dict.fromkeys((entry.key, *entry.further_keys)) if entry else ():
            if entry and key in paper.aliases and key not in paper.exported_keys:
                reason = "it differs only in case from a key of another paper"
                if valid_key(key) != key:
                    reason = "some programs reject its characters"
                message = f"no entry has the key '{key}', because {reason}; the paper is '{paper.citekey}'"
                yield issue(Code.SEVERAL_KEYS, entry.path, entry.line, message)
