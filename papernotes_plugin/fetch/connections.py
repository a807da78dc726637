"""The connections to services, and the turns by which processes keep the pauses between requests."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import urllib3

from papernotes_plugin.fetch.records import Request, Service
from papernotes_plugin.version import __version__
from papernotes_plugin.vocabulary.fetch_options import FetchOptions
from papernotes_plugin.vocabulary.issues import PapernotesError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment, unused-ignore]

BASE_VARIABLE = "PAPERNOTES_FETCH_BASE"
"""Environment variable with one address for all services; the name of the service is the first step of the path."""
PROJECT_URL = "https://pypi.org/project/mkdocs-papernotes/"
_MAX_BODY = 200_000_000
"""Bytes of the largest answer."""


class Response(NamedTuple):
    """A whole answer."""

    status: int
    headers: urllib3.HTTPHeaderDict
    data: bytes


class Connections:
    """One connection a host, kept open between requests."""

    def __init__(self, options: FetchOptions, environment: Mapping[str, str] | None = None) -> None:
        """Prepare the connections; none is opened yet.

        Args:
            options: Endpoints, keys and the contact address.
            environment: The environment variables, by default those of the process.
        """
        self._options = options
        self._shared_base = (os.environ if environment is None else environment).get(BASE_VARIABLE, "").rstrip("/")
        if self._shared_base and urlsplit(self._shared_base).scheme not in ("http", "https"):
            raise PapernotesError(f"the variable {BASE_VARIABLE} must begin with https:// or http://")
        self._pools: dict[str, urllib3.PoolManager] = {}

    @property
    def agent(self) -> str:
        """The header `User-Agent`: the program, its address, and the contact if there is one."""
        contact = self._options.contact
        written = f"; mailto:{contact}" if "@" in contact and ":" not in contact else f"; {contact}" if contact else ""
        return f"papernotes/{__version__} (+{PROJECT_URL}{written})"

    def base(self, service: Service) -> str:
        """Return the address of a service, without a slash at its end."""
        if endpoint := self._options.endpoints.get(service.name):
            return endpoint
        return f"{self._shared_base}/{service.name}" if self._shared_base else service.base

    def send(self, service: Service, request: Request, timeout: float) -> Response:
        """Send a request once and return its whole answer.

        Raises:
            urllib3.exceptions.HTTPError: If there is none.
        """
        url = f"{self.base(service)}/{request.path}"
        headers = {"User-Agent": self.agent, "Accept-Encoding": "gzip, deflate"}
        if request.body:
            headers["Content-Type"] = "application/json"
        key = self._options.keys.get(service.name)
        if key and service.key_header:
            headers[service.key_header] = key
        response = self._pool(url).request(
            "POST" if request.body else "GET",
            url,
            body=request.body or None,
            headers=headers,
            timeout=urllib3.Timeout(connect=min(timeout, 15.0), read=timeout),
            retries=urllib3.Retry(
                total=None,
                connect=0,
                read=0,
                redirect=3,
                status=0,
                other=0,
                respect_retry_after_header=False,
                remove_headers_on_redirect=frozenset(filter(None, [service.key_header])),
            ),
            preload_content=False,
        )
        try:
            data = response.read(_MAX_BODY)
            if len(data) >= _MAX_BODY:
                raise urllib3.exceptions.HTTPError("too large")
        finally:
            response.drain_conn() if response.status != 200 else None
            response.release_conn()
        return Response(response.status, response.headers, data)

    def _pool(self, url: str) -> urllib3.PoolManager:
        """Return the pool with the one connection to the host of a URL, through the proxy of the environment."""
        parts = urlsplit(url)
        if parts.netloc not in self._pools:
            host = parts.hostname or ""
            proxy = getproxies().get(parts.scheme, "")
            direct = not proxy or host in ("localhost", "127.0.0.1", "::1") or bool(proxy_bypass(host))
            self._pools[parts.netloc] = (
                urllib3.PoolManager(maxsize=1, block=True)
                if direct
                else urllib3.ProxyManager(proxy, maxsize=1, block=True)
            )
        return self._pools[parts.netloc]

    def close(self) -> None:
        """Close all connections."""
        for pool in self._pools.values():
            pool.clear()


class Turn:
    """The turn of a process to send one request to a service: `with turn: …`.

    It waits until the pause since the last request to the service has passed, also one of another process.
    """

    def __init__(self, folder: Path, service: Service, factor: float) -> None:
        """Prepare the turns for one service; the file in `folder` has the time of the last request."""
        self._path = folder / f"{service.name}.turn"
        self._spacing = service.spacing * factor
        self._pause = self._spacing
        self._file: BinaryIO | None = None

    def __enter__(self) -> Turn:
        self._file = self._locked()
        with suppress(ValueError):
            last = float(self._file.read() or b"0")
            # a clock that was set back must not cause a long wait
            time.sleep(min(max(last + self._pause - time.time(), 0.0), self._pause))
        return self

    def _locked(self) -> BinaryIO:
        try:
            file = self._path.open("a+b")
        except OSError as error:
            raise PapernotesError(f"'{self._path}' cannot be written ({error.strerror})") from None
        if fcntl:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        return file

    def __exit__(self, *error: object) -> None:
        if self._file:
            with suppress(OSError):  # a full disk
                self._file.truncate(0)
                self._file.write(f"{time.time():.6f}".encode())
            with suppress(OSError):
                self._file.close()

    def obey_rate(self, headers: urllib3.HTTPHeaderDict) -> None:
        """Use a longer pause for the next requests if the headers of an answer ask for one."""
        limit = headers.get("x-rate-limit-limit", "")
        interval = headers.get("x-rate-limit-interval", "1s").removesuffix("s")
        if limit.isdecimal() and interval.isdecimal() and int(limit):
            self._pause = max(self._pause, min(int(interval) / int(limit), 60.0))
