"""Compare the citekeys of a site with the key lock, extend the lock, and rename citekeys."""

from __future__ import annotations

from collections.abc import Sequence

from papernotes_plugin.pipeline.site import Site
from papernotes_plugin.resolve import keys
from papernotes_plugin.vocabulary.issues import Issue, with_levels


def missing_pins(site: Site, key_lock: str) -> str:
    """Return the lines to append to a key lock, so that every paper is pinned by its strongest name."""
    lock, _ = keys.read_lock(key_lock, site.config.key_lock)
    return keys.write_lock(paper for paper in site.library.papers if keys.name_of(paper) not in lock)


def unpinned_keys(site: Site, key_lock: str) -> tuple[Issue, ...]:
    """Return the issues about citekeys that are not pinned or that differ from their pin, ordered by place."""
    lock, _ = keys.read_lock(key_lock, site.config.key_lock)
    return with_levels(tuple(keys.unpinned(site.library.papers, lock, site.config.key_lock)), {})


def rename_keys(site: Site, key_lock: str, wanted: Sequence[tuple[str, str]]) -> keys.Renaming:
    """Return the key lock after a renaming, and the replacements where the old citekeys are cited.

    Args:
        site: The site.
        key_lock: The text of the key lock.
        wanted: Pairs of an existing citekey and its new form.

    Raises:
        PapernotesError: If a citekey does not exist, or a new one is invalid or belongs to another paper.
    """
    return keys.rename(site.library.papers, key_lock, wanted)


def replacements(renaming: keys.Renaming, form: str) -> str:
    """Return the replacements of a renaming: as JSON if `form` is `json`, else as a script for `sed`."""
    return keys.json_list(renaming.replaced) if form == "json" else keys.sed_script(renaming.replaced)
