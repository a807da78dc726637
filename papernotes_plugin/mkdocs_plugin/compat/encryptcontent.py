"""Find the pages that mkdocs-encryptcontent-plugin encrypts."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import is_enabled, read_front_matter

_LOCKING_FIELDS = ("password", "level", "use_secret", "inherit_from", "obfuscate")
"""Front matter fields that make the plugin encrypt a page."""


def encrypted_pages(files: Files, config: MkDocsConfig) -> frozenset[str]:
    """Return the source paths of the pages that only readers with a password may read."""
    if not is_enabled(config, "encryptcontent"):
        return frozenset()
    pages = ((page.src_uri, read_front_matter(page)) for page in files.documentation_pages())
    return frozenset(path for path, fields in pages if any(fields.get(name) for name in _LOCKING_FIELDS))
