"""Requests and frames that are nearly right, or not at all."""

from __future__ import annotations

import json
from random import Random
from typing import Any

ODD: list[Any] = [None, True, -1, 0, 7, 2**31, 2**63, -(2**70), 1.5, 1e308, "", "x", "é\u0000\n", "a" * 70, "-1", "0" * 64]
ODD += [[], {}, [[]], {"a": 1}, [{}] * 3, ["1b0"], [0, "x"], {"kind": "here"}, [{"kind": "here"}], "azul", "../../etc/passwd"]
ODD += [[{"kind": "computer", "player": "level:99"}]]
FRAMES: list[dict[str, Any]] = [
    {"type": "hello", "seat": 0, "language": "nl", "after": 3, "token": "x"},
    {"type": "look", "seat": 1, "language": "fr"},
    {"type": "move", "id": "a", "ply": 0, "moves": ["1b0"]},
    {"type": "try", "id": "a", "ply": 0, "moves": [64]},
    {"type": "undo", "id": "a", "ply": 0},
    {"type": "takeover", "id": "a", "seat": 1},
    {"type": "return", "id": "a", "seat": 0},
    {"type": "greet", "greeting": "hello"},
    {"type": "thinking", "ply": 0},
    {"type": "rematch", "id": "a"},
    {"type": "ping", "id": "a"},
]
BODIES = [{name: value for name, value in frame.items() if name != "type"} for frame in FRAMES]
BODIES += [{"game": "azul", "seats": [{"kind": "here"}, {"kind": "computer"}]}, {"name": "x"}, {"invitation": "x"}, {"position": "azul"}]

KINDS = ("application/json", "application/json", "application/json", "text/plain", "multipart/form-data; boundary=x", "x", "")
PARTS = ("x", "%00", "%ff%fe", "..%2f..", "9" * 30, "-1", "a" * 60)  # of a path
QUERIES = ("language", "seat", "after", "limit", "ply", "x")
VALUES = ("", "-5", "99999999999", "%ff", "nl", "1e3")
STARTS = ("{method} {path}", "{method} {path} HTTP/9.9", "{method}{path}HTTP/1.1", "\x16\x03\x01", "{method}  {path} HTTP/1.1 x")
LENGTHS = ("Content-Length: -1", "Content-Length: x", "Content-Length: 9e9", "Transfer-Encoding: chunked", "Content-Length")
HEADERS: tuple[str, ...] = (
    "X: " + "y" * 70_000,
    ": empty",
    "A\x00B: c",
    "Cookie: tegel_guest=" + "z" * 3000,
    "Authorization: Bearer " + "\xff" * 90,
)
HEADERS += ("Origin: http://evil.example", "Origin: http://[", "Accept-Language: \xff\xfe,,;q=x", "Last-Event-ID: 9e9")
UPGRADES = ("Sec-WebSocket-Version: 8", "Sec-WebSocket-Key: x", "X: y")


def broken_text(source: Random, good: list[dict[str, Any]]) -> bytes:
    """JSON that is nearly right, or not at all; never quite."""
    told: dict[str, Any] = dict(source.choice(good))
    for _ in range(source.randint(1, 3)):
        told[source.choice([*told, "more"])] = source.choice(ODD)
    told[f"unknown{source.randrange(9)}"] = source.choice(ODD)
    text = json.dumps(told).encode()
    match source.randrange(8):
        case 0:
            return text[: source.randrange(len(text))]
        case 1:
            return source.randbytes(source.randrange(300))
        case 2:
            deep = source.choice([b"[", b'{"a":']) * source.randrange(1, 1300)
            return source.choice([b'{"a":', b'{"options":{"a":', b'{"game":"azul","options":{"players":']) + deep + text
        case 3:
            return text.replace(b'"', b'"\xff\xfe', 1)
        case 4:
            return text + b" " * (9000 if source.random() < 0.05 else 1)
        case _:
            return text


def broken_request(source: Random, routes: list[tuple[str, str]], game: str) -> bytes:
    """A request that is HTTP or nearly so."""
    method, path = source.choice(routes)
    for name in ("game", "ply", "invitation"):
        path = path.replace("{" + name + "}", source.choice([game, *PARTS]))
    if source.random() < 0.4:
        path += f"?{source.choice(QUERIES)}={source.choice(VALUES)}"
    body = broken_text(source, BODIES) if method != "GET" else b""
    head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}", f"Content-Type: {source.choice(KINDS)}"]
    match source.randrange(14):
        case 0:
            head[0] = source.choice(STARTS).format(method=method, path=path)
        case 1:
            head[2] = source.choice(LENGTHS)
        case 2 | 3:
            head.append(source.choice(HEADERS))
        case 4:
            head += ["Connection: Upgrade", "Upgrade: websocket", source.choice(UPGRADES)]
    return "\r\n".join(head).encode("latin-1") + b"\r\n\r\n" + body


def broken_frame(source: Random) -> bytes:
    """A frame whose content is wrong, now and then one that is wrong itself."""
    data = broken_text(source, FRAMES)
    kind, mask, size = 0x81, 0x80, len(data)
    match source.randrange(400):
        case 0:
            kind = source.randrange(256)
        case 1:
            mask = 0
        case 2:
            data *= 100
            size = len(data)
        case 3:
            size += source.randrange(1, 60_000)
    head = bytes((kind, mask | size)) if size < 126 else bytes((kind, mask | 126)) + min(size, 65535).to_bytes(2, "big")
    return head + bytes(4 if mask else 0) + data
