"""The browsers of a guest that want to be told when it is their turn: asked for by a click there, and ended there or by signing out."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select

from .accounts import require_guest
from .errors import NotFound, Refusal
from .house import House, now
from .messages import Subscribe
from .people_answers import Subscribed
from .push_crypto import read_keys
from .push_delivery import check_endpoint
from .push_tables import subscription_ended, subscriptions, told_turns
from .quiet_hours import is_zone
from .tables import guests
from .tokens import id_from
from .who import Who
from .writing import Conflict

MOST_OF_GUEST = 10  # the first one goes


async def subscribe(house: House, who: Who, given: Subscribe) -> Subscribed:
    """Tell this browser from now on; the same once more changes its language and quiet hours."""
    require_guest(who)
    check_endpoint(given.endpoint)
    try:
        read_keys(given.public_key, given.secret)
    except ValueError:
        raise Refusal("bad_subscription") from None
    if not is_zone(given.zone):
        raise Refusal("bad_zone", zone=given.zone)
    id = id_from(given.endpoint.encode())
    mine = subscriptions.c.guest == who.guest
    known = await house.store.rows(select(subscriptions.c.created).where(mine, subscriptions.c.id == id))
    quiet = given.quiet
    fresh = {
        "id": id,
        "guest": who.guest,
        "cookie_hash": who.cookie_hash,
        "endpoint": given.endpoint,
        "public_key": given.public_key,
        "secret": given.secret,
        "language": given.language,
        "zone": given.zone,
        "quiet_from": None if quiet is None else quiet.begin,
        "quiet_to": None if quiet is None else quiet.end,
        "created": known[0]["created"] if known else now(),
    }
    locked = select(guests.c.id).where(guests.c.id == who.guest).with_for_update()  # many at once are counted one after the other
    last = select(subscriptions.c.id).where(mine).order_by(subscriptions.c.created.desc(), subscriptions.c.id).limit(MOST_OF_GUEST)
    first = select(subscriptions.c.id).where(mine, subscriptions.c.id.not_in(last))
    ended = [told_turns.delete().where(told_turns.c.subscription.in_(first)), subscriptions.delete().where(subscriptions.c.id.in_(first))]
    again = subscriptions.delete().where(subscriptions.c.id == id)  # what it was told of stays
    with suppress(Conflict):  # the same was asked for twice at once: one is enough
        await house.log.write(statements=[locked, again, subscriptions.insert().values(**fresh), *ended])
    return Subscribed(id)


async def unsubscribe(house: House, who: Who, id: str) -> None:
    """Tell a browser of one's own no more."""
    mine = subscriptions.c.id == id, subscriptions.c.guest == who.guest
    if who.guest is None or not await house.store.rows(select(subscriptions.c.id).where(*mine)):
        raise NotFound("no_subscription")
    await house.log.write(statements=subscription_ended(id))
