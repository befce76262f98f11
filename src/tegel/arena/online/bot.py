"""A bot account at work: it goes on with its games, takes seats that are offered to bots, and plays every game in a thread of its own."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from ...core.errors import BadOption
from ...core.fairness import commitment_of
from .api import Api, Lost, Refused, Told
from .seat import PLAYS_ON, Around, OnlineSeat, Place
from .telling import Teller
from .thinkers import Thinkers
from .waiting import Patience

LOOK = 5.0  # seconds between two looks at one's own games, where a rematch may wait, and at the lobby
GO_ON = ("waiting", "running")


@dataclass
class Wanted:
    """Which games to play."""

    games: list[str]  # their names
    tables: int = 1  # at the same time
    invitation: str = ""  # play this one only


def read_invitation(given: str, host: str) -> str:
    """The invitation in a link, or as it is. A link to another server is refused: the token is for this one."""
    parts = urlsplit(given)
    if not parts.scheme:
        return given.strip()
    if parts.netloc != host:
        raise BadOption(f"the invitation is for {parts.netloc}, not for the server {host}")
    return parts.path.rstrip("/").rpartition("/")[2]


@dataclass
class Bot:
    """One bot account."""

    api: Api
    thinkers: Thinkers
    wanted: Wanted
    teller: Teller
    stopping: threading.Event = field(default_factory=threading.Event)  # finish what has begun
    enough: threading.Event = field(default_factory=threading.Event)  # and nothing more
    woken: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._seats: dict[str, tuple[OnlineSeat, threading.Thread]] = {}
        self._passed: set[str] = set()  # tables that do not take us
        self._failure: Exception | None = None  # what ended a thread, if it concerns all
        self._around = Around(self.teller, self.stopping, self.enough)

    def run(self) -> None:
        """Until everything is played, or for ever; raises `Refused` when the server does not know us any more."""
        patience = Patience(self.stopping)
        try:
            me = self._first(patience)
            self.teller.tell("connected", bot=me["name"], host=self.api.host)
            if self.wanted.invitation:
                self._accept(patience)
            while not self._is_done():
                try:
                    if not self.wanted.invitation:
                        self._look()
                    patience.rest()
                except Lost as lost:
                    if not patience.failures:
                        self.teller.warn("away", why=str(lost))
                    patience.wait(lost.wait)
                self.woken.wait(LOOK)
                self.woken.clear()
        except BaseException:
            self.enough.set()
            raise
        finally:
            for seat, thread in list(self._seats.values()):
                if self.enough.is_set():
                    seat.hang_up()
                thread.join(5.0 if self.enough.is_set() else None)
            self.api.close()
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """Finish the games that have begun; begin none."""
        self.stopping.set()
        for seat, _ in list(self._seats.values()):
            if seat.waits:
                seat.hang_up()
        self.woken.set()

    def _is_done(self) -> bool:
        for game, (_, thread) in list(self._seats.items()):
            if not thread.is_alive():
                del self._seats[game]
        if self._failure is not None:
            raise self._failure
        return not self._seats and (self.stopping.is_set() or bool(self.wanted.invitation))

    def _first(self, patience: Patience) -> Told:
        """Who we are, by our token; a server that is away is waited for."""
        while True:
            try:
                me: Told = self.api.get("/api/me")
                break
            except Lost as lost:
                if self.stopping.is_set():
                    raise BadOption(f"{self.api.host} does not answer: {lost}") from lost
                if not patience.failures:
                    self.teller.warn("away", why=str(lost))
                patience.wait(lost.wait)
        if not me.get("bot"):
            raise BadOption("this is not the token of a bot account; make one on the page of your account")
        return me

    def _look(self) -> None:
        """Go on with games of ours, then sit down where bots are welcome."""
        if self.stopping.is_set():
            return
        for about in self.api.get("/api/me/games", language=self.teller.language)["games"]:
            mine = next((seat["seat"] for seat in about["seats"] if seat["mine"] and seat["left"] not in PLAYS_ON), None)
            new = about["game"] not in self._seats and about["game"] not in self._passed
            if new and mine is not None and about["status"] in GO_ON and about["name"] in self.wanted.games:
                self._start(Place(about["game"], mine))
        if len(self._seats) < self.wanted.tables:
            for table in self.api.get("/api/lobby", language=self.teller.language)["lobby"]["tables"]:
                if len(self._seats) < self.wanted.tables and self._suits(table):
                    self._sit_down(table)

    def _suits(self, table: Told) -> bool:
        new = table["game"] not in self._passed and table["game"] not in self._seats
        return bool(table["bots"]) and table["name"] in self.wanted.games and new

    def _sit_down(self, table: Told) -> None:
        seat = next(at for at, each in enumerate(table["seats"]) if each["free"])
        nonce = secrets.token_hex(32)
        body = {"seat": seat, "commitment": commitment_of(table["promise"], seat, nonce)}
        try:
            joined = self.api.post(f"/api/games/{table['game']}/join", body)
        except Refused as refused:
            self._require_known(refused)
            if refused.error != "taken":
                self._passed.add(table["game"])
            return
        self.teller.tell("sat_down", game=table["game"], title=table["title"], seat=joined["seat"])
        self._start(Place(table["game"], joined["seat"]), nonce)

    def _accept(self, patience: Patience) -> None:
        """Take the seat of the invitation; whatever speaks against it ends the command."""
        invitation = read_invitation(self.wanted.invitation, self.api.host)
        nonce = secrets.token_hex(32)
        while True:
            try:
                about = self.api.get(f"/api/invitations/{invitation}", language=self.teller.language)
                name = about["game"]["name"]
                if name not in self.wanted.games:
                    raise BadOption(f"the invitation is to a game of {name}, and this bot plays {', '.join(self.wanted.games)}")
                commitment = commitment_of(about["game"]["promise"], about["seat"], nonce)
                joined = self.api.post("/api/join", {"invitation": invitation, "commitment": commitment})
                break
            except Lost as lost:
                if self.stopping.is_set():
                    return
                patience.wait(lost.wait)
        self.teller.tell("sat_down", game=joined["game"], title=about["game"]["title"], seat=joined["seat"])
        self._start(Place(joined["game"], joined["seat"]), nonce)

    def _start(self, place: Place, nonce: str | None = None) -> None:
        seat = OnlineSeat(self.api.again(), place, self.thinkers.make, self._around, nonce)
        thread = threading.Thread(target=self._play, args=(seat, place), name=f"game {place.game}", daemon=True)
        self._seats[place.game] = seat, thread
        thread.start()

    def _play(self, seat: OnlineSeat, place: Place) -> None:
        try:
            seat.play()
        except Refused as refused:
            self.teller.warn("refused", game=place.game, what="play", why=str(refused))
            self._passed.add(place.game)
            try:
                self._require_known(refused)
                if self.wanted.invitation:
                    self._failure = refused
            except Refused as unknown:
                self._failure = unknown
        except Lost:
            pass  # only when everything ends
        except Exception as error:  # a mistake of ours: said once, for all games
            self._failure = error
        if seat.over:
            self._passed.add(place.game)
        self.woken.set()

    def _require_known(self, refused: Refused) -> None:
        """Whether it is only this table that refuses us; raises if our token has ended."""
        if refused.status != 403:
            return
        asking = self.api.again()
        try:
            asking.get("/api/me")
        except Lost:
            pass
        finally:
            asking.close()
