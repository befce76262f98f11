"""Accounts: guests who have keys, and so are known in several browsers and after a cookie is lost. No mail, no password.

A key is a passkey or a recovery code. With the first key the guest's cookie is replaced; from then on every browser that signs in has a
cookie of its own, in `sessions`. What refuses somebody never says whether there is such an account or key.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Executable, exists, func, or_, select, update

from . import account_answers as told
from .account_messages import NewPasskey, SignIn
from .account_tables import passkeys, recovery_codes, sessions
from .bot_accounts import together
from .errors import Forbidden, Full, Illegal, NotFound, Refusal
from .guests import person_name, write_and_tell
from .house import House, now
from .moving_along import moved, pools_of, settle
from .passkeys import Kept, Made, Site, check_new, check_signed
from .tables import guests, listed
from .tickets import challenge_of, require_ticket
from .tokens import LETTERS, hash_token, new_id, new_token
from .tournaments import entered_by, leave
from .who import Who
from .writing import Conflict, required

MOST_PASSKEYS = 20
MOST_BROWSERS = 50  # signed in at the same time; the first that signed in goes
MOST_GAMES = 1000  # counted
CODES, CODE_LETTERS = 10, 16  # 80 bits each: nobody finds one by trying


class Entered(NamedTuple):
    """Somebody who has signed in: the guest, the cookie of this browser, and what is told."""

    guest: str
    cookie: str
    told: told.SignedIn


async def show(house: House, who: Who, name: str, possible: bool) -> told.Account:
    """What there is of an account."""
    guest = who.guest or ""
    devices = await _devices(house, who)
    codes = await _count(house, select(func.count()).select_from(recovery_codes).where(recovery_codes.c.guest == guest))
    browsers = await _count(house, select(func.count()).select_from(sessions).where(sessions.c.guest == guest))
    some = select(listed.c.game).where(listed.c.guest == guest).limit(MOST_GAMES).subquery()
    played = await _count(house, select(func.count()).select_from(some))
    return told.Account(bool(devices or codes), name, possible, devices, codes, played, browsers)


async def _devices(house: House, who: Who) -> list[told.Device]:
    rows = await house.store.rows(select(passkeys).where(passkeys.c.guest == who.guest).order_by(passkeys.c.created, passkeys.c.id))
    here = await house.store.rows(select(sessions.c.passkey).where(sessions.c.cookie_hash == who.cookie_hash))
    mine = {row["passkey"] for row in here}
    return [told.Device(row["id"], row["name"], row["created"], row["used"], row["id"] in mine) for row in rows]


async def _count(house: House, query: Executable) -> int:
    found: int = next(iter((await house.store.rows(query))[0].values()))
    return found


async def has_keys(house: House, guest: str) -> bool:
    """Whether a guest has an account."""
    keys = [select(table.c.guest).where(table.c.guest == guest).limit(1) for table in (passkeys, recovery_codes)]
    return any([await house.store.rows(query) for query in keys])


async def known_credentials(house: House, guest: str) -> list[str]:
    """The passkeys an account has; another one needs room."""
    rows = await house.store.rows(select(passkeys.c.credential).where(passkeys.c.guest == guest))
    if len(rows) >= MOST_PASSKEYS:
        raise Full("too_many_passkeys", most=MOST_PASSKEYS)
    return [row["credential"] for row in rows]


async def add_passkey(house: House, who: Who, given: NewPasskey, ticket: str, site: Site) -> tuple[told.PasskeyAdded, str | None]:
    """A new passkey; the first one makes an account of a guest, with recovery codes and a new cookie."""
    guest, name = who.guest or "", person_name(given.name)
    used_up = require_ticket(house, ticket, "add", guest)
    made = await check_new(given, challenge_of(ticket), site)
    await known_credentials(house, guest)
    id, time = new_id(), now()
    statements = [*used_up, _kept(made, id=id, guest=guest, name=name, created=time, used=time)]
    device = told.Device(id, name, time, time, True)
    try:
        if await has_keys(house, guest):
            mine = sessions.c.cookie_hash == who.cookie_hash
            await house.log.write(statements=[_locked(guest), *statements, update(sessions).where(mine).values(passkey=id)])
            return told.PasskeyAdded(device, None), None
        codes, new_codes = _fresh_codes(guest)
        cookie = await _begin(house, who, id, [*statements, *new_codes])
    except Conflict:  # the ticket was used up, or somebody has this very passkey
        raise Refusal("passkey_failed") from None
    return told.PasskeyAdded(device, codes), cookie


def _kept(made: Made, **more: str | int) -> Executable:
    return passkeys.insert().values(credential=made.credential, public_key=made.public_key, sign_count=made.sign_count, **more)


async def _begin(house: House, who: Who, passkey: str | None, statements: Sequence[Executable]) -> str:
    """Make an account of a guest: the cookie they had ends, and this browser is signed in with a new one."""
    guest, cookie = who.guest or "", new_token()
    replaced = required(update(guests).where(guests.c.id == guest).values(cookie_hash=hash_token(new_token())))
    await write_and_tell(
        house, [*statements, replaced, _signed_in(guest, cookie, passkey)], {"renamed": guest}
    )  # sockets stay open: it is the same browser
    return cookie


def _signed_in(guest: str, cookie: str, passkey: str | None) -> Executable:
    """The statement that signs a browser in."""
    return sessions.insert().values(cookie_hash=hash_token(cookie), guest=guest, passkey=passkey, created=now())


def _fresh_codes(guest: str) -> tuple[list[str], list[Executable]]:
    """New recovery codes as they are shown, and the statements that keep their hashes; the old ones end."""
    codes = ["".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS)) for _ in range(CODES)]
    rows = [{"hash": hash_token(code), "guest": guest} for code in codes]
    shown = ["-".join(code[at : at + 4] for at in range(0, CODE_LETTERS, 4)) for code in codes]
    return shown, [recovery_codes.delete().where(recovery_codes.c.guest == guest), recovery_codes.insert().values(rows)]


async def renew_codes(house: House, who: Who) -> tuple[told.Codes, str | None]:
    """New recovery codes; the old ones end. They make an account of a guest, too: where passkeys are not possible they are the keys."""
    guest = who.guest or ""
    codes, statements = _fresh_codes(guest)
    try:
        if await has_keys(house, guest):
            await house.log.write(statements=[_locked(guest), *statements])
            return told.Codes(codes), None
        return told.Codes(codes), await _begin(house, who, None, statements)
    except Conflict:  # they are being forgotten
        raise Forbidden("no_account") from None


def _locked(guest: str) -> Executable:
    """What changes of the keys of one account begin with, so that of two at the same time one waits for the other.

    Who is being forgotten at this moment gets no keys: a `Conflict`.
    """
    return required(update(guests).where(guests.c.id == guest).values(id=guest))


async def sign_in(house: House, who: Who, given: SignIn, ticket: str, site: Site) -> Entered:
    """Sign in with a passkey."""
    used_up = require_ticket(house, ticket, "sign-in")
    rows = await house.store.rows(select(passkeys).where(passkeys.c.credential == given.credential))
    if not rows:
        raise Refusal("sign_in_failed")
    row = rows[0]
    count = await check_signed(given, challenge_of(ticket), site, Kept(row["guest"], row["public_key"], row["sign_count"]))
    higher = passkeys.c.sign_count < count if count else passkeys.c.sign_count == 0  # some never count
    counted = required(update(passkeys).where(passkeys.c.id == row["id"], higher).values(sign_count=count, used=now()))
    try:
        return await _enter(house, who, row["guest"], row["id"], [*used_up, counted], bring=given.bring)
    except Conflict:
        raise Refusal("sign_in_failed") from None


async def recover(house: House, who: Who, code: str, bring: bool) -> Entered:
    """Sign in with a recovery code, which is then used up: of two who use it at the same moment one is refused."""
    key = hash_token("".join(letter for letter in code.lower() if letter.isalnum()))
    rows = await house.store.rows(select(recovery_codes.c.guest).where(recovery_codes.c.hash == key))
    try:
        if not rows:
            raise Conflict
        used_up = required(recovery_codes.delete().where(recovery_codes.c.hash == key))
        return await _enter(house, who, rows[0]["guest"], None, [used_up], bring=bring)
    except Conflict:
        raise Refusal("bad_code") from None


async def _enter(house: House, who: Who, guest: str, passkey: str | None, keys: Sequence[Executable], *, bring: bool) -> Entered:
    """Sign this browser in. Whom it belonged to until now is signed out, or moves along."""
    cookie, before, played = new_token(), who.guest, 0
    ended = await _first_browsers(house, guest)
    replaced = or_(sessions.c.cookie_hash.in_(ended), sessions.c.cookie_hash == who.cookie_hash)
    statements = [*keys, sessions.delete().where(replaced), _signed_in(guest, cookie, passkey)]
    if before is None:
        await write_and_tell(house, statements, {"ended": ended})
    elif before == guest:
        await write_and_tell(house, statements, {"ended": ended, "renamed": guest})
    elif await has_keys(house, before):
        await write_and_tell(house, statements, {"ended": [*ended, who.cookie_hash]})
    elif not bring:
        await write_and_tell(house, statements, {"ended": ended})
    else:
        played = (await show(house, who, "", False)).games
        pools = await pools_of(house, before)
        twice = await entered_by(house, before, guest)
        statements = [*await together(house, before, guest), *statements]
        await write_and_tell(house, [*statements, *moved(before, guest)], {"ended": ended, "became": [before, guest]})
        await leave(house, before, twice)
        house.start(settle(house, before, guest, pools))
    name = (await house.store.rows(select(guests.c.name).where(guests.c.id == guest)))[0]["name"]
    left = await _count(house, select(func.count()).select_from(recovery_codes).where(recovery_codes.c.guest == guest))
    return Entered(guest, cookie, told.SignedIn(name, played, left))


async def _first_browsers(house: House, guest: str) -> list[str]:
    """The cookies that end when another browser signs in: all but the last."""
    own = select(sessions.c.cookie_hash).where(sessions.c.guest == guest)
    rows = await house.store.rows(
        own.order_by(sessions.c.created.desc(), sessions.c.cookie_hash).offset(MOST_BROWSERS - 1).limit(MOST_BROWSERS)
    )
    return [row["cookie_hash"] for row in rows]


async def remove_passkey(house: House, who: Who, passkey: str) -> None:
    """Remove a device, and sign out the browsers that signed in with it; the last key of an account stays."""
    guest = who.guest or ""
    mine = passkeys.c.id == passkey, passkeys.c.guest == guest
    there = await house.store.rows(select(passkeys.c.id).where(*mine))
    if there:
        await _remove(house, guest, passkey)
    of_passkey = sessions.c.passkey == passkey, sessions.c.guest == guest  # all there will ever be: nobody signs in with it any more
    ended = [row["cookie_hash"] for row in await house.store.rows(select(sessions.c.cookie_hash).where(*of_passkey))]
    if not there and not ended:
        raise NotFound("no_passkey")
    await write_and_tell(house, [sessions.delete().where(*of_passkey)], {"ended": ended})


async def _remove(house: House, guest: str, passkey: str) -> None:
    """Remove a passkey, unless it is the last key."""
    other = passkeys.alias("other")
    others = or_(
        exists(select(other.c.id).where(other.c.guest == guest, other.c.id != passkey)),
        exists(select(recovery_codes.c.hash).where(recovery_codes.c.guest == guest)),
    )
    removed = required(passkeys.delete().where(passkeys.c.id == passkey, passkeys.c.guest == guest, others))
    try:
        await house.log.write(statements=[_locked(guest), removed])
    except Conflict:
        raise Illegal("last_key") from None


async def sign_out(house: House, who: Who, everywhere: bool) -> None:
    """Out of this browser, or of all. A guest without keys would never come back, so they are not signed out."""
    if who.guest is None or who.cookie_hash is None:
        return
    if not await has_keys(house, who.guest):
        raise Illegal("sign_out_guest")
    if everywhere:
        await write_and_tell(house, [sessions.delete().where(sessions.c.guest == who.guest)], {"signed_out": who.guest})
    else:
        await write_and_tell(house, [sessions.delete().where(sessions.c.cookie_hash == who.cookie_hash)], {"ended": [who.cookie_hash]})


def require_guest(who: Who) -> None:
    """Only for whoever is known here."""
    if who.guest is None:
        raise Forbidden("no_account")
