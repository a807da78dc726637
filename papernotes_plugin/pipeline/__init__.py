"""Build sites and annotate notes: the functions and types of the pipeline that the rest of the package uses.

The way from sources to pages is in `papernotes_plugin.pipeline.build`.
"""

from papernotes_plugin.exports import PAPER_FORMATS, export_papers
from papernotes_plugin.exports.csv_table import csv_table
from papernotes_plugin.pipeline.annotated_note import annotate
from papernotes_plugin.pipeline.build import build, with_changes
from papernotes_plugin.pipeline.build_snapshot import BuildSnapshot
from papernotes_plugin.pipeline.cited_papers import find_cited_papers
from papernotes_plugin.pipeline.citekey_pins import missing_pins, rename_keys, replacements, unpinned_keys
from papernotes_plugin.pipeline.file_repair import RepairedFile, repair_bibliography, repair_key_lock, repair_note
from papernotes_plugin.pipeline.issues_on_request import check_facts, suggestions
from papernotes_plugin.pipeline.missing_facts import describe_missing
from papernotes_plugin.pipeline.missing_keys import keys_without_entry, unwritable_keys
from papernotes_plugin.pipeline.note_edits import apply_edits
from papernotes_plugin.pipeline.output_digests import OutputDigests, PaperDigest
from papernotes_plugin.pipeline.page_metadata import Metadata
from papernotes_plugin.pipeline.site import BuildInputs, Counts, Site
from papernotes_plugin.pipeline.site_exports import catalogue, feed
from papernotes_plugin.pipeline.site_outputs import bibliography, export_bibliography, untitled_issues

__all__ = [
    "PAPER_FORMATS",
    "BuildInputs",
    "BuildSnapshot",
    "Counts",
    "Metadata",
    "OutputDigests",
    "PaperDigest",
    "RepairedFile",
    "Site",
    "annotate",
    "apply_edits",
    "bibliography",
    "build",
    "catalogue",
    "check_facts",
    "csv_table",
    "describe_missing",
    "export_bibliography",
    "export_papers",
    "feed",
    "find_cited_papers",
    "keys_without_entry",
    "missing_pins",
    "rename_keys",
    "repair_bibliography",
    "repair_key_lock",
    "repair_note",
    "replacements",
    "suggestions",
    "unpinned_keys",
    "untitled_issues",
    "unwritable_keys",
    "with_changes",
]
