"""Checking what passkeys sign. The library is loaded with the first one: most servers never see any."""

from __future__ import annotations

import asyncio
import base64
from functools import cache
from types import ModuleType
from typing import NamedTuple

from .account_messages import NewPasskey, SignIn
from .errors import Refusal
from .hosts import is_address, read_host
from .requests import AnyRequest

LONGEST_ID = 1023  # bytes of a credential's id, by the standard


class Site(NamedTuple):
    """Whose passkeys these are (the relying party): the name under which the server was asked, and the pages that may speak for it."""

    id: str
    origins: list[str]


class Made(NamedTuple):
    """A new passkey."""

    credential: str
    public_key: bytes
    sign_count: int


class Kept(NamedTuple):
    """What is known of a passkey that somebody signs in with."""

    guest: str
    public_key: bytes
    sign_count: int


def find_site(request: AnyRequest, others: tuple[str, ...] = ()) -> Site | None:
    """The site under which a request came, whose name has been checked; None where browsers allow no passkeys.

    They want a name rather than a number, and https unless that name is localhost.
    """
    host = request.headers.get("host", "").lower()
    name = read_host(host) or ""
    scheme = request.url.scheme
    local = name == "localhost" or name.endswith(".localhost")
    if not name or is_address(name) or not (local or scheme == "https"):
        return None
    own = f"{scheme}://{host}"
    return Site(name, [own, *(origin for origin in others if read_host(origin.rpartition("/")[2]) == name)])


def to_text(data: bytes) -> str:
    """Bytes as the API writes them."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    """And back."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@cache
def _library() -> tuple[ModuleType, ModuleType]:
    import webauthn
    from webauthn.helpers import structs

    return webauthn, structs


async def check_new(given: NewPasskey, challenge: bytes, site: Site) -> Made:
    """A passkey that was made for this challenge at this site by somebody who unlocked their device; refused otherwise."""
    webauthn, structs = await asyncio.to_thread(_library)
    try:
        raw = to_bytes(given.credential)
        response = structs.AuthenticatorAttestationResponse(
            client_data_json=to_bytes(given.client_data), attestation_object=to_bytes(given.attestation)
        )
        found = webauthn.verify_registration_response(
            credential=structs.RegistrationCredential(id=given.credential, raw_id=raw, response=response),
            expected_challenge=challenge,
            expected_rp_id=site.id,
            expected_origin=site.origins,
            require_user_verification=True,
        )
        if found.credential_id != raw or len(raw) > LONGEST_ID:
            raise ValueError("another credential")
    except Exception:  # whatever a stranger's bytes lead to
        raise Refusal("passkey_failed") from None
    return Made(given.credential, found.credential_public_key, found.sign_count)


async def check_signed(given: SignIn, challenge: bytes, site: Site, kept: Kept) -> int:
    """Whether a passkey signed this challenge at this site; its new count of signatures, which never goes back."""
    webauthn, structs = await asyncio.to_thread(_library)
    try:
        if to_bytes(given.user) != kept.guest.encode():
            raise ValueError("somebody else's")
        response = structs.AuthenticatorAssertionResponse(
            client_data_json=to_bytes(given.client_data),
            authenticator_data=to_bytes(given.authenticator_data),
            signature=to_bytes(given.signature),
        )
        found = webauthn.verify_authentication_response(
            credential=structs.AuthenticationCredential(id=given.credential, raw_id=to_bytes(given.credential), response=response),
            expected_challenge=challenge,
            expected_rp_id=site.id,
            expected_origin=site.origins,
            credential_public_key=kept.public_key,
            credential_current_sign_count=kept.sign_count,
            require_user_verification=True,
        )
    except Exception:  # whatever a stranger's bytes lead to
        raise Refusal("sign_in_failed") from None
    return int(found.new_sign_count)
