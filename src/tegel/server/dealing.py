"""How everybody adds to the deals of a duplicate round: first a commitment, and the nonce itself when all have committed."""

from __future__ import annotations

from typing import Any

from .errors import Refusal
from .house import House
from .tournament_rounds import make_games
from .tournaments import Found, change
from .who import Who


async def commit_nonce(house: House, id: str, who: Who, commitment: str) -> Found:
    """Commit to a nonce for the deals of the round."""

    def act(found: Found) -> dict[str, Any] | None:
        place = require_asked(found, who)
        draws = found.event.draws[-1]
        if draws.commitments[place] == commitment:
            return None
        draws.commit(place, commitment)
        return {"place": place}

    return await change(house, id, "committed", act)


async def reveal_nonce(house: House, id: str, who: Who, nonce: str) -> Found:
    """Show the nonce; with the last one the round is dealt and its games begin."""

    def act(found: Found) -> dict[str, Any] | None:
        place = require_asked(found, who)
        draws = found.event.draws[-1]
        if draws.nonces[place] == nonce:
            return None
        draws.reveal(place, nonce)
        return {"place": place}

    found = await change(house, id, "revealed", act)
    return await make_games(house, found) if found.event.draws[-1].dealt else found


def require_asked(found: Found, who: Who) -> int:
    """The place of somebody whose nonce is wanted, or was."""
    place = found.event.draws[-1].place(who.guest or "") if found.event.draws else None
    if place is None:
        raise Refusal("not_asked")
    return place
