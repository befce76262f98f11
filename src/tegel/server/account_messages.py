"""What clients may say about accounts, strictly decoded. docs/api.md has the meaning of each."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .messages import Body, Name

Bytes = Annotated[str, Meta(min_length=1, max_length=4096, pattern="^[A-Za-z0-9_-]+$")]  # in base64url, without padding
CredentialId = Annotated[str, Meta(min_length=1, max_length=1400, pattern="^[A-Za-z0-9_-]+$")]
Code = Annotated[str, Meta(min_length=1, max_length=64)]


class NewPasskey(Body, frozen=True):
    """A passkey that the browser has made, and what its device is called."""

    credential: CredentialId
    client_data: Bytes
    attestation: Bytes
    name: Name


class SignIn(Body, frozen=True):
    """What a passkey signed; `bring`: the games of this browser's guest come along."""

    credential: CredentialId
    client_data: Bytes
    authenticator_data: Bytes
    signature: Bytes
    user: Bytes
    bring: bool = False


class Recover(Body, frozen=True):
    """A recovery code; `bring` as for signing in."""

    code: Code
    bring: bool = False


class SignOut(Body, frozen=True):
    """Out of this browser, or of all."""

    everywhere: bool = False


class MakeBot(Body, frozen=True):
    """What a new bot is called."""

    name: Name
