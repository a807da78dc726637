"""Pagefind in the place of Material's own search, where the author asks for it and it can be had.

Material asks a worker for what is found and shows what that answers, whoever made it; ours takes the place of the
theme's file.  What is searched is what the search plugin of the site has read.
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
"""Where the index stands in the site."""
_WORKER = "assets/javascripts/workers/search.*.js"
"""The worker of Material's search."""
_UNUSED = ("pagefind-*ui.*", "pagefind-highlight.js", "pagefind-worker.js")
"""What Pagefind writes for faces of its own."""


def unavailable_reason(files: Files, config: MkDocsConfig) -> str:
    """Why a site cannot have it, and what to do about that; "" where it can."""
    if _program() is None:
        return "it needs a package that is not installed: pip install 'mkdocs-papernotes[pagefind]'"
    if not any(plugin.config.get("enabled", True) for plugin in enabled_plugins(config, "search")):
        return "it answers in the search box of the theme, which needs the plugin 'search'"
    if any(plugin.config.get("enabled", True) for plugin in enabled_plugins(config, "offline")):
        return "a site that is read from a folder (plugin 'offline') cannot load it"
    if any(enabled_plugins(config, "i18n")):
        return "a site of several languages (plugin 'i18n') has an index for each of them"
    if _worker(files) is None:
        return "it answers in the search box of Material, which is not the theme of this site"
    if own := next((file for file in files if _in_its_folder(file)), None):
        return f"your '{own.src_uri}' stands in '{FOLDER}/' of the site, where its index would be; move it"
    return ""


def put_worker(files: Files, config: MkDocsConfig) -> None:
    """Put our worker in the place of the theme's."""
    theirs = _worker(files)
    assert theirs is not None, "asked before"
    text = (resources.files("papernotes_plugin") / "assets" / "workers" / "pagefind.js").read_text("utf-8")
    files.remove(theirs)
    files.append(GeneratedFile.from_text(theirs.src_uri, text, config))


def make_index(config: MkDocsConfig) -> None:
    """Make the index of a site that is written, and leave Material's own empty.

    Raises:
        PluginError: where Pagefind fails.
    """
    site = Path(config.site_dir)
    listed = site / "search" / "search_index.json"
    index = json.loads(listed.read_text("utf-8"))
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
    left = {**index, "config": {**index["config"], "lang": [language]}, "docs": []}
    listed.write_text(json.dumps(left, separators=(",", ":")), "utf-8")


def _in_its_folder(file: File) -> bool:
    return not file.inclusion.is_excluded() and file.dest_uri.lower().startswith(f"{FOLDER}/")


def _worker(files: Files) -> File | None:
    return next((file for file in files if fnmatchcase(file.dest_uri, _WORKER)), None)


def _program() -> Path | None:
    """The program, of the package that brings it or of the system."""
    try:
        found: Path | None = importlib.import_module("pagefind.service").get_executable()
    except ImportError:
        return None
    return found


def _run(source: str, target: Path, language: str, options: Iterable[str]) -> None:
    command = [str(_program()), "--site", source, "--output-path", str(target), "--force-language", language, *options]
    try:
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace")
    except OSError as error:
        raise PluginError(f"papernotes: Pagefind cannot be run: {error}") from None
    if done.returncode:
        said = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        raise PluginError(f"papernotes: Pagefind failed: {said[-1] if said else done.returncode}")


def _documents(entries: Iterable[Mapping[str, Any]], language: str) -> dict[str, str]:
    """The pages that are searched, by path: each with its title, its text and its sections.

    Titles and texts of the entries are HTML.
    """
    pages: dict[str, list[Mapping[str, Any]]] = {}
    for entry in entries:
        pages.setdefault(str(entry["location"]).partition("#")[0], []).append(entry)
    return {_path(page): _document(parts, language) for page, parts in pages.items()}


def _document(parts: Sequence[Mapping[str, Any]], language: str) -> str:
    first = parts[0]
    # a weight that a whole page has counts for nothing, as all of its words have it: the worker multiplies by it
    boost = f' data-pagefind-meta="boost:{float(first["boost"])}"' if "boost" in first else ""
    # the title is searched as such; in the text, where there is one, it would only stand before each excerpt
    ignored = " data-pagefind-ignore" if any(part["text"] for part in parts) else ""
    made = [f'<!doctype html><html lang="{language}"><body{boost}><h1{ignored}>{first["title"]}</h1>']
    for part in parts:
        place = escape_attribute(str(part["location"]).partition("#")[2])
        made.append(f'<h2 id="{place}">{part["title"]}</h2>' if place else "")
        made.append(f"<div>{part['text']}</div>")
    made.append(f"<p>{' '.join(map(escape_html, first.get('tags', ())))}</p></body></html>")
    return "\n".join(made)


def _path(location: str) -> str:
    """The path of the page at an address of the site."""
    path = unquote(location)
    return f"{path}index.html" if not path or path.endswith("/") else path
