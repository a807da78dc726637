"""Patterns of the words of list items that are remarks or citations, and no titles."""

from __future__ import annotations

import re

_NAME = r"[^\W\d_a-z][\w'’-]+"
NO_TITLE = re.compile(
    rf":\s{_NAME}(?: (?:and|&) {_NAME})?,? et al\.?$"
    rf"|^\W*(?:[A-Z]\.? )?{_NAME}(?:,? (?:and |& )?{_NAME}){{0,4}},? et al\b"
    rf"|^{_NAME} (?:and|&) {_NAME},? \(?(?:19|20)\d\d\)?[,.:]|\b(?:19|20)\d\d-\d\d-\d\d\b"
    r"|^(?i:section|chapter|abschnitt|kapitel|chapitre|sección|seção|sezione|§)\s*\d{1,2}\.\d"
    r"|\([^()]{0,40}\bet al\b[^()]{0,40}\)\W+\w|^(?i:key (?:concepts|terms|points|ideas|results|takeaways))\s*[:：]"
)
"""Words of remarks: `LLM-as-Judge: Zheng et al.`, `Lee et al. show …`, `Lee and Ray 2018, …`, `Section 3.1: …`.

Also a day: `Meeting 2023-10-04`.
"""
CITED_AFTER_COLON = re.compile(
    rf":[*_]{{0,2}}\s(?:{_NAME} (?:and|&|et|und|y) )?{_NAME}(?: et al\b)?\.?,? \[(?:19|20)\d\d[a-z]?\]"
)
"""Names and a year as natbib cites them, after a topic: `**Normalisation**: Sproat and Jaitly [2017], …`."""
