"""The server as a program sees it: requests with the token of a bot account, and the stream of a game. One object for each thread."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
from collections.abc import Generator
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode, urlsplit

from ... import __version__
from ...core.errors import BadOption, TegelError

ANSWER_WITHIN = 30.0  # seconds for an answer
SILENCE = 45.0  # seconds: a stream says something every 15
LARGEST = 4 * 1024 * 1024  # bytes of an answer, or of a line of a stream
BUSY = (429, 502, 503, 504)  # come back later
FAMILY = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}

Told = dict[str, Any]


class Lost(Exception):
    """No answer: the line, the server or a proxy in between is away, or asks us to wait so many seconds."""

    def __init__(self, why: str, wait: float = 0.0) -> None:
        super().__init__(why)
        self.wait = wait


class Refused(TegelError):
    """The server says no, and why."""

    def __init__(self, status: int, error: str, say: str) -> None:
        super().__init__(say)
        self.status = status
        self.error = error


class Api:
    """Requests to one server."""

    def __init__(self, server: str, token: str) -> None:
        parts = urlsplit(server)
        if parts.scheme not in FAMILY or not parts.hostname or parts.query or parts.username:
            raise BadOption(f"a server is named by its address, such as https://tegel.example, not {server!r}")
        self._server, self._token = server, token
        self._parts, self._root = parts, parts.path.rstrip("/")
        self._line: http.client.HTTPConnection | None = None
        self._socket: socket.socket | None = None  # of the line

    def again(self) -> Api:
        """Another one, for another thread."""
        return Api(self._server, self._token)

    @property
    def is_open(self) -> bool:
        """Whether others on the way could read the token."""
        return self._parts.scheme == "http" and self._parts.hostname not in ("localhost", "127.0.0.1", "::1")

    @property
    def host(self) -> str:
        """Name and port."""
        return self._parts.netloc

    def get(self, path: str, **query: Any) -> Any:
        """Read something."""
        return _read(self._ask("GET", path + ("?" + urlencode(query) if query else "")))

    def text(self, path: str, **query: Any) -> str:
        """Read something that is plain text."""
        return self._ask("GET", path + "?" + urlencode(query)).decode()

    def post(self, path: str, body: Told) -> Any:
        """Write something."""
        return _read(self._ask("POST", path, json.dumps(body).encode()))

    def stream(self, path: str, **query: Any) -> Generator[Told | None, None, None]:
        """The frames of a stream as they come, None where there is only a sign of life, until it ends."""
        headers = {"Accept": "application/x-ndjson"}
        try:
            answer = self._send("GET", path + "?" + urlencode(query), None, headers, SILENCE)
            if answer.status != 200:
                raise _refusal(answer, answer.read(LARGEST))
            while line := answer.readline(LARGEST):
                yield json.loads(line) if line.strip() else None
        except Refused:
            raise
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Lost(str(error) or type(error).__name__) from error
        finally:
            self.close()

    def close(self) -> None:
        """Hang up."""
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def interrupt(self) -> None:
        """From another thread: whoever reads here reads no more, and finds the line lost."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _ask(self, method: str, path: str, body: bytes | None = None) -> bytes:
        fresh = self._line is None
        try:
            try:
                answer = self._send(method, path, body, {}, ANSWER_WITHIN)
            except (http.client.RemoteDisconnected, ConnectionError):
                if fresh:
                    raise
                self.close()  # the server ends lines that were silent for a while; what has an id can be sent again
                answer = self._send(method, path, body, {}, ANSWER_WITHIN)
            told = answer.read(LARGEST)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Lost(str(error) or type(error).__name__) from error
        if answer.will_close:
            self.close()
        if not 200 <= answer.status < 300:
            raise _refusal(answer, told)
        return told

    def _send(self, method: str, path: str, body: bytes | None, more: dict[str, str], within: float) -> http.client.HTTPResponse:
        if self._line is None:
            secure: dict[str, Any] = {"context": ssl.create_default_context()} if self._parts.scheme == "https" else {}
            self._line = FAMILY[self._parts.scheme](self._parts.hostname or "", self._parts.port, timeout=within, **secure)
            self._line.connect()
            self._socket = self._line.sock
            self._line.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line = self._line
        line.sock.settimeout(within)
        headers = {"Authorization": f"Bearer {self._token}", "User-Agent": f"tegel-bot/{__version__}", **more}
        if body is not None:
            headers["Content-Type"] = "application/json"
        line.request(method, self._root + path, body, headers)
        return line.getresponse()


def _read(told: bytes) -> Any:
    try:
        return json.loads(told) if told else None
    except ValueError as error:
        raise Lost("the answer cannot be read: is this a Tegel server?") from error


def _refusal(answer: http.client.HTTPResponse, told: bytes) -> Exception:
    """What an answer that is none means for us: wait and ask again, or give up."""
    after = answer.headers.get("retry-after", "")
    if answer.status in BUSY or answer.status >= 500:
        return Lost(f"{answer.status} {answer.reason}", float(after) if after.isdigit() else 0.0)
    if 300 <= answer.status < 400:
        return Refused(answer.status, "moved", f"the server sends us to {answer.headers.get('location')}: give that address with --server")
    try:
        body = json.loads(told)
        return Refused(answer.status, body["error"], body["say"])
    except (ValueError, KeyError, TypeError):
        return Refused(answer.status, "unknown", f"{answer.status} {answer.reason}: this is not a Tegel server that knows bot accounts")
