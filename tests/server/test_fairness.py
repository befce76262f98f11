"""Draws nobody can steer: commitments before nonces, in new games, rematches and games from positions."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tegel.core.fairness import commitment_of
from tegel.core.record import Record
from tegel.core.replay import replay, verify
from tegel.core.table import Table
from tests.configurations import new_table, play_random
from tests.server.client import Client
from tests.server.conftest import Running

NONCES = ("a1" * 32, "b2" * 32, "c3" * 32)


class Browser:
    """A person whose browser adds to the draws."""

    def __init__(self, client: Client, nonce: str) -> None:
        self.client, self.nonce = client, nonce

    def make(self, *seats: dict[str, Any], alone: bool = False, **more: Any) -> dict[str, Any]:
        """A new game, committed to; who plays alone shows the nonce at once."""
        promise = self.client.get("/api/promise")["promise"]
        body = {"seats": seats, "promise": promise, "commitment": commitment_of(promise, 0, self.nonce), **more}
        made: dict[str, Any] = self.client.post("/api/games", {**body, "nonce": self.nonce} if alone else body, 201)
        return made

    def join(self, invitation: str) -> dict[str, Any]:
        found = self.client.get(f"/api/invitations/{invitation}")
        return self.client.join(invitation, commitment=commitment_of(found["game"]["promise"], found["seat"], self.nonce))

    def commit(self, game: str, seat: int, status: int = 200) -> Any:
        promise = self.client.get(f"/api/games/{game}")["promise"]
        body = {"seat": seat, "commitment": commitment_of(promise, seat, self.nonce)}
        return self.client.post(f"/api/games/{game}/commit", body, status)

    def reveal(self, game: str, seat: int, status: int = 200) -> Any:
        return self.client.post(f"/api/games/{game}/reveal", {"seat": seat, "nonce": self.nonce}, status)

    def status(self, game: str) -> str:
        return str(self.client.get(f"/api/games/{game}")["status"])


def browsers(server: Running) -> tuple[Browser, Browser]:
    return Browser(server.client(), NONCES[0]), Browser(server.client(), NONCES[1])


def play_on(game: str, *people: Browser) -> Record:
    """Random moves over HTTP to the end; each person has the seats the summary says are theirs."""
    source = random.Random(4)
    reader = people[0].client
    owners = {seat["seat"]: person for person in people for seat in person.client.get(f"/api/games/{game}")["seats"] if seat["mine"]}
    while not (state := reader.get(f"/api/games/{game}/state"))["over"]:
        turn = state["turn"]
        mover = owners[turn].client
        legal = mover.get(f"/api/games/{game}/state", seat=turn)["legal"]
        move = {"seat": turn, "id": f"{state['ply']}", "ply": state["ply"], "moves": [source.choice(legal)["move"]]}
        mover.post(f"/api/games/{game}/move", move)
    return record_of(reader, game)


def record_of(client: Client, game: str) -> Record:
    return Record.loads(client.http.get(f"/api/games/{game}/record").text)


HERE, LINK = {"kind": "here"}, {"kind": "link"}


def test_nonces_are_shown_only_when_all_have_committed(server: Running) -> None:
    anna, ben = browsers(server)
    made = anna.make(HERE, LINK, game="azul", options={"rounds": 1})
    game = made["game"]
    assert anna.reveal(game, 0, 409)["error"] == "illegal", "Ben has not committed yet"
    ben.join(made["seats"][1]["invitation"])
    summary = ben.client.get(f"/api/games/{game}")
    assert summary["status"] == "waiting"
    assert [seat["owes"] for seat in summary["seats"]] == ["nonce", "nonce"]
    promise = summary["promise"]
    assert [seat["commitment"] for seat in summary["seats"]] == [commitment_of(promise, seat, NONCES[seat]) for seat in (0, 1)]
    assert not any(nonce in str(summary) for nonce in NONCES)
    assert anna.commit(game, 0)["number"] == 2, "the same again"
    Browser(anna.client, NONCES[2]).commit(game, 0, 409)
    Browser(anna.client, NONCES[2]).reveal(game, 0, 400)
    anna.reveal(game, 0)
    assert anna.reveal(game, 0)["number"] == 3, "the same again"
    assert anna.status(game) == "waiting"
    ben.reveal(game, 1)
    assert anna.status(game) == "running"
    kinds = [event["kind"] for event in anna.client.get(f"/api/games/{game}/events")["events"]]
    assert kinds == ["created", "joined", "revealed", "revealed", "started"]
    record = play_on(game, anna, ben)
    assert verify(record).over
    assert record.proof is not None
    assert record.proof.promise == promise
    assert record.proof.nonces == NONCES[:2]
    assert all(record.proof.commitments)


def test_a_nonce_beside_its_commitment_is_refused_among_several_people(server: Running) -> None:
    anna, ben = browsers(server)
    promise = anna.client.get("/api/promise")["promise"]
    given = {"game": "azul", "promise": promise, "commitment": commitment_of(promise, 0, NONCES[0]), "nonce": NONCES[0]}
    anna.client.post("/api/games", {**given, "seats": [HERE, LINK]}, 400)
    made = anna.make(HERE, LINK, game="azul")
    invitation = made["seats"][1]["invitation"]
    commitment = commitment_of(ben.client.get(f"/api/invitations/{invitation}")["game"]["promise"], 1, NONCES[1])
    ben.client.post("/api/join", {"invitation": invitation, "commitment": commitment, "nonce": NONCES[1]}, 400)


def test_who_plays_alone_starts_at_once(server: Running) -> None:
    anna, _ = browsers(server)
    made = anna.make(HERE, {"kind": "computer", "player": "random"}, alone=True, game="azul")
    assert anna.status(made["game"]) == "running"
    promise = anna.client.get("/api/promise")["promise"]
    wrong = {"game": "azul", "promise": promise, "commitment": commitment_of(promise, 1, NONCES[0]), "nonce": NONCES[0]}
    anna.client.post("/api/games", {**wrong, "seats": [HERE, HERE]}, 400)
    anna.client.post("/api/games", {"game": "azul", "seats": [HERE, HERE], "commitment": "ab" * 32}, 400)


def test_a_rematch_waits_for_fresh_nonces(server: Running) -> None:
    anna, ben = browsers(server)
    made = anna.make(HERE, LINK, game="azul", options={"rounds": 1})
    ben.join(made["seats"][1]["invitation"])
    anna.reveal(made["game"], 0)
    ben.reveal(made["game"], 1)
    first = play_on(made["game"], anna, ben)
    game = ben.client.post(f"/api/games/{made['game']}/rematch", {"id": "again"})["game"]
    summary = anna.client.get(f"/api/games/{game}")
    assert (summary["status"], [seat["owes"] for seat in summary["seats"]]) == ("waiting", ["commitment", "commitment"])
    assert first.proof is not None
    assert summary["promise"] != first.proof.promise
    ben.commit(game, 0)
    ben.reveal(game, 0, 409)
    anna.commit(game, 1)
    anna.reveal(game, 1)
    ben.reveal(game, 0)
    record = play_on(game, anna, ben)
    verify(record)
    assert record.proof is not None
    assert record.proof.promise == summary["promise"]
    assert record.proof.nonces == (NONCES[1], NONCES[0])
    assert record.key != first.key


def test_a_rematch_does_not_wait_for_somebody_forgotten(server: Running) -> None:
    anna, ben = browsers(server)
    made = anna.make(HERE, LINK, game="azul", options={"rounds": 1})
    ben.join(made["seats"][1]["invitation"])
    anna.reveal(made["game"], 0)
    ben.reveal(made["game"], 1)
    play_on(made["game"], anna, ben)
    assert ben.client.http.delete("/api/me").status_code == 204
    game = anna.client.post(f"/api/games/{made['game']}/rematch", {"id": "again"})["game"]
    assert [seat["owes"] for seat in anna.client.get(f"/api/games/{game}")["seats"]] == [None, "commitment"]
    anna.commit(game, 1)
    anna.reveal(game, 1)
    assert anna.status(game) == "running"


def test_a_rematch_of_programs_without_nonces_starts_at_once(server: Running) -> None:
    anna, _ = browsers(server)
    game = anna.client.create("azul", "here", "here", options={"rounds": 1})["game"]
    play_on(game, anna)
    assert anna.status(anna.client.post(f"/api/games/{game}/rematch", {"id": "again"})["game"]) == "running"


@pytest.mark.parametrize("name", ["azul", "duel", "blockers"])
def test_a_position_is_dealt_anew_when_another_person_sits_down(server: Running, name: str) -> None:
    """The maker knows the key and all that is hidden in the position; neither is in the game."""
    anna, ben = browsers(server)
    before = play_random(new_table(name, {"players": 2} if name != "duel" else {}, 11), 11, 10)
    made = anna.make(HERE, LINK, position=before.position)
    game = made["game"]
    ben.join(made["seats"][1]["invitation"])
    anna.reveal(game, 0)
    ben.reveal(game, 1)
    summary = anna.client.get(f"/api/games/{game}")
    assert summary["position"]
    assert summary["key_hash"]
    if name == "blockers":
        view = anna.client.get(f"/api/games/{game}/state", seat=0)["view"]
        assert view["racks"][:2] != before.view(0).facts["racks"][:2]
    record = play_on(game, anna, ben)
    assert verify(record).over
    assert record.proof is not None
    assert record.proof.nonces == NONCES[:2]
    assert record.start is not None
    assert record.start == Table.deal_position(before.position, -1, (1, 2, 3, 4)).start
    uploaded = anna.client.http.post("/api/records", content=record.dumps().encode()).json()
    assert replay(record_of(anna.client, uploaded["game"])).position == replay(record).position


def test_who_plays_a_position_alone_keeps_its_draws(server: Running) -> None:
    anna, _ = browsers(server)
    before = play_random(new_table("azul", {"players": 2}, 12), 12, 4)
    game = anna.client.post("/api/games", {"seats": [HERE, HERE], "position": before.position}, 201)["game"]
    summary = anna.client.get(f"/api/games/{game}")
    assert summary["position"]
    assert summary["key_hash"] is None, "nothing to verify"
    assert "draws of its own" in anna.client.http.get(f"/api/games/{game}/record").json()["say"]


@pytest.mark.parametrize("alone", [True, False])
def test_a_branch_has_a_record(server: Running, alone: bool) -> None:
    anna, ben = browsers(server)
    over = play_random(new_table("blockers", {"players": 2}, 13), 13)
    uploaded = anna.client.http.post("/api/records", content=over.record.dumps().encode()).json()["game"]
    promise = anna.client.get("/api/promise")["promise"]
    given = {"ply": len(over.moves) - 12, "seat": 0, "promise": promise, "commitment": commitment_of(promise, 0, NONCES[0])}
    given |= {"nonce": NONCES[0], "seats": [HERE, HERE]} if alone else {"seats": [HERE, LINK]}
    made = anna.client.post(f"/api/games/{uploaded}/branch", given, 201)
    game = made["game"]
    if alone:
        past = anna.client.get(f"/api/games/{uploaded}/plies/{given['ply']}", seat=0)["view"]["racks"]
        assert anna.client.get(f"/api/games/{game}/state", seat=0)["view"]["racks"][:2] == past[:2], "what the seat knew it still knows"
        assert server.client().http.get(f"/api/games/{game}/record").status_code == 409, "it would show the racks at the start"
        record = play_on(game, anna)
    else:
        ben.join(made["seats"][1]["invitation"])
        anna.reveal(game, 0)
        ben.reveal(game, 1)
        record = play_on(game, anna, ben)
    verify(record)
    assert record.proof is not None
    assert record.proof.promise == promise
    assert record.start is not None
    assert record.start.viewer == (0 if alone else -1)


def test_commitments_survive_a_restart(serve: Callable[..., Running]) -> None:
    server = serve()
    anna, ben = browsers(server)
    made = anna.make(HERE, LINK, game="azul")
    ben.join(made["seats"][1]["invitation"])
    anna.reveal(made["game"], 0)
    cookies = [dict(person.client.http.cookies) for person in (anna, ben)]
    server.stop()
    again = serve()
    back = Browser(again.client(), NONCES[1])
    back.client.http.cookies.update(cookies[1])
    assert [seat["owes"] for seat in back.client.get(f"/api/games/{made['game']}")["seats"]] == [None, "nonce"]
    back.reveal(made["game"], 1)
    assert back.status(made["game"]) == "running"


def test_the_socket_takes_part_too(server: Running) -> None:
    anna, ben = browsers(server)
    made = anna.make(HERE, LINK, game="azul")
    ben.join(made["seats"][1]["invitation"])
    sockets = [anna.client.sit(made["game"], 0), ben.client.sit(made["game"], 1)]
    for seat, socket in enumerate(sockets):
        socket.send({"type": "reveal", "id": "r", "seat": seat, "nonce": NONCES[seat]})
    for socket in sockets:
        while socket.receive("summary")["summary"]["status"] != "running":
            pass
        assert socket.state["ply"] == 0
