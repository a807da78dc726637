"""Write the configuration with which Zensical shows the pages of `papernotes build --for zensical`."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from papernotes_plugin.doctor import mkdocs_yml
from papernotes_plugin.links.addresses import HOME
from papernotes_plugin.markdown_extensions.site_extensions import CALLOUTS, EQUIVALENTS, FOR_OBSIDIAN, MATH
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import PapernotesError

DOCS = "docs"
"""Folder of the pages, relative to the configuration."""
STYLES, SCRIPTS = ("assets/papernotes/papernotes.css",), ("assets/papernotes/papernotes.js",)
"""The files that `hosts.page_assets.bundled_assets` writes."""

_ALWAYS = ("attr_list", "toc", "tables", "fenced_code")
"""Extensions that generated pages need, and those that MkDocs adds to every site."""
_SAME: Mapping[str, tuple[str, ...]] = {
    **EQUIVALENTS,
    "attr_list": ("attr_list", "markdown.extensions.attr_list", "extra", "pymdownx.extra"),
    "toc": ("toc", "markdown.extensions.toc"),
    "tables": ("tables", "markdown.extensions.tables", "extra", "pymdownx.extra"),
    "fenced_code": ("fenced_code", "pymdownx.superfences", "extra", "pymdownx.extra"),
}
_Settings = dict[str, yaml.Node]


def zensical_configuration(
    base: Path, config: Config, notes: Sequence[str], papers: str, *, checks_links: bool = True
) -> str:
    """Return the text of a configuration for Zensical with the settings of another site.

    Tags of MkDocs and of Python stay as they are.

    Args:
        base: The configuration of the other site.
        config: Options of papernotes.
        notes: Paths of the notes, and of a generated home page, for a site without a navigation.
        papers: Path of the index of papers; empty without one.
        checks_links: Whether Zensical reports broken links, for which it shows a changed page only after all others.

    Raises:
        PapernotesError: A file cannot be read or is not a YAML mapping.
    """
    site = mkdocs_yml.read(base)
    settings = _inherited(base)
    settings |= {"docs_dir": _node(DOCS), "site_dir": _node("site")}
    if not checks_links:
        settings["validation"] = _node(False)
    if "plugins" in settings:
        settings["plugins"] = _without_papernotes(settings["plugins"])
    for name, files in (("extra_css", STYLES), ("extra_javascript", SCRIPTS)):
        settings[name] = _with_entries(settings.get(name), files)
    settings["markdown_extensions"] = _with_entries(
        settings.get("markdown_extensions"), _missing_extensions(site.extensions, config)
    )
    if "nav" not in settings:
        settings["nav"] = _node(automatic_nav(notes, config, papers))
    _make_absolute(settings, base.resolve().parent)
    root = yaml.MappingNode("tag:yaml.org,2002:map", [(_node(name), node) for name, node in settings.items()])
    return yaml.serialize(root, allow_unicode=True)


def automatic_nav(notes: Sequence[str], config: Config, papers: str = "") -> list[Any]:
    """Return the navigation that MkDocs would make: files before folders, the page of a folder first.

    Args:
        notes: Paths of the notes, and of a generated home page.
        config: Options of papernotes, with the titles of its items.
        papers: Path of the index of papers; empty without one.
    """
    nav: list[Any] = []
    folders: dict[str, list[Any]] = {"": nav}
    # Zensical lists the items in this order.  The sections of a folder follow all its files.
    for path in sorted(notes, key=_nav_order):
        _section(posixpath.dirname(path), folders).append(path)
    if papers and papers not in notes and config.nav:
        nav.append({config.nav: papers})
    return nav


def _nav_order(path: str) -> tuple[object, ...]:
    folder, _, name = path.rpartition("/")
    steps = [(1, step) for step in folder.split("/")] if folder else []
    is_index = name.casefold() in (HOME, "readme.md")
    return (*steps, (0, not is_index, path))


def _section(folder: str, folders: dict[str, list[Any]]) -> list[Any]:
    """Return the items of a folder, whose section is added to its parent if it is new."""
    missing = []
    while folder not in folders:
        missing.append(folder)
        folder = posixpath.dirname(folder)
    for new in reversed(missing):
        name = posixpath.basename(new).replace("-", " ").replace("_", " ")
        folders[new] = []
        folders[posixpath.dirname(new)].append({name.capitalize() if name.islower() else name: folders[new]})
    return folders[missing[0]] if missing else folders[folder]


def _missing_extensions(present: Mapping[str, object], config: Config) -> list[str | dict[str, Any]]:
    """Return the entries of the extensions that a site lacks and that the options do not switch off."""
    required: dict[str, dict[str, Any]] = {name: {} for name in _ALWAYS}
    if config.callouts is not False:
        required[CALLOUTS] = {"callouts": True}
    if config.math:
        required[MATH] = {}
    if config.obsidian is not False:
        required |= FOR_OBSIDIAN
    missing = {name: options for name, options in required.items() if present.keys().isdisjoint(_SAME[name])}
    return [{name: options} if options else name for name, options in missing.items()]


def _inherited(path: Path) -> _Settings:
    """Return the settings of a file with those that it inherits, as nodes.

    `mkdocs_yml.read` has already refused a file that is no mapping or inherits from itself.
    """
    # The readers of MkDocs and Zensical return values: they resolve `!ENV` and run the tags of Python.
    loader = yaml.SafeLoader(path.read_bytes())
    try:
        node = loader.get_single_node()
        if not isinstance(node, yaml.MappingNode):
            return {}
        loader.flatten_mapping(node)
    except (yaml.YAMLError, RecursionError) as error:
        raise PapernotesError(f"'{path}' is not valid YAML: {' '.join(str(error).split())}") from None
    settings = {str(name.value): value for name, value in node.value}
    parent = settings.pop("INHERIT", None)
    return settings if parent is None else _merged(_inherited(path.parent / str(parent.value)), settings)


def _merged(inherited: _Settings, own: _Settings) -> _Settings:
    """Return inherited settings updated with the file's own: mappings are merged, as in MkDocs."""
    merged = dict(inherited)
    for name, node in own.items():
        above = merged.get(name)
        if isinstance(above, yaml.MappingNode) and isinstance(node, yaml.MappingNode):
            parts = ({str(key.value): value for key, value in part.value} for part in (above, node))
            both = _merged(*parts)
            node = yaml.MappingNode(node.tag, [(_node(key), value) for key, value in both.items()])
        merged[name] = node
    return merged


