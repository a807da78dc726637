"""Run the command of MkDocs in forked processes that have imported MkDocs and papernotes already.

Hundreds of tests build a site. The imports, and the first use of each template and regular expression, take longer than
most of these sites.
"""

from __future__ import annotations

import atexit
import json
import os
import pkgutil
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any

import papernotes_plugin
from tests.helpers.installed_themes import compile_theme, share_themes

_PACKAGES = ("papernotes_plugin.mkdocs_plugin", "papernotes_plugin.markdown_extensions")
_MODULES = (
    "material.extensions.emoji",
    "material.plugins.search.plugin",
    "material.plugins.tags.plugin",
    "mkdocs.commands.build",
    "mkdocs.config.defaults",
    "mkdocs.contrib.search",
    "pymdownx.superfences",
)
_NOTE = b"# Notes\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), A. Vaswani, NeurIPS 2017 @x\n"
_READ_AT_START = ("PYTHON", "LC_", "LANG")
"""Beginnings of the names of environment variables that Python reads only when it starts."""
_TIMEOUT = 900
"""Seconds after which a build is stopped."""


def run_mkdocs(folder: Path, arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[int, str] | None:
    """Return the exit code and the output of a command of MkDocs; None if it needs a process of its own.

    Args:
        folder: The working directory.
        arguments: The arguments after `mkdocs`.
        environment: The environment variables.
    """
    if sys.platform != "linux":
        return None
    requests, answers, started_with = _server()
    if _start_variables(environment) != started_with:
        return None
    request = {"folder": str(folder.absolute()), "arguments": list(arguments), "environment": dict(environment)}
    requests.write(json.dumps(request) + "\n")
    requests.flush()
    code, output = json.loads(answers.readline())
    return code, output


@cache
def _server() -> tuple[IO[str], IO[str], dict[str, str]]:
    """Start the server, and return where requests go, where answers come from, and what Python read at its start."""
    process = subprocess.Popen(
        [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert process.stdin
    assert process.stdout
    atexit.register(process.communicate)
    return process.stdin, process.stdout, _start_variables(os.environ)


def _start_variables(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(_READ_AT_START)}


def _serve() -> None:
    """Answer each line of the input; the forked process leaves this function as the command itself."""
    for name in _PACKAGES:
        for module in pkgutil.walk_packages(import_module(name).__path__, f"{name}."):
            import_module(module.name)
    for name in _MODULES:
        import_module(name)
    _warm_up()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    while line := sys.stdin.readline():
        request = json.loads(line)
        outputs = [os.memfd_create(name) for name in ("output", "errors")]
        child = os.fork()
        if not child:
            _become(request, outputs)
            return
        _, status = os.waitpid(child, 0)
        texts = []
        for file in outputs:
            os.lseek(file, 0, os.SEEK_SET)
            with os.fdopen(file, "rb") as stream:
                texts.append(stream.read().decode("utf-8", "replace"))
        answers.write(json.dumps([os.waitstatus_to_exitcode(status), "".join(texts)]) + "\n")
        answers.flush()


def _warm_up() -> None:
    """Compile the templates and regular expressions that nearly every build needs."""
    share_themes()
    compile_theme("material")
    site = papernotes_plugin.build([papernotes_plugin.Source("note.md", _NOTE)])
    assert all(output.text for output in site.outputs)


def _become(request: Mapping[str, Any], outputs: Sequence[int]) -> None:
    """Make this process one that MkDocs' command started, and run the command."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, file in enumerate((nothing, *outputs)):
        os.dup2(file, number)
    signal.alarm(_TIMEOUT)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    sys.path[0] = request["folder"]
    sys.argv = ["mkdocs", *request["arguments"]]
    runpy.run_module("mkdocs", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _serve()
