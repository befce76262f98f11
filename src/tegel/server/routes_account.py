"""HTTP: accounts. Passkeys, recovery codes, signing in and out, and everything of one's own as a file."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, delete, get, post
from litestar.params import JSONBody, PathParameter
from litestar.response import Stream

from . import account_answers as told
from . import accounts
from .account_messages import NewPasskey, Recover, SignIn, SignOut
from .errors import Refusal
from .guests import COOKIE, person_name
from .messages import PRINTABLE
from .my_data import pieces_of, require_rules
from .passkeys import Site, find_site, to_text
from .requests import AnyRequest, Visitor, house_of, visitor
from .responses import reads, writes
from .tickets import COOKIE as TICKET
from .tickets import GOOD_FOR, PATH, challenge_of, make_ticket

PasskeyId = Annotated[str, PathParameter(max_length=32, pattern=PRINTABLE)]


def _require_site(request: AnyRequest) -> Site:
    site = find_site(request, house_of(request).settings.origins)
    if site is None:
        raise Refusal("passkeys_not_here")
    return site


def _with_ticket(who: Visitor, answer: Response[bytes], ticket: str) -> Response[bytes]:
    """The ticket stays in this browser, out of the reach of its scripts."""
    answer.set_cookie(TICKET, ticket, max_age=GOOD_FOR, path=PATH, httponly=True, samesite="strict", secure=who.secure)
    return answer


@get("/api/account", summary="My account", responses=reads(told.Account))
async def account(request: AnyRequest) -> Response[bytes]:
    who = await visitor(request)
    possible = find_site(request, who.house.settings.origins) is not None
    return who.answer(await accounts.show(who.house, who.who, who.name, possible))


@post("/api/account/passkeys/begin", summary="Begin to make a passkey", status_code=200, responses=writes(told.PasskeyOffer))
async def begin_passkey(request: AnyRequest) -> Response[bytes]:
    who, site = await visitor(request), _require_site(request)
    await who.become_guest()
    guest = who.who.guest or ""
    ticket = make_ticket(who.house, "add", guest)
    known = await accounts.known_credentials(who.house, guest)
    offer = told.PasskeyOffer(to_text(challenge_of(ticket)), site.id, to_text(guest.encode()), who.name, known)
    return _with_ticket(who, who.answer(offer), ticket)


@post("/api/account/passkeys", summary="Keep a new passkey", responses=writes(told.PasskeyAdded, status=201))
async def add_passkey(request: AnyRequest, data: JSONBody[NewPasskey]) -> Response[bytes]:
    who, site = await visitor(request), _require_site(request)
    person_name(data.name)
    accounts.require_guest(who.who)
    added, cookie = await accounts.add_passkey(who.house, who.who, data, request.cookies.get(TICKET, ""), site)
    if cookie is not None:
        who.become(who.who.guest or "", cookie, who.name)
    return who.answer(added, 201)


@delete("/api/account/passkeys/{passkey:str}", summary="Remove a device", status_code=204, responses=writes(None, status=204))
async def remove_passkey(request: AnyRequest, passkey: PasskeyId) -> Response[None]:
    who = await visitor(request)
    await accounts.remove_passkey(who.house, who.who, passkey)
    return Response(None, status_code=204)


@post("/api/account/codes", summary="New recovery codes; the old ones end", responses=writes(told.Codes, status=201))
async def new_codes(request: AnyRequest) -> Response[bytes]:
    who = await visitor(request)
    await who.become_guest()
    codes, cookie = await accounts.renew_codes(who.house, who.who)
    if cookie is not None:
        who.become(who.who.guest or "", cookie, who.name)
    return who.answer(codes, 201)


@post("/api/account/sign-in/begin", summary="Begin to sign in", status_code=200, responses=writes(told.SignInOffer))
async def begin_sign_in(request: AnyRequest) -> Response[bytes]:
    who, site = await visitor(request), _require_site(request)
    ticket = make_ticket(who.house, "sign-in")
    return _with_ticket(who, who.answer(told.SignInOffer(to_text(challenge_of(ticket)), site.id)), ticket)


@post("/api/account/sign-in", summary="Sign in with a passkey", status_code=200, responses=writes(told.SignedIn))
async def sign_in(request: AnyRequest, data: JSONBody[SignIn]) -> Response[bytes]:
    who, site = await visitor(request), _require_site(request)
    return _entered(who, await accounts.sign_in(who.house, who.who, data, request.cookies.get(TICKET, ""), site))


@post("/api/account/recover", summary="Sign in with a recovery code", status_code=200, responses=writes(told.SignedIn))
async def recover(request: AnyRequest, data: JSONBody[Recover]) -> Response[bytes]:
    who = await visitor(request)
    return _entered(who, await accounts.recover(who.house, who.who, data.code, data.bring))


def _entered(who: Visitor, entered: accounts.Entered) -> Response[bytes]:
    who.become(entered.guest, entered.cookie, entered.told.name)
    return who.answer(entered.told)


@post("/api/account/sign-out", summary="Sign out", status_code=204, responses=writes(None, status=204))
async def sign_out(request: AnyRequest, data: JSONBody[SignOut]) -> Response[None]:
    who = await visitor(request)
    await accounts.sign_out(who.house, who.who, data.everywhere)
    response = Response(None, status_code=204)
    response.delete_cookie(COOKIE, path="/")
    return response


@get("/api/me/export", summary="Everything of mine as one file", responses=reads(dict[str, Any], 403))
async def export(request: AnyRequest) -> Stream:
    who = await visitor(request)
    accounts.require_guest(who.who)
    await require_rules(who.house)
    headers = {"cache-control": "no-store", "content-disposition": 'attachment; filename="tegel.json"'}
    return Stream(pieces_of(who.house, who.who, who.name), media_type="application/json", headers=headers)


ACCOUNT = [
    account,
    begin_passkey,
    add_passkey,
    remove_passkey,
    new_codes,
    begin_sign_in,
    sign_in,
    recover,
    sign_out,
    export,
]
