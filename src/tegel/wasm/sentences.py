"""The sentences that the table of a game says, in the browser as at the server."""

from __future__ import annotations

from ..core.words import catalogue


def sentences(game: str, language: str) -> dict[str, str]:
    """The game's own, and what a server would say of its moves."""
    wanted = (f"{game}.", "server.event.")
    return {name: sentence for name, sentence in catalogue(language).items() if name.startswith(wanted)}
