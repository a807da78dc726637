"""`papernotes serve`: show a folder of notes as a site, without any configuration."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from papernotes_plugin.cli.common_options import default_notes, echo_line
from papernotes_plugin.cli.exit_codes import help_epilog
from papernotes_plugin.cli.zensical_preview import show_with_zensical
from papernotes_plugin.doctor import mkdocs_yml
from papernotes_plugin.files import new_project
from papernotes_plugin.hosts.generators import ZENSICAL
from papernotes_plugin.starter.project_files import CONFIGURATION, site_configuration
from papernotes_plugin.vocabulary.issues import PapernotesError

_CONFIGURATIONS = (CONFIGURATION, "mkdocs.yaml")
_DEFAULT_ADDRESS = "127.0.0.1:8000"
_MKDOCS = "mkdocs"
_MODULES = {_MKDOCS: {"mkdocs": "mkdocs", "mkdocs-material": "material"}, ZENSICAL: {"zensical": "zensical"}}
"""Module of each package that a program needs, for each program that can build the site."""


@click.command(
    epilog=help_epilog(
        "serve",
        "serve notes --open",
        "serve notes --dev-addr 127.0.0.1:8080",
        "serve notes --for zensical",
        problem="MkDocs or Zensical ended with an error, or a problem with --strict",
        success="stopped with Ctrl-C while the site was shown",
    )
)
@click.option("--dev-addr", "-a", metavar="HOST:PORT", help="The address of the site.  [default: 127.0.0.1:8000]")
@click.option("--open", "-o", "open_browser", is_flag=True, help="Open the site in a browser.")
@click.option("--strict", "-s", is_flag=True, help="Stop at a warning.")
@click.option(
    "--for", "generator", type=click.Choice(_MODULES), default=_MKDOCS, show_default=True, help="What builds the site."
)
@click.argument("notes", required=False, type=click.Path(path_type=Path))
@click.pass_context
def serve(
    ctx: click.Context, notes: Path | None, dev_addr: str | None, open_browser: bool, strict: bool, generator: str
) -> None:
    """Serve a folder of notes as a site that follows each change.

    NOTES is a folder of Markdown files.  A mkdocs.yml in that folder, or above it for that folder, configures the site.
    Without one, the command uses the configuration that init would write.  It writes no file into the folder.
    """
    _ensure_installed(generator)
    notes = notes or Path(default_notes())
    if not notes.is_dir():
        raise PapernotesError(f"no such folder: '{notes}'")
    options = ["--open"] if open_browser else []
    with _configuration(notes) as file:
        site = mkdocs_yml.read(file)
        address = dev_addr or str(site.data.get("dev_addr") or _DEFAULT_ADDRESS)
        _ensure_free(address)
        if generator == ZENSICAL:
            folder = file.parent if file == _own_configuration(notes) else Path.cwd()
            options += ["--dev-addr", address]
            ctx.exit(show_with_zensical(site.docs, file, folder, options, strict=strict))
        options = [*(["--dev-addr", dev_addr] if dev_addr else []), *options, *(["--strict"] if strict else [])]
        ctx.exit(
            _run_until_interrupted([sys.executable, "-m", "mkdocs", "serve", "--config-file", str(file), *options])
        )


def _ensure_installed(generator: str) -> None:
    """Check that the packages of a generator are installed.

    Raises:
        PapernotesError: If one is not; the message says how to install it.
    """
    lacking = [name for name, module in _MODULES[generator].items() if not find_spec(module)]
    if lacking:
        command = "'mkdocs-papernotes[mkdocs]'" if generator == _MKDOCS else generator
        raise PapernotesError(f"{' and '.join(lacking)} is not installed: pip install {command}")


@contextmanager
def _configuration(notes: Path) -> Iterator[Path]:
    """Yield the path of the configuration of a site, which is temporary if the user has none."""
    own = _own_configuration(notes)
    if own:
        echo_line(f"the site is configured by '{own}'")
        yield own
        return
    text = site_configuration(new_project.describe_site(notes, None), is_saved=False)
    with TemporaryDirectory(prefix="papernotes-") as folder:
        file = Path(folder, CONFIGURATION)
        file.write_text(text, "utf-8")
        yield file


def _own_configuration(notes: Path) -> Path | None:
    """Return the user's configuration of a site with these notes; None if there is none."""
    for folder in (notes, Path(os.path.abspath(notes)).parent):
        for name in _CONFIGURATIONS:
            file = folder / name
            if file.is_file() and (folder == notes or mkdocs_yml.read(file).docs.resolve() == notes.resolve()):
                return file
    return None


def _ensure_free(address: str) -> None:
    """Check that no program uses an address, because MkDocs would end with a traceback after the first build.

    Raises:
        PapernotesError: If a program uses it, or the machine does not have it.
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise PapernotesError(f"'{address}' is no address; it must be HOST:PORT, such as {_DEFAULT_ADDRESS}")
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host.strip("[]"), int(port)))
        except OSError as error:
            other = f"; name another one: --dev-addr {host}:{int(port) % 65535 + 1}"
            raise PapernotesError(f"the address {address} cannot be used ({error.strerror}){other}") from None


def _run_until_interrupted(command: Sequence[str]) -> int:
    """Run a server, and return its exit code; 0 after Ctrl-C."""

    def stop(number: int, frame: object) -> None:
        process.terminate()

    # Material prints an announcement in each build, which a person who only looks at notes cannot act on.
    environment = {"NO_MKDOCS_2_WARNING": "1", **os.environ}
    with subprocess.Popen(command, env=environment) as process:
        previous = signal.signal(signal.SIGTERM, stop)
        try:
            # The terminal sends Ctrl-C to both processes.
            while True:
                with suppress(KeyboardInterrupt):
                    code = process.wait()
                    break
        finally:
            signal.signal(signal.SIGTERM, previous)
    return 0 if code in (-signal.SIGTERM, -signal.SIGINT) else code
