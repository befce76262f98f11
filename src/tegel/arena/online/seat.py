"""One seat at one game: what it owes before the start, its moves, and answers to people who want to take back.

Whatever breaks, the stream is opened anew and tells how the game stands. A move that was not answered and is not on the board is sent again
under the same id, so that it is never played twice.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from contextlib import closing
from typing import Any, NamedTuple

from ...core.fairness import commitment_of
from ...core.table import Table
from ...core.view import View
from ..faults import PlayerFault
from .api import Api, Lost, Refused, Told
from .telling import Teller
from .thinkers import Thinker
from .waiting import Patience

PLAYS_ON = ("clock", "resigned")  # why the computer has a seat for good


class Place(NamedTuple):
    """Where somebody sits."""

    game: str
    seat: int


class Chosen(NamedTuple):
    """A move, and when it was decided: it is sent again if no answer came."""

    number: int  # of the last event before it
    move: int
    id: str


class Around(NamedTuple):
    """What all seats of a bot share."""

    teller: Teller
    stopping: threading.Event  # no new games
    enough: threading.Event  # nothing any more


class OnlineSeat:
    """A bot at a game, from sitting down to the end."""

    def __init__(self, api: Api, place: Place, player: Callable[[Told], Thinker], around: Around, nonce: str | None = None) -> None:
        self._reading, self._api = api, api.again()
        self._place, self._around, self._tell = place, around, around.teller
        self._make = player
        self._player: Thinker | None = None
        self._nonce = nonce
        self._done = 0  # the number of the last event that we know of, or that our own move made
        self._chosen: Chosen | None = None
        self._about: Told = {}
        self._patience = Patience(around.enough)
        self.over = False

    @property
    def _ends(self) -> bool:
        """Whether there is nothing more to do here; a game that has begun is finished."""
        return self.over or self._around.enough.is_set() or (self._around.stopping.is_set() and self.waits)

    @property
    def waits(self) -> bool:
        """Whether the game has not begun."""
        return bool(self._about.get("status", "waiting") == "waiting")

    def hang_up(self) -> None:
        """From another thread: end the stream, so that it is looked whether to go on."""
        self._reading.interrupt()

    def play(self) -> None:
        """Until the game is over, or there is nothing more to do in it; raises `Refused` if the server does not let us."""
        try:
            while not self._ends:
                try:
                    self._follow()
                except Lost as lost:
                    if self._ends:
                        return
                    if not self._patience.failures:
                        self._tell.warn("lost", game=self._place.game, why=str(lost))
                    self._patience.wait(lost.wait)
        finally:
            self._reading.close()
            self._api.close()
            if self._player is not None:
                self._player.close()

    def _follow(self) -> None:
        path = f"/api/games/{self._place.game}/stream"
        with closing(self._reading.stream(path, seat=self._place.seat, language=self._tell.language)) as frames:
            for frame in frames:
                if frame is not None:
                    self._hear(frame)
                if self._patience.failures:
                    self._tell.tell("back", game=self._place.game)
                    self._patience.rest()
                if self._ends:
                    return
        raise Lost("the stream has ended")

    def _hear(self, frame: Told) -> None:
        if "summary" in frame:
            self._learn(frame["summary"])
        state = frame.get("state")
        if not state or self.over:
            return
        if state["over"]:
            self._finish(state["result"])
        elif state["number"] >= self._done:  # an older one was overtaken by our own move
            asked = state["undo_asked"]
            if asked is not None and self._place.seat in asked["waits_for"]:
                self._post("undo/answer", id=self._id(), ply=state["ply"], agree=True)
            elif state["turn"] == self._place.seat and state["legal"]:
                self._move(state)

    def _learn(self, about: Told) -> None:
        """How the game stands, and what it waits for from us."""
        before, self._about = self._about, about
        mine = about["seats"][self._place.seat]
        if about["status"] == "running" and before.get("status") != "running":
            others = ", ".join(seat["name"] for seat in about["seats"] if not seat["mine"])
            self._tell.tell("begun", game=about["game"], title=about["title"], seat=self._place.seat, others=others)
        if about["status"] in ("closed", "damaged") or not mine["mine"]:
            self._tell.warn("closed", game=about["game"])
            self.over = True
        elif mine["left"] in PLAYS_ON:
            self._tell.warn(f"gone_{mine['left']}", game=about["game"])
            self.over = True
        elif about["status"] == "running" and mine["left"] is not None:
            self._post("return", id=self._id())
        elif about["status"] == "waiting" and mine["owes"] == "commitment":
            self._commit()
        elif about["status"] == "waiting" and mine["owes"] == "nonce":
            self._reveal()

    def _commit(self) -> None:
        self._nonce = secrets.token_hex(32)
        self._post("commit", commitment=commitment_of(self._about["promise"], self._place.seat, self._nonce))

    def _reveal(self) -> None:
        """Show the nonce once all have committed. One that a restart of this program has lost is replaced, as long as that is allowed."""
        if self._nonce is None:
            self._commit()
        elif all(seat["taken"] and seat["owes"] != "commitment" for seat in self._about["seats"]):
            self._post("reveal", nonce=self._nonce)

    def _move(self, state: Told) -> None:
        try:
            if self._chosen is None or self._chosen.number != state["number"]:
                self._chosen = Chosen(state["number"], self._decide(state), self._id())
        except PlayerFault as fault:
            self._tell.warn("fault", game=self._place.game, kind=fault.fault.kind, why=fault.fault.detail)
            self._post("resign", id=self._id())
            return
        done = self._post("move", id=self._chosen.id, ply=state["ply"], moves=[self._chosen.move])
        if done is not None:
            self._done = done["number"]

    def _decide(self, state: Told) -> int:
        """The player's move in the position as this seat sees it. Nothing else is known here."""
        view = self._look(state["ply"])
        if self._player is None:
            self._player = self._make(self._about)
        move = self._player.decide(view)
        if move not in view.legal:
            raise PlayerFault("illegal", f"{move} is none of {len(view.legal)} legal moves")
        return move

    def _look(self, ply: int) -> View:
        place = self._place
        text = self._api.text(f"/api/games/{place.game}/position", ply=ply, seat=place.seat)
        return Table.from_position(text).view(place.seat)

    def _post(self, what: str, **body: Any) -> Told | None:
        """Send something; None if the game does not allow it any more: the stream tells how it stands."""
        path = f"/api/games/{self._place.game}/{what}"
        try:
            done: Told = self._api.post(path, {"seat": self._place.seat, **body})
        except Refused as refused:
            if refused.status != 409:
                raise
            if refused.error != "stale":
                self._tell.warn("refused", game=self._place.game, what=what, why=str(refused))
            return None
        return done

    @staticmethod
    def _id() -> str:
        return secrets.token_hex(8)

    def _finish(self, result: Told | None) -> None:
        self.over = True
        places = (result or {}).get("places")
        if places:
            place, points = places[self._place.seat], result["points"] if result else []
            self._tell.tell("over", game=self._place.game, place=place, players=len(places), points=points)
