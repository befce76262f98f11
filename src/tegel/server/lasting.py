"""Answers whose bytes are made once, with a tag by which a browser asks whether they have changed."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from litestar import Response

from .requests import AnyRequest


class Lasting(NamedTuple):
    """Bytes and their tag."""

    content: bytes
    tag: str


def make_lasting(content: bytes) -> Lasting:
    """With the tag worked out."""
    return Lasting(content, f'"{hashlib.sha256(content).hexdigest()[:20]}"')


def answer_lasting(request: AnyRequest, made: Lasting, kind: str = "application/json", cache: str = "no-cache") -> Response[bytes]:
    """The bytes, or 304 for whoever has them."""
    headers = {"etag": made.tag, "cache-control": cache, "vary": "accept-language"}
    if request.headers.get("if-none-match") == made.tag:
        return Response(b"", status_code=304, headers=headers, media_type=kind)
    return Response(made.content, headers=headers, media_type=kind)
