"""Check whether papers of a site lack the facts that a citation needs."""

from __future__ import annotations

import glob
from collections.abc import Iterator, Mapping
from contextlib import suppress

from papernotes_plugin import pipeline
from papernotes_plugin.doctor.finding import Finding
from papernotes_plugin.doctor.mkdocs_yml import SiteFile
from papernotes_plugin.files.disk_build import InputPaths, build_from_disk
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Level, PapernotesError


def check_facts(site: SiteFile, options: Mapping[str, object]) -> Iterator[Finding]:
    """Yield a finding with the number of papers without a title, authors or a venue, if there are any.

    Args:
        site: The configuration of the site.
        options: The options of papernotes; another check reports wrong ones.
    """
    if not site.docs.is_dir():
        return
    with suppress(PapernotesError, OSError):
        config = Config.load({name: options[name] for name in ("bibliography", "exclude") if name in options})
        root = site.path.absolute().parent
        bib = tuple(str(root / pattern) for pattern in config.bibliography if glob.glob(str(root / pattern)))
        library = build_from_disk(InputPaths((str(site.docs),), bib, exclude=config.exclude), lambda step: None)
        if missing := pipeline.describe_missing(library.site.counts.incomplete):
            yield Finding(Level.INFO, missing, f"papernotes fetch {site.docs.name}")
