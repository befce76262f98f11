"""A client as the browser app is one: cookies, sockets, no rules."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server import plain_http


class Client:
    """One browser."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = plain_http.Client(base_url=url, timeout=30)
        self._sockets: list[Socket] = []

    def post(self, path: str, body: Any, status: int = 200, **more: Any) -> Any:
        """A write; the status must be as expected."""
        answer = self.http.post(path, json=body, **more)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        """A read."""
        answer = self.http.get(path, params=query)
        assert answer.status_code == status, answer.text
        return answer.json()

    def create(self, game: str, *kinds: str, **more: Any) -> dict[str, Any]:
        """A new game with these kinds of seats."""
        seats = [{"kind": kind} if kind != "computer" else {"kind": kind, "player": "random"} for kind in kinds]
        created: dict[str, Any] = self.post("/api/games", {"game": game, "seats": seats, **more}, 201)
        return created

    def join(self, invitation: str, **more: Any) -> dict[str, Any]:
        """Take a seat by link."""
        joined: dict[str, Any] = self.post("/api/join", {"invitation": invitation, **more})
        return joined

    def sit(self, game: str, seat: int = -1, **more: Any) -> Socket:
        """Open the game's socket."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        self._sockets.append(Socket(self.url, game, cookies, {"type": "hello", "seat": seat, **more}))
        return self._sockets[-1]

    def close(self) -> None:
        """Leave."""
        for socket in self._sockets:
            socket.close()
        self.http.close()


class Socket:
    """A socket that remembers the state it was sent last."""

    def __init__(self, url: str, game: str, cookies: str, hello: dict[str, Any]) -> None:
        headers = {"Cookie": cookies} if cookies else {}
        address = f"{url.replace('http', 'ws')}/api/games/{game}/socket"
        self._stack = ExitStack()
        opening = connect(address, additional_headers=headers, compression=None, max_queue=None, open_timeout=60)
        self.raw: ClientConnection = self._stack.enter_context(opening)
        try:
            self.send(hello)
            self.welcome = self.receive("welcome")
        except BaseException:
            self._stack.close()
            raise
        self.state = self.welcome["state"]
        self.events: list[dict[str, Any]] = list(self.welcome["events"])

    def send(self, frame: dict[str, Any]) -> None:
        """One frame."""
        self.raw.send(json.dumps(frame))

    def next(self, timeout: float = 60) -> dict[str, Any]:
        """The next frame, whatever it is."""
        frame: dict[str, Any] = json.loads(self.raw.recv(timeout))
        if frame.get("state") and frame["type"] != "tried":
            self.state = frame["state"]
        if frame["type"] == "event":
            self.events.append(frame["event"])
        return frame

    def receive(self, *kinds: str, timeout: float = 60) -> dict[str, Any]:
        """The next frame of one of these types; others are taken note of."""
        while True:
            frame = self.next(timeout)
            if frame["type"] in kinds:
                return frame

    def move(self, move: int | str, id: str | None = None, ply: int | None = None) -> dict[str, Any]:
        """Make a move and return what is answered."""
        at = self.state["ply"] if ply is None else ply
        return self.ask({"type": "move", "id": id or f"{random.getrandbits(60)}", "ply": at, "moves": [move]})

    def ask(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Send a frame and return what is answered, once what it changed was told."""
        self.send(frame)
        answer = self.receive("ack", "stale", "refused")
        if answer["type"] == "ack" and self.state:
            self.until(lambda state: state["number"] >= answer["number"])
        return answer

    def until(self, ready: Any) -> None:
        """Read until the state is as wanted."""
        while not ready(self.state):
            self.next()

    def close(self) -> None:
        """Go away."""
        self._stack.close()


def close_code(socket: Socket) -> int:
    """Read until the server closes; why it did."""
    try:
        while True:
            socket.next()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0
