"""Build a public MkDocs site without and with papernotes, and compare both.

The list of sites is a TOML file outside this repository: one table `[[site]]` for each site.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.sites.site_difference import compare_sites


@dataclass(frozen=True)
class PublicSite:
    """One site of the list."""

    name: str
    """Owner and name of its repository."""
    url: str
    """URL for `git clone`."""
    commit: str
    kind: str = "software"
    """`notes` or `software`."""
    config: str = "mkdocs.yml"
    """Path of its configuration."""
    packages: tuple[str, ...] = ()
    """Distributions that its plugins and extensions need."""
    remove: tuple[str, ...] = ()
    """Plugins and hooks to remove, for example because they need a network."""
    settings: dict[str, object] = field(default_factory=dict)
    """Settings that replace those of the author."""
    prepare: tuple[str, ...] = ()
    """Commands that the author runs before a build."""
    expected: tuple[str, ...] = ()
    """Regular expressions of differences that the notes ask for, for example wikilinks that now lead somewhere."""


@dataclass(frozen=True)
class Build:
    """Result of one build."""

    code: int
    warnings: Counter[str]
    pages: int
    seconds: float
    """CPU time."""
    megabytes: float
    """Most memory at one time."""
    output: str


def read_list(path: Path) -> list[PublicSite]:
    """Return the sites of a list."""
    entries: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))["site"]
    return [_site(entry) for entry in entries]


def _site(entry: dict[str, Any]) -> PublicSite:
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in entry.items()}
    return PublicSite(**values)


# --- the author's files -----------------------------------------------------------------------------


def check_out(site: PublicSite, folder: Path, mirrors: Path | None) -> str:
    """Write the files of a site to a folder, from a mirror or over the network.

    Args:
        site: The site.
        folder: The folder to create.
        mirrors: A folder with the Git directory of each repository in `OWNER+NAME/repo`.

    Returns:
        Why the site cannot be had; empty if it is there.
    """
    source = site.url
    if mirrors is not None:
        local = mirrors / site.name.replace("/", "+") / "repo"
        source = str(local / ".git" if (local / ".git").is_dir() else local)
        if not local.is_dir():
            return f"no mirror at {local}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    options = ["--shared"] if mirrors else ["--filter=blob:none"]
    environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    clone = ["git", "clone", "-q", "--no-checkout", *options, source, str(folder)]
    done = subprocess.run(clone, capture_output=True, text=True, env=environment)
    if done.returncode:
        return done.stderr.strip().splitlines()[-1]
    _git(folder, "update-ref", "--no-deref", "HEAD", site.commit)
    _git(folder, "read-tree", site.commit)
    _write_files(folder)
    return ""


def _git(folder: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True).stdout


def _write_files(folder: Path) -> None:
    """Write the files of the index; a file whose content the mirror lacks is left out."""
    entries = [e.split(b"\t", 1) for e in _git(folder, "ls-files", "-s", "-z").split(b"\0") if e]
    wanted = [(meta.split()[0], meta.split()[1], os.fsdecode(name)) for meta, name in entries]
    with subprocess.Popen(
        ["git", "cat-file", "--batch"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for mode, blob, name in wanted:
            if mode == b"160000":
                continue
            process.stdin.write(blob + b"\n")
            process.stdin.flush()
            header = process.stdout.readline().split()
            if header[-1] == b"missing":
                continue
            data = process.stdout.read(int(header[2]))
            process.stdout.read(1)
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if mode == b"120000":
                path.symlink_to(os.fsdecode(data))
            else:
                path.write_bytes(data)
        process.stdin.close()


# --- the configuration ------------------------------------------------------------------------------


def configured(text: str, remove: Sequence[str], settings: dict[str, object], papernotes: bool) -> str:
    """Return a configuration with papernotes or without it; tags such as `!ENV` stay as they are.

    Args:
        text: The configuration of the author.
        remove: Names of plugins and paths of hooks to remove.
        settings: Settings that replace those of the author.
        papernotes: Whether to add the plugin.
    """
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert isinstance(root, yaml.MappingNode)
    new = yaml.compose(yaml.safe_dump(settings), Loader=yaml.SafeLoader) if settings else None
    if isinstance(new, yaml.MappingNode):
        root.value = [pair for pair in root.value if pair[0].value not in settings] + new.value
    nodes = {key.value: value for key, value in root.value}
    for kind in ("plugins", "hooks"):
        node = nodes.get(kind)
        if isinstance(node, yaml.SequenceNode | yaml.MappingNode):
            node.value = [entry for entry in node.value if _entry_name(entry) not in remove]
    if papernotes:
        plugins = nodes.get("plugins")
        name = yaml.ScalarNode("tag:yaml.org,2002:str", "papernotes")
        if isinstance(plugins, yaml.SequenceNode):
            # print-site warns unless it is the last plugin
            is_last = bool(plugins.value) and _entry_name(plugins.value[-1]) == "print-site"
            plugins.value.insert(len(plugins.value) - is_last, name)
        elif isinstance(plugins, yaml.MappingNode):
            plugins.value.append((name, yaml.MappingNode("tag:yaml.org,2002:map", [])))
        else:
            search = yaml.ScalarNode("tag:yaml.org,2002:str", "search")
            key = yaml.ScalarNode("tag:yaml.org,2002:str", "plugins")
            root.value.append((key, yaml.SequenceNode("tag:yaml.org,2002:seq", [search, name])))
    return str(yaml.serialize(root, Dumper=yaml.SafeDumper, allow_unicode=True))


def _entry_name(entry: yaml.Node | tuple[yaml.Node, yaml.Node]) -> str:
    """Return the name of a plugin in a list or in a mapping."""
    node = entry[0] if isinstance(entry, tuple) else entry
    if isinstance(node, yaml.MappingNode):
        node = node.value[0][0]
    return str(node.value)


# --- the builds -------------------------------------------------------------------------------------


def build(python: Path, site: PublicSite, folder: Path, papernotes: bool) -> Build:
    """Build a site once; its output is the folder `with` or `without` next to that of the author."""
    path = folder / site.config
    original = folder.parent / f"{folder.name}.yml"
    if not original.is_file():
        original.write_bytes(path.read_bytes())
    text = configured(original.read_text("utf-8"), site.remove, site.settings, papernotes)
    path.write_text(text, "utf-8")
    out = folder.parent / f"{folder.name}.{'with' if papernotes else 'without'}"
    command = [str(python), "-m", "mkdocs", "build", "-f", path.name, "-d", str(out.resolve())]
    log = folder.parent / f"{out.name}.log"
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1"}
    environment |= {"PATH": f"{python.parent}:{os.environ['PATH']}", "DISABLE_MKDOCS_2_WARNING": "true"}
    start = time.time()
    with log.open("wb") as stream:
        process = subprocess.Popen(command, cwd=path.parent, env=environment, stdout=stream, stderr=stream)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    output = log.read_text("utf-8", "replace")
    pages = sum(1 for _ in out.rglob("*.html")) if out.is_dir() else 0
    seconds = used.ru_utime + used.ru_stime
    print(f"  {out.name}: exit {process.returncode}, {pages} pages, {time.time() - start:.0f} s", flush=True)
    return Build(process.returncode, warnings(output), pages, seconds, used.ru_maxrss / 1024, output)


def warnings(output: str) -> Counter[str]:
    """Return the warnings and errors of a build, without dates and addresses of objects."""
    lines = re.findall(r"^(?:WARNING|ERROR) +- +(.*)$|^(Traceback .*)$", output, re.MULTILINE)
    return Counter(re.sub(r"0x[0-9a-f]+|\d+\.\d+ s", "…", line or trace) for line, trace in lines)


def compare(before: Build, after: Build, folder: Path, expected: Sequence[str] = ()) -> Iterator[str]:
    """Yield a line for each difference of two builds in exit code, warnings and pages.

    Args:
        before: The build without papernotes.
        after: The build with it.
        folder: The folder of the site.
        expected: Regular expressions of differences to leave out.
    """
    named = re.compile("|".join(f"(?:{pattern})" for pattern in expected) or "(?!)")
    yield from (line for line in _differences(before, after, folder) if not named.match(line))


def _differences(before: Build, after: Build, folder: Path) -> Iterator[str]:
    if before.code != after.code:
        yield f"exit code: {before.code} -> {after.code}"
    yield from (f"warning lost: {line}" for line in (before.warnings - after.warnings))
    yield from (f"warning new: {line}" for line in (after.warnings - before.warnings))
    yield from compare_sites(folder.parent / f"{folder.name}.without", folder.parent / f"{folder.name}.with")
