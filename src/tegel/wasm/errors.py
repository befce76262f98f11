"""What can go wrong while an engine is built."""

from __future__ import annotations

from ..core.errors import TegelError


class CannotBuild(TegelError):
    """Something that building needs is missing, or of a version that is not known."""


class NotForWasm(TegelError):
    """An entry point uses what WebAssembly cannot do; the message says which, and where."""
