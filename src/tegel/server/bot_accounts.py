"""Bot accounts: programs that play under a name of their own, each made by somebody who answers for it.

A bot is a guest with a token instead of a cookie. It may take the seats it is invited to or that are offered to bots, play and watch, and
nothing else: `costs.BOTS_MAY` lists the routes. Everywhere it is seen it is marked, by the owner that its seats name.
"""

from __future__ import annotations

from sqlalchemy import Executable, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.types import BigInteger, String

from . import account_answers as told
from .bot_tables import bots
from .errors import Full, NotFound, Taken
from .guests import forget, person_name, write_and_tell
from .house import House, now
from .tables import guests
from .tokens import BOT, hash_token, new_bot_token, new_id, new_token
from .who import Who
from .writing import Conflict, required

MOST_BOTS = 5  # of one owner


async def show(house: House, who: Who) -> told.Bots:
    """Somebody's bots, the oldest first; their tokens are known to nobody here."""
    query = select(bots.c.id, guests.c.name, bots.c.created).join(guests, guests.c.id == bots.c.guest)
    rows = await house.store.rows(query.where(bots.c.owner == (who.guest or "")).order_by(bots.c.created, bots.c.id))
    return told.Bots([told.Bot(**row) for row in rows], MOST_BOTS)


async def make(house: House, who: Who, given: str) -> told.NewBot:
    """A new bot, with its token, which is told this once."""
    name, owner = person_name(given), who.guest or ""
    house.limits.spend("guest", Who(address=who.address))
    id, guest, token, time = new_id(), BOT + new_id(), new_bot_token(), now()
    account = guests.insert().values(id=guest, cookie_hash=hash_token(new_token()), name=name, created=time)  # of a cookie nobody has
    locked = select(guests.c.id).where(guests.c.id == owner).with_for_update()  # of two at the same time one waits for the other
    try:
        await house.log.write(statements=[locked, account, _if_few(id, guest, owner, hash_token(token), time)])
    except Conflict:
        raise Full("too_many_bots", most=MOST_BOTS) from None
    return told.NewBot(id, name, time, token)


def _if_few(id: str, guest: str, owner: str, token_hash: str, time: int) -> Executable:
    """The statement that keeps a bot, unless its owner has enough, or is being forgotten."""
    texts = [bindparam(name, value, String(64)) for name, value in (("id", id), ("guest", guest), ("owner", owner), ("hash", token_hash))]
    few = select(func.count()).select_from(bots).where(bots.c.owner == owner).scalar_subquery() < MOST_BOTS
    there = exists(select(guests.c.id).where(guests.c.id == owner))
    row = select(*texts, bindparam("time", time, BigInteger)).where(few, there)
    return required(insert(bots).from_select(["id", "guest", "owner", "token_hash", "created"], row))


async def together(house: House, old: str, new: str) -> list[Executable]:
    """A guest is about to become another: the statements that see to it that one owner does not get more bots than there may be."""
    count = select(func.count()).select_from(bots)
    theirs, both = (count.where(bots.c.owner.in_(owners)).scalar_subquery() for owners in ([old], [old, new]))
    fits = or_(theirs == 0, both <= MOST_BOTS)
    if not await house.store.rows(select(guests.c.id).where(guests.c.id == new, fits)):
        raise Full("bots_of_both", most=MOST_BOTS)
    locked = select(guests.c.id).where(guests.c.id.in_((old, new))).order_by(guests.c.id).with_for_update()
    return [locked, required(update(guests).where(guests.c.id == new, fits).values(id=new))]


async def _find(house: House, who: Who, bot: str) -> dict[str, str]:
    rows = await house.store.rows(select(bots).where(bots.c.id == bot, bots.c.owner == (who.guest or "")))
    if not rows:
        raise NotFound("no_such_bot")
    return rows[0]


async def renew(house: House, who: Who, bot: str) -> told.BotToken:
    """A new token; the old one ends at once, and so do the sockets that were opened with it."""
    found, token = await _find(house, who, bot), new_bot_token()
    old = bots.c.id == bot, bots.c.token_hash == found["token_hash"]
    try:
        changed = required(update(bots).where(*old).values(token_hash=hash_token(token)))
        await write_and_tell(house, [changed], {"ended": [found["token_hash"]]})
    except Conflict:
        raise Taken("bot_changed") from None
    return told.BotToken(token)


async def delete(house: House, who: Who, bot: str) -> None:
    """Remove a bot: it is forgotten like anybody, its games keep the mark of a bot without a name."""
    found = await _find(house, who, bot)
    await forget(house, Who(found["guest"]))


async def delete_all(house: House, owner: str) -> None:
    """Remove the bots of somebody who is about to be forgotten."""
    for row in await house.store.rows(select(bots.c.guest).where(bots.c.owner == owner)):
        await forget(house, Who(row["guest"]))
