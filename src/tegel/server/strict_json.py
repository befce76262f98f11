"""JSON as clients send it: exactly the types asked for, and no key twice in an object, of which others might read the other value."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec
from litestar import Request
from litestar.exceptions import SerializationException

T = TypeVar("T")


def _once(pairs: list[tuple[str, Any]]) -> None:
    """Refuse an object in which a key is repeated."""
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise msgspec.ValidationError(f"Object contains the key `{key[:32]}` twice")
        seen.add(key)


_keys = json.JSONDecoder(object_pairs_hook=_once, parse_int=str, parse_float=str)  # numbers are not looked at here


def _are_all_different(data: bytes) -> bool:
    """Whether no two keys of a text are equal, in whichever object they are, as in most texts. What is escaped is not looked at.

    >>> _are_all_different(b'{"a": {"b": "a"}}'), _are_all_different(b'{"a": 1, "a" : 2}'), _are_all_different(rb'{"\\u0061": 1}')
    (True, False, False)
    """
    if b"\\" in data:
        return False
    parts = data.split(b'"')  # those with an odd number are between quotes
    keys = [parts[at] for at in range(1, len(parts) - 1, 2) if parts[at + 1].lstrip()[:1] == b":"]
    return len(set(keys)) == len(keys)


def decode_strictly(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    """What a text means, or `msgspec.ValidationError`."""
    try:
        found = decoder.decode(data)
        if not _are_all_different(data):
            _keys.decode(data.decode())
    except RecursionError:
        raise msgspec.ValidationError("Object is nested too deeply") from None
    return found


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON is decoded to what the handler takes; the framework would take 1 for true and "1" for 1."""

    async def json(self) -> Any:
        wanted = self.route_handler.parsed_data_field
        try:
            return decode_strictly(msgspec.json.Decoder(Any if wanted is None else wanted.annotation), await self.body())
        except msgspec.MsgspecError as error:
            raise SerializationException(str(error)) from error
