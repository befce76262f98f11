"""Draws nobody can steer: commitments before nonces, in new games, rematches and games from positions."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from tegel.cli.commands.verify import explain
from tegel.core.fairness import NO_NONCE, commitment_of, findings, mix_key
from tegel.core.record import Record
from tegel.core.replay import replay, verify
from tegel.core.table import Table
from tegel.core.words import say
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


TABLES = {
    "three who commit": ("azul", ("commit", "commit", "commit")),
    "four, one in the open and one without": ("azul", ("commit", "open", "nothing", "commit")),
    "five, one in the open and one without": ("blockers", ("commit", "commit", "open", "nothing", "commit")),
}


@pytest.mark.parametrize(("name", "gives"), TABLES.values(), ids=TABLES)
def test_whoever_joins_last_chooses_nothing_even_with_the_server(server: Running, name: str, gives: tuple[str, ...]) -> None:
    """Until the last commitment is there nobody's nonce can be seen or shown; from then on nobody can change anything, or try again."""
    nonces = [f"{seat + 1:02x}" * 32 for seat in range(len(gives))]
    people = [Browser(server.client(), nonce) for nonce in nonces]
    made = people[0].make(HERE, *[LINK] * (len(gives) - 1), game=name, options={"rounds": 1} if name == "azul" else {})
    game, last = made["game"], len(gives) - 1
    for seat, person in enumerate(people[1:], 1):
        for early in (early for early in range(seat) if gives[early] == "commit"):
            assert people[early].reveal(game, early, 409)["error"] == "illegal"
        invitation = made["seats"][seat]["invitation"]
        seen = person.client.http.get(f"/api/invitations/{invitation}").text + person.client.http.get(f"/api/games/{game}/events").text
        assert not any(nonce in seen for nonce in nonces)
        if gives[seat] == "commit":
            person.join(invitation)
        else:
            person.client.join(invitation, **({"nonce": person.nonce} if gives[seat] == "open" else {}))
    summary = people[last].client.get(f"/api/games/{game}")
    assert [seat["owes"] for seat in summary["seats"]] == ["nonce" if give == "commit" else None for give in gives]
    for seat in (seat for seat, give in enumerate(gives) if give == "commit" and seat != last):
        people[seat].reveal(game, seat)
    assert people[0].status(game) == "waiting", "the last joiner knows all other nonces now, and the server its secret"
    again = Browser(people[last].client, "ee" * 32)
    again.commit(game, last, 409)
    again.reveal(game, last, 400)
    people[0].client.post(f"/api/games/{game}/invitations", {"seat": last}, 409)
    link = again.client.post(f"/api/games/{game}/seat-link", {"seat": last}, 201)["link"]
    server.client().post("/api/seat-links", {"link": link}, 409)
    for other in (seat for seat, give in enumerate(gives) if give != "commit"):
        Browser(people[other].client, "ee" * 32).commit(game, other, 409)
        Browser(people[other].client, "ee" * 32).reveal(game, other, 409)
    people[last].reveal(game, last)
    record = play_on(game, *people)
    assert record.key is not None
    assert record.proof is not None
    given = tuple(NO_NONCE if give == "nothing" else nonce for give, nonce in zip(gives, nonces, strict=True))
    assert record.key == mix_key(str(record.proof.secret), given)
    check_explained(record, gives, nonces[0], summary["promise"])


def check_explained(record: Record, gives: tuple[str, ...], nonce: str, promise: str) -> None:
    """`tegel verify` says of each seat what is proven, and no more."""
    found = findings(record.proof, verify(record).players, nonce, promise)
    told = explain(record, found, list(record.names), "en")
    names = {"commit": "committed", "open": "not_committed", "nothing": "no_nonce"}
    seats = [
        f"{'+' if give == 'commit' else '-'} {say('en', f'verify.{names[give]}', seat=seat + 1, player=record.names[seat])}"
        for seat, give in enumerate(gives)
    ]
    yours = f"+ {say('en', 'verify.your_nonce', seat=1, player=record.names[0])}"
    sure = [f"+ {say('en', f'verify.{name}')}" for name in ("secret", "your_promise")]
    assert told == [*sure, seats[0], yours, *seats[1:]]
    alone = explain(record, findings(record.proof, len(gives)), list(record.names), "en")
    unsure = [f"- {say('en', f'verify.{name}')}" for name in ("promise_unknown", "nonce_unknown")]
    assert alone == [sure[0], unsure[0], *seats, unsure[1]]


