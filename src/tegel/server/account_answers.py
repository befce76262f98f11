"""What the API answers about accounts. docs/api.md explains each field."""

from __future__ import annotations

import msgspec


class Device(msgspec.Struct):
    """A passkey."""

    id: str
    name: str
    created: int
    used: int  # when somebody last signed in with it
    here: bool  # this browser is signed in with it


class Account(msgspec.Struct):
    """What there is of an account; a guest without keys has none yet."""

    account: bool
    name: str
    possible: bool  # whether passkeys work at the address under which this page was opened
    devices: list[Device]
    codes: int  # recovery codes that are left
    games: int  # of this guest, up to 1000: what comes along to another account
    signed_in: int  # browsers


class PasskeyOffer(msgspec.Struct):
    """What a browser needs to make a passkey."""

    challenge: str
    site: str
    user: str
    name: str
    known: list[str]  # credentials of this account; a device that has one makes no second


class PasskeyAdded(msgspec.Struct):
    """The new passkey, and with the first one the recovery codes, shown this once."""

    device: Device
    codes: list[str] | None


class SignInOffer(msgspec.Struct):
    """What a browser needs to sign in."""

    challenge: str
    site: str


class SignedIn(msgspec.Struct):
    """As whom, how many games came along, and how many recovery codes are left."""

    name: str
    games: int
    codes: int


class Codes(msgspec.Struct):
    """Fresh recovery codes, shown this once."""

    codes: list[str]


class Bot(msgspec.Struct):
    """A bot account of mine."""

    id: str
    name: str
    created: int


class Bots(msgspec.Struct):
    """My bot accounts; there can be at most so many."""

    bots: list[Bot]
    most: int


class NewBot(Bot):
    """A new bot account, with its token, shown this once."""

    token: str


class BotToken(msgspec.Struct):
    """A fresh token, shown this once."""

    token: str