def _without_papernotes(plugins: yaml.Node) -> yaml.Node:
    """Return a list or a mapping of plugins without the one that Zensical cannot run."""
    if isinstance(plugins, yaml.MappingNode):
        return yaml.MappingNode(plugins.tag, [pair for pair in plugins.value if pair[0].value != "papernotes"])
    others = [entry for entry in plugins.value if "papernotes" not in _entry_names(entry)]
    return yaml.SequenceNode(plugins.tag, others)


def _entry_names(entry: yaml.Node) -> Iterator[str]:
    if isinstance(entry, yaml.MappingNode):
        yield from (str(name.value) for name, _ in entry.value)
    else:
        yield str(entry.value)


def _with_entries(node: yaml.Node | None, entries: Sequence[str | Mapping[str, Any]]) -> yaml.Node:
    """Return a list or a mapping of a configuration with further entries."""
    if isinstance(node, yaml.MappingNode):
        pairs = [pair for entry in entries for pair in ([(entry, {})] if isinstance(entry, str) else entry.items())]
        added = [(_node(name), _node(options)) for name, options in pairs]
        return yaml.MappingNode(node.tag, [*node.value, *added])
    own = node.value if isinstance(node, yaml.SequenceNode) else []
    return yaml.SequenceNode("tag:yaml.org,2002:seq", [*own, *map(_node, entries)])


def _make_absolute(settings: _Settings, folder: Path) -> None:
    """Replace the paths that Zensical would read relative to the new configuration."""
    theme = settings.get("theme")
    for name, node in theme.value if isinstance(theme, yaml.MappingNode) else []:
        if name.value == "custom_dir":
            node.value = str(folder / node.value)
    for name in ("hooks", "watch"):
        node = settings.get(name)
        for entry in node.value if isinstance(node, yaml.SequenceNode) else []:
            entry.value = str(folder / entry.value)


def _node(value: Any) -> yaml.Node:
    node: yaml.Node = yaml.representer.SafeRepresenter().represent_data(value)
    return node