def test_whoever_committed_and_is_forgotten_leaves_no_second_try(server: Running) -> None:
    """Before the start the last joiner goes away having seen the other nonces: nobody else can sit down with a better one."""
    people = [Browser(server.client(), f"{seat + 1:02x}" * 32) for seat in range(3)]
    made = people[0].make(HERE, LINK, LINK, game="azul")
    for seat in (1, 2):
        people[seat].join(made["seats"][seat]["invitation"])
    for seat in (0, 1):
        people[seat].reveal(made["game"], seat)
    assert people[2].client.http.delete("/api/me").status_code == 204
    people[0].client.post(f"/api/games/{made['game']}/invitations", {"seat": 2}, 409)
    assert server.client().http.post("/api/join", json={"invitation": made["seats"][2]["invitation"]}).status_code == 404


@pytest.mark.parametrize("who", ["owes a nonce", "made the game"])
@pytest.mark.parametrize("in_memory", [True, False])
def test_a_game_that_can_never_begin_is_closed(server: Running, who: str, in_memory: bool) -> None:
    """Somebody the game waits for is forgotten: the others are told, and it counts no more among their unfinished games."""
    anna, ben = browsers(server)
    made = anna.make(HERE, LINK, *([] if who == "owes a nonce" else [LINK]), game="azul")
    ben.join(made["seats"][1]["invitation"])
    gone, left = (ben, anna) if who == "owes a nonce" else (anna, ben)
    watcher = left.client.sit(made["game"]) if in_memory else None
    if not in_memory:
        server.house.rooms.pop(made["game"])
    assert gone.client.http.delete("/api/me").status_code == 204
    if watcher is not None:
        while watcher.receive("event")["event"]["kind"] != "closed":
            pass
    deadline = time.monotonic() + 60
    while left.status(made["game"]) != "closed":  # it is done besides
        assert time.monotonic() < deadline
    assert left.client.post(f"/api/games/{made['game']}/reveal", {"seat": 0, "nonce": NONCES[0]}, 403 if gone is anna else 409)


def test_a_game_that_can_still_begin_waits_on(server: Running) -> None:
    """Who owes nothing can be forgotten: the computer may play for them later."""
    anna, ben = browsers(server)
    made = anna.make(HERE, LINK, LINK, game="azul")
    ben.client.join(made["seats"][1]["invitation"])
    assert ben.client.http.delete("/api/me").status_code == 204
    assert anna.status(made["game"]) == "waiting"
    Browser(server.client(), NONCES[2]).join(made["seats"][2]["invitation"])
    assert [seat["owes"] for seat in anna.client.get(f"/api/games/{made['game']}")["seats"]] == ["nonce", None, "nonce"]


def test_a_branch_of_a_branch_is_a_game_like_any_other(server: Running) -> None:
    anna, _ = browsers(server)
    game = anna.client.create("azul", "here", "here", options={"rounds": 1})["game"]
    for _ in range(5):
        state = anna.client.get(f"/api/games/{game}/state", seat=0)
        turn = state["turn"]
        legal = anna.client.get(f"/api/games/{game}/state", seat=turn)["legal"]
        anna.client.post(f"/api/games/{game}/move", {"seat": turn, "id": "x", "ply": 0, "moves": [legal[0]["move"]]})
        before = anna.client.get(f"/api/games/{game}/state", seat=0)
        made = anna.client.post(f"/api/games/{game}/branch", {"ply": 1, "seats": [HERE, HERE]}, 201)
        told = anna.client.get(f"/api/games/{made['game']}")
        assert told["origin"] == {"game": game, "ply": 1}
        after = anna.client.get(f"/api/games/{made['game']}/state", seat=0)
        assert (after["ply"], after["turn"], after["view"]["boards"]) == (0, before["turn"], before["view"]["boards"])
        game = made["game"]
    record = play_on(game, anna)
    assert record.start is not None
    assert verify(record).over


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


def test_there_is_no_rematch_with_somebody_forgotten(server: Running) -> None:
    """Nobody could ever move for that seat, and the others would wait for it."""
    anna, ben = browsers(server)
    made = anna.make(HERE, LINK, game="azul", options={"rounds": 1})
    ben.join(made["seats"][1]["invitation"])
    anna.reveal(made["game"], 0)
    ben.reveal(made["game"], 1)
    play_on(made["game"], anna, ben)
    assert ben.client.http.delete("/api/me").status_code == 204
    for forgotten in (False, True):
        if forgotten:
            server.house.rooms.pop(made["game"])
        assert anna.client.post(f"/api/games/{made['game']}/rematch", {"id": "again"}, 409)["error"] == "illegal"
    assert anna.client.get(f"/api/games/{made['game']}")["rematch"] is None


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
