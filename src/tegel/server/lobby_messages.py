"""What clients may say in the lobby. The meaning of each frame is in docs/api.md."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from .messages import ClockChoice, Frame, Id, Language, Token, Word


class Enter(Frame, frozen=True, tag="hello"):
    language: Language = "en"
    token: Token | None = None


class Seek(Frame, frozen=True):
    """Be seated with the next who ask for the same."""

    id: Id
    game: Word
    players: Annotated[int, Meta(ge=2, le=8)]
    clock: ClockChoice


class StopSeeking(Frame, frozen=True, tag="stop"):
    id: Id


class PingLobby(Frame, frozen=True, tag="ping"):
    id: Id


AnyLobbyFrame = Enter | Seek | StopSeeking | PingLobby

lobby_frames = msgspec.json.Decoder(AnyLobbyFrame)
