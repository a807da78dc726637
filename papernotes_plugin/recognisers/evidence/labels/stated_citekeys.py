"""Find the citekey of the paper of a note in its front matter: in keys of reference managers, or before the title."""

from __future__ import annotations

from papernotes_plugin import citekeys
from papernotes_plugin.recognisers.evidence.labels import front_matter_keys as keys
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import FrontMatter
from papernotes_plugin.recognisers.evidence.titles.title_decoration import key_before_colon
from papernotes_plugin.text.lazy_regex import lazy_regex

_ZOTERO_ITEM = lazy_regex(r"zotero://select/(?:library/)?items/@(?P<key>[\w:.+-]+)$")
_ROAM_REFERENCE = lazy_regex(r"\[?(?:cite:@?|@)(?P<key>[\w:.+/-]+)\]?")
"""A reference as Org-roam has it: `@lee2020`, `cite:lee2020`, `[cite:@lee2020]`."""


def find(meta: FrontMatter) -> str:
    """Return the citekey of the paper: the value of a key, as Org-roam has it, too, or the word before the title.

    Logseq and Roam name the page of a paper after its key: `title:: @lee2020`.
    """
    stated = meta.text(keys.CITEKEY_KEYS).removeprefix("@") or _csl_key(meta) or _zotero_key(meta)
    reference = _ROAM_REFERENCE.fullmatch(meta.text(("roam_refs", "roam_key", "roam_ref")))
    if stated or reference:
        return stated or (reference["key"] if reference else "")
    title = meta.text(keys.TITLE_KEYS)
    is_key = title.startswith("@") and citekeys.is_citekey(title[1:])
    return title[1:] if is_key else key_before_colon(title).lstrip("@")


def _csl_key(meta: FrontMatter) -> str:
    """Return the citekey in `id`, as in CSL-JSON."""
    key = meta.text(("id",)).removeprefix("@")
    return key if citekeys.is_citekey(key) else ""


def _zotero_key(meta: FrontMatter) -> str:
    """Return the citekey in a link to an item of Zotero: `zotero://select/items/@lee2020`; "" for none."""
    links = (_ZOTERO_ITEM.match(value) for value in meta.written.values() if isinstance(value, str))
    return next((link["key"] for link in links if link), "")
