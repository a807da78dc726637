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
from papernotes_plugin.doctor import mkdocs_yml
from papernotes_plugin.files import new_project
from papernotes_plugin.starter.project_files import CONFIGURATION, site_configuration
from papernotes_plugin.vocabulary.issues import PapernotesError

_CONFIGURATIONS = (CONFIGURATION, "mkdocs.yaml")
_DEFAULT_ADDRESS = "127.0.0.1:8000"


@click.command(
    epilog=help_epilog(
        "serve",
        "serve notes --open",
        "serve notes --dev-addr 127.0.0.1:8080",
        problem="MkDocs ended with an error, or a problem with --strict",
        success="stopped with Ctrl-C while the site was shown",
    )
)
@click.option("--dev-addr", "-a", metavar="HOST:PORT", help="The address of the site.  [default: 127.0.0.1:8000]")
@click.option("--open", "-o", "open_browser", is_flag=True, help="Open the site in a browser.")
@click.option("--strict", "-s", is_flag=True, help="Stop at a warning.")
@click.argument("notes", required=False, type=click.Path(path_type=Path))
@click.pass_context
def serve(ctx: click.Context, notes: Path | None, dev_addr: str | None, open_browser: bool, strict: bool) -> None:
    """Serve a folder of notes as a site that follows each change.

    NOTES is a folder of Markdown files.  A mkdocs.yml in that folder, or above it for that folder, configures the site.
    Without one, the command uses the configuration that init would write.  It writes no file into the folder.
    """
    lacking = [
        name for name, module in (("mkdocs", "mkdocs"), ("mkdocs-material", "material")) if not find_spec(module)
    ]
    if lacking:
        raise PapernotesError(f"{' and '.join(lacking)} is not installed: pip install 'mkdocs-papernotes[mkdocs]'")
    notes = notes or Path(default_notes())
    if not notes.is_dir():
        raise PapernotesError(f"no such folder: '{notes}'")
    options = ["--dev-addr", dev_addr] if dev_addr else []
    options += ["--open"] if open_browser else []
    options += ["--strict"] if strict else []
    with _configuration(notes) as file:
        _ensure_free(dev_addr or str(mkdocs_yml.read(file).data.get("dev_addr") or _DEFAULT_ADDRESS))
        ctx.exit(
            _run_until_interrupted([sys.executable, "-m", "mkdocs", "serve", "--config-file", str(file), *options])
        )


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
