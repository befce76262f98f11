"""What a route may answer, refusals included, for the OpenAPI description."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from litestar.openapi.datastructures import ResponseSpec

from .answers import Refused

JSON, PLAIN, LINES = "application/json", "text/plain; charset=utf-8", "application/x-ndjson"  # kinds of answers
WHY_NOT = {
    400: "not understood, or not allowed",
    403: "somebody else's to do",
    404: "no such game, seat, invitation or ply",
    408: "the body did not come in time",
    409: "somebody was first, the game has gone on, or the move is not legal",
    413: "too large",
    429: "too often; Retry-After says when to come back",
    503: "the game's rules are still being compiled (Retry-After says when to come back), or the database does not answer",
}


def _told(shape: Any, status: int, kind: str, refusals: Iterable[int]) -> dict[int, ResponseSpec]:
    told = {status: ResponseSpec(shape, generate_examples=False, description="done", media_type=kind)}
    for refusal in sorted(refusals):
        told[refusal] = ResponseSpec(Refused, generate_examples=False, description=WHY_NOT[refusal])
    return told


def reads(shape: Any, *refusals: int, kind: str = JSON) -> dict[int, ResponseSpec]:
    """What a route answers that changes nothing."""
    return _told(shape, 200, kind, {400, 429, 503, *refusals})


def writes(shape: Any, status: int = 200, kind: str = JSON) -> dict[int, ResponseSpec]:
    """What a route answers that changes something."""
    return _told(shape, status, kind, WHY_NOT)


def checks(well: Any, ill: Any) -> dict[int, ResponseSpec]:
    """What a route answers that looks after the server."""
    return {**_told(well, 200, JSON, {400, 429}), 503: ResponseSpec(ill, generate_examples=False, description=WHY_NOT[503])}
