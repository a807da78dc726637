"""Replace Material's search by Pagefind (option `search: pagefind`).

Material's search box gets its results from a web worker.  The file of the worker is replaced by one that queries
Pagefind.  The pages to search come from the index that the search plugin has written.
"""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile
from papernotes_plugin.text import escape_attribute, escape_html

FOLDER = "pagefind"
"""Folder of the index in the site."""
_WORKER = "assets/javascripts/workers/search.*.js"
"""Pattern of the worker file of Material's search."""
_UNUSED = ("pagefind-*ui.*", "pagefind-highlight.js", "pagefind-worker.js")
"""Files for user interfaces of Pagefind, which are not used."""


def unavailable_reason(files: Files, config: MkDocsConfig) -> str:
    """Return why a site cannot use Pagefind, as a message with a remedy where there is one; empty if it can."""
    if _program() is None:
        return "it needs a package that is not installed: pip install 'mkdocs-papernotes[pagefind]'"
    if not any(plugin.config.get("enabled", True) for plugin in enabled_plugins(config, "search")):
        return "it needs the search box of the theme, and so the plugin 'search'"
    if any(plugin.config.get("enabled", True) for plugin in enabled_plugins(config, "offline")):
        return "a site that is opened from a folder (plugin 'offline') cannot load it"
    if any(enabled_plugins(config, "i18n")):
        return "a site of several languages (plugin 'i18n') has an index for each of them"
    if _worker(files) is None:
        return "it needs the search box of Material, which is not the theme of this site"
    if own := next((file for file in files if _in_its_folder(file)), None):
        return f"your '{own.src_uri}' is in '{FOLDER}/' of the site, where the index is written; move it"
    return ""


def replace_worker(files: Files, config: MkDocsConfig) -> None:
    """Replace the search worker of the theme by one that queries Pagefind."""
    worker = _worker(files)
    assert worker is not None, "unavailable_reason was not checked"
    text = (resources.files("papernotes_plugin") / "assets" / "workers" / "pagefind.js").read_text("utf-8")
    files.remove(worker)
    files.append(GeneratedFile.from_text(worker.src_uri, text, config))


def make_index(config: MkDocsConfig) -> None:
    """Create the Pagefind index of a written site, and empty the index of Material.

    Raises:
        PluginError: If Pagefind cannot be run or fails.
    """
    site = Path(config.site_dir)
    index_file = site / "search" / "search_index.json"
    index = json.loads(index_file.read_text("utf-8"))
    shutil.rmtree(site / FOLDER, ignore_errors=True)
    language = str(config.theme.get("language") or "en").partition("-")[0]
    with tempfile.TemporaryDirectory() as folder:
        for path, text in _documents(index["docs"], language).items():
            page = Path(folder, path)
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(text, "utf-8")
        _run(folder, site / FOLDER, language, [] if config.use_directory_urls else ["--keep-index-url"])
    for pattern in _UNUSED:
        for unused in (site / FOLDER).glob(pattern):
            unused.unlink()
    emptied = {**index, "config": {**index["config"], "lang": [language]}, "docs": []}
    index_file.write_text(json.dumps(emptied, separators=(",", ":")), "utf-8")


def _in_its_folder(file: File) -> bool:
    return not file.inclusion.is_excluded() and file.dest_uri.lower().startswith(f"{FOLDER}/")


def _worker(files: Files) -> File | None:
    return next((file for file in files if fnmatchcase(file.dest_uri, _WORKER)), None)


def _program() -> Path | None:
    """Return the path of the Pagefind program of its Python package; None if the package is not installed."""
    try:
        program: Path | None = importlib.import_module("pagefind.service").get_executable()
    except ImportError:
        return None
    return program


def _run(source: str, target: Path, language: str, options: Iterable[str]) -> None:
    command = [str(_program()), "--site", source, "--output-path", str(target), "--force-language", language, *options]
    try:
        result = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace")
    except OSError as error:
        raise PluginError(f"papernotes: Pagefind cannot be run: {error}") from None
    if result.returncode:
        lines = [line.strip() for line in (result.stdout + result.stderr).splitlines() if line.strip()]
        raise PluginError(f"papernotes: Pagefind failed: {lines[-1] if lines else result.returncode}")


def _documents(entries: Iterable[Mapping[str, Any]], language: str) -> dict[str, str]:
    """Return the HTML documents for Pagefind, by path: one for each page, with its title, text and sections.

    Args:
        entries: Entries of Material's index, whose titles and texts are HTML.
        language: ISO 639-1 code of the language of the site.
    """
    pages: dict[str, list[Mapping[str, Any]]] = {}
    for entry in entries:
        pages.setdefault(str(entry["location"]).partition("#")[0], []).append(entry)
    return {_path(page): _document(parts, language) for page, parts in pages.items()}


def _document(parts: Sequence[Mapping[str, Any]], language: str) -> str:
    first = parts[0]
    # Pagefind ignores a weight that all words of a page have, so the worker multiplies the score of the page by it
    boost = f' data-pagefind-meta="boost:{float(first["boost"])}"' if "boost" in first else ""
    # Pagefind searches the title as metadata; as part of the text it would begin every excerpt
    ignored = " data-pagefind-ignore" if any(part["text"] for part in parts) else ""
    html = [f'<!doctype html><html lang="{language}"><body{boost}><h1{ignored}>{first["title"]}</h1>']
    for part in parts:
        anchor = escape_attribute(str(part["location"]).partition("#")[2])
        html.append(f'<h2 id="{anchor}">{part["title"]}</h2>' if anchor else "")
        html.append(f"<div>{part['text']}</div>")
    html.append(f"<p>{' '.join(map(escape_html, first.get('tags', ())))}</p></body></html>")
    return "\n".join(html)


def _path(location: str) -> str:
    """Return the file path of a page from its location in the index."""
    path = unquote(location)
    return f"{path}index.html" if not path or path.endswith("/") else path
