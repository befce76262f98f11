"""Studies that guests share: kept as they were checked, read by whoever has the link, gone when their owner takes them back."""

from __future__ import annotations

import re
from typing import NamedTuple

from sqlalchemy import select

from .errors import Forbidden, Full, NotFound
from .house import House, now
from .tables import studies
from .tokens import new_id
from .who import Who

MOST_OF_GUEST = 200  # shared at the same time
GAME_LINE = re.compile(r"^game (\w{1,32}) rules ", re.M)


class Shared(NamedTuple):
    """A study as it is kept."""

    guest: str
    text: str


def game_in(text: str) -> str:
    """The game that a study's position names; empty if it does not say."""
    found = GAME_LINE.search(text[:2000])
    return found[1] if found else ""


async def find(house: House, study: str) -> Shared:
    """A study by its link."""
    found = await house.store.rows(select(studies.c.guest, studies.c.text).where(studies.c.id == study))
    if not found:
        raise NotFound("no_study")
    return Shared(found[0]["guest"], found[0]["text"])


async def share(house: House, who: Who, game: str, text: str) -> str:
    """Keep a study; the same text of the same guest has one link."""
    guest = who.guest
    assert guest is not None
    known = await house.store.rows(select(studies.c.id, studies.c.text).where(studies.c.guest == guest).limit(MOST_OF_GUEST))
    for row in known:
        if row["text"] == text:
            return str(row["id"])
    if len(known) >= MOST_OF_GUEST:
        raise Full("too_many_studies", most=MOST_OF_GUEST)
    id = new_id()
    await house.log.write(statements=[studies.insert().values(id=id, guest=guest, game=game, text=text, created=now())])
    return id


async def take_back(house: House, who: Who, study: str) -> None:
    """Remove a study of one's own."""
    if (await find(house, study)).guest != who.guest:
        raise Forbidden("not_your_study")
    await house.log.write(statements=[studies.delete().where(studies.c.id == study, studies.c.guest == who.guest)])
