"""A seat of a game: who sits there, and what the game still waits for from them."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.words import say
from .names import player_title
from .who import Who

AWAITED = "awaited"
NOBODYS = ""  # instead of the hash of a seat token: taken, but nobody can act for it
NO_NAMES = frozenset(("", "you", "jij", "vous"))  # what the app once called a person who had not said a name


@dataclass
class Seat:
    """Who sits where; the log may say that the computer plays for a person."""

    seat: int
    kind: str  # here, link, computer
    name: str
    player: str | None
    guest: str | None
    token_hash: str | None
    invitation_hash: str | None
    nonce: str | None
    left: str | None = None  # why the computer plays for a person
    stand_in: str | None = None
    commitment: str | None = None  # to the nonce; AWAITED until it is there; None: the seat need not commit to one
    seen: int | None = None  # when its person was last here, in the server's uptime
    noted: int | None = None  # when that was last written down
    owner: str | None = None  # of a bot account: whose it is, empty once they are forgotten; None: a person or a computer

    @property
    def owes(self) -> str | None:
        """What the game waits for from this seat before it can start: a commitment, or the nonce that was committed to."""
        if self.commitment == AWAITED:
            return "commitment"
        return "nonce" if self.commitment is not None and self.nonce is None else None

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return self.kind == "computer" or self.guest is not None or self.token_hash is not None

    @property
    def is_bot(self) -> bool:
        """Whether a bot account sits here."""
        return self.owner is not None

    @property
    def bot(self) -> str | None:
        """The computer player that decides for this seat now."""
        return self.player if self.kind == "computer" else self.stand_in

    def is_of(self, who: Who) -> bool:
        """Whether somebody may act for this seat."""
        if self.kind == "computer":
            return False
        return bool((who.guest and self.guest == who.guest) or (self.token_hash and self.token_hash == who.token_hash))

    def same_person(self, other: Seat) -> bool:
        """Whether one person sits on both: on a hot seat."""
        return self is other or bool(
            (self.guest and self.guest == other.guest) or (self.token_hash and self.token_hash == other.token_hash)
        )

    def is_related(self, who: Who) -> bool:
        """Whether somebody else sits here who belongs to the same person: their bot, their bot's owner, another bot of that owner."""
        mine = {who.guest, who.owner} - {None, ""}
        return bool(mine & {self.guest, self.owner}) and not self.is_of(who)

    def called(self, language: str) -> str:
        """The name people read."""
        if self.kind == "computer" and self.player is not None:
            return player_title(self.player, language)
        if self.name.casefold() in NO_NAMES:
            return say(language, "server.seat.unnamed", number=self.seat + 1)
        return self.name
