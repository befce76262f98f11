"""Duplicate rounds: every table gets the same deals, everybody has a part in them, and nobody learns anything from a faster table."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tegel.cli.commands.verify import explain
from tegel.core.fairness import commitment_of, findings
from tegel.core.record import Record
from tegel.core.replay import verify
from tegel.server import tournament_rounds
from tests.server.client import Client
from tests.server.conftest import Running
from tests.server.test_tournaments import entered, until

READS = ["", "/state", "/state?seat=0", "/events", "/plies/0", "/plies/1?seat=all", "/plies/1/judgement", "/record", "/position", "/stream"]
WRITES: list[tuple[str, dict[str, Any]]] = [
    ("branch", {"ply": 0, "seat": 0, "seats": [{"kind": "here"}, {"kind": "here"}]}),
    ("seat-link", {"seat": 0}),
    ("invitations", {"seat": 0}),
    ("join", {"seat": 0, "name": "Eve"}),
    ("rematch", {"id": "x"}),
    ("close", {}),
    ("try", {"seat": 0, "id": "x", "ply": 0, "moves": [0]}),
    ("undo", {"seat": 0, "id": "x", "ply": 0}),
    ("takeover", {"seat": 0, "id": "x"}),
    ("greet", {"seat": 0, "greeting": "hello"}),
]


class Table:
    """The players of one game, who play at random."""

    def __init__(self, id: str, game: str, players: list[Client]) -> None:
        self.game = game
        self.players = [player for player in players if player.get(f"/api/tournaments/{id}")["yours"] == game]
        self.seats = {seat["seat"]: player for player in self.players for seat in player.get(f"/api/games/{game}")["seats"] if seat["mine"]}
        self.dice = random.Random(game)

    def play(self, moves: int) -> bool:
        """Make so many moves; whether the game is over."""
        for number in range(moves):
            turn = self.players[0].get(f"/api/games/{self.game}")["turn"]
            if turn is None:
                return True
            state = self.seats[turn].get(f"/api/games/{self.game}/state", seat=turn)
            move = self.dice.choice(state["legal"])["move"]
            given = {"seat": turn, "id": f"{state['ply']}.{number}", "ply": state["ply"], "moves": [move]}
            self.seats[turn].post(f"/api/games/{self.game}/move", given)
        return self.players[0].get(f"/api/games/{self.game}")["turn"] is None


def deal(players: list[Client], id: str) -> dict[int, str]:
    """Everybody commits, then everybody shows; the nonces by place."""
    nonces: dict[int, str] = {}
    for player in players:
        asked = player.get(f"/api/tournaments/{id}")["asked"]
        assert asked["owes"] == "commitment"
        place = asked["place"]
        nonces[place] = secrets.token_hex(32)
        player.post(f"/api/tournaments/{id}/reveal", {"nonce": nonces[place]}, 400)  # too early
        player.post(f"/api/tournaments/{id}/commit", {"commitment": commitment_of(asked["promise"], place, nonces[place])})
    for player in players:
        asked = player.get(f"/api/tournaments/{id}")["asked"]
        assert asked["owes"] == "nonce"
        assert asked["commitments"][asked["place"]] == commitment_of(asked["promise"], asked["place"], nonces[asked["place"]])
        player.post(f"/api/tournaments/{id}/reveal", {"nonce": "00" * 32}, 400)
        player.post(f"/api/tournaments/{id}/reveal", {"nonce": nonces[asked["place"]]})
    return nonces


def tables_of(players: list[Client], id: str) -> list[Table]:
    shown = players[0].get(f"/api/tournaments/{id}")
    return [Table(id, table["game"], players) for table in shown["tables"][-1] if not table["bye"]]


def told_to(who: Client, game: str) -> list[Any]:
    """All that somebody is told who asks for a game in every way there is."""
    answers = [who.http.get(f"/api/games/{game}{path}") for path in READS]
    answers += [who.http.post(f"/api/games/{game}/{path}", json=body) for path, body in WRITES]
    told: list[Any] = [(answer.status_code, answer.content) for answer in answers]
    with pytest.raises(ConnectionClosed) as closed:
        who.sit(game)
    return [*told, closed.value.rcvd and closed.value.rcvd.code]


@pytest.mark.parametrize(("name", "options", "few"), [("azul", {"rounds": 1}, 3), ("blockers", {}, 12)])
def test_nobody_learns_from_a_faster_table(serve: Callable[..., Running], name: str, options: dict[str, Any], few: int) -> None:
    server = serve(export_token="secret", one_address=True)
    director, players, id = entered(server, 4, game=name, options=options, rounds=1, duplicate=True)
    director.post(f"/api/tournaments/{id}/round", {})
    assert director.get(f"/api/tournaments/{id}")["tables"][0][0]["game"] is None, "nothing is dealt yet"
    nonces = deal(players, id)
    fast, slow = tables_of(players, id)
    outsiders = [server.client(), director, *slow.players]
    dealt = fast.players[0].get(f"/api/games/{fast.game}/state")["view"]
    assert dealt == slow.players[0].get(f"/api/games/{slow.game}/state")["view"], "the same deals"
    before = [told_to(who, fast.game) for who in outsiders]
    for told in before:
        assert {each[0] for each in told[:-1]} == {403}
        assert len({each[1] for each in told[:-1]}) == 1, "the same bytes whatever is asked"
    fast.play(few)
    assert [told_to(who, fast.game) for who in outsiders] == before, "and whatever happened"
    while not fast.play(20):
        pass
    assert [told_to(who, fast.game) for who in outsiders] == before, "also when the game is over"
    check_own_table(fast)
    check_lists(server, outsiders, id, fast.game)
    while not slow.play(20):
        pass
    until(lambda: director.get(f"/api/tournaments/{id}")["deals"][0]["secret"])
    check_open(server, director, (fast, slow), nonces, id)


def check_own_table(table: Table) -> None:
    """A table that is over still knows nothing but its own past."""
    one, game = table.players[0], table.game
    about = one.get(f"/api/games/{game}")
    assert (about["status"], about["sealed"], about["key"]) == ("over", True, None)
    events = one.http.get(f"/api/games/{game}/events?limit=500").json()["events"]
    assert events[-1]["kind"] == "over"
    assert not any("key" in event for event in events)
    record = one.http.get(f"/api/games/{game}/record").text
    assert "\nkey " not in record
    assert "\nsecret " not in record
    one.get(f"/api/games/{game}/plies/1", 403, seat="all")
    other = next(seat for seat, player in table.seats.items() if player is not one)
    one.get(f"/api/games/{game}/plies/1", 403, seat=other)
    one.get(f"/api/games/{game}/plies/1/judgement", 409)
    one.post(f"/api/games/{game}/branch", {"ply": 1, "seat": other}, 403)
    socket = one.sit(game, next(seat for seat, player in table.seats.items() if player is one), after=0)
    welcome = json.dumps(socket.welcome)
    assert '"key": "' not in welcome


def check_lists(server: Running, outsiders: list[Client], id: str, game: str) -> None:
    """Nothing of a table that is over is told anywhere else."""
    for who in outsiders:
        for path in ("/api/lobby", "/api/me/games", "/api/me/results", "/api/me/tournaments", "/api/ratings"):
            answer = who.http.get(path)
            assert answer.status_code == 200
            assert game not in answer.text
        shown = who.get(f"/api/tournaments/{id}")
        assert [table["over"] for table in shown["tables"][0]].count(True) == 1
        assert all(table["places"] is None and table["points"] is None for table in shown["tables"][0])
        assert {(line["points"], line["match"], line["place"]) for line in shown["standings"]} == {(0.0, 0.0, 1)}
        assert (shown["deals"][0]["secret"], shown["deals"][0]["nonces"]) == (None, None)
        for name in ("standings.csv", "results.csv"):
            assert len({line.split(",")[-3] for line in who.http.get(f"/api/tournaments/{id}/{name}").text.splitlines()[1:]}) == 1
    lines = outsiders[0].http.get("/api/games.ndjson", headers={"authorization": "Bearer secret"})
    assert lines.status_code == 200
    assert lines.text == ""


def check_open(server: Running, director: Client, tables: tuple[Table, Table], nonces: dict[int, str], id: str) -> None:
    """The round is over: every game can be verified by everybody, and all have the same key."""
    shown = director.get(f"/api/tournaments/{id}")
    (deal,) = shown["deals"]
    keys = set()
    for at, table in enumerate(tables):
        anybody = server.client()
        record = Record.loads(anybody.http.get(f"/api/games/{table.game}/record").text)
        assert Record.loads(record.dumps()) == record
        assert record.format == 4
        assert verify(record).over
        keys.add(record.key)
        assert record.proof is not None
        assert (record.proof.promise, record.proof.secret) == (deal["promise"], deal["secret"])
        assert list(record.proof.nonces) == [nonces[place] for place in range(4)] == deal["nonces"]
        assert record.proof.first == 2 * at
        own, elsewhere = findings(record.proof, 2, nonces[2 * at], deal["promise"]), findings(record.proof, 2, nonces[2 - 2 * at])
        assert own.nonce_yours
        assert own.promise_yours
        assert all(seat.commitment for seat in (*own.seats, *own.others))
        assert len(own.others) == 2
        assert "+ Your nonce is among those of the other tables" in "\n".join(explain(record, elsewhere, list(record.names), "en"))
        anybody.get(f"/api/games/{table.game}/plies/1", seat="all")
        assert anybody.get(f"/api/games/{table.game}")["key"]
    assert len(keys) == 1
    for line in shown["standings"]:
        assert line["match"] in (0.0, 0.5, 1.0)
    assert sum(line["match"] for line in shown["standings"]) == pytest.approx(2), "a pair of equal seats shares one"
    lines = until(lambda: director.http.get("/api/games.ndjson", headers={"authorization": "Bearer secret"}).text.splitlines())
    assert len(lines) == 2
    assert len({json.loads(line)["id"] for line in lines}) == 2


def test_azul_deals_the_same_factories_in_later_rounds_too(server: Running) -> None:
    director, players, id = entered(server, 4, rounds=1, duplicate=True)
    director.post(f"/api/tournaments/{id}/round", {})
    deal(players, id)
    seen = []
    for table in tables_of(players, id):
        while (view := table.players[0].get(f"/api/games/{table.game}/state")["view"])["round"] < 2:
            table.play(1)
        seen.append((view["discs"], view["boards"]))
    assert seen[0][0] == seen[1][0]
    assert seen[0][1] != seen[1][1], "though they have played otherwise"


def test_a_round_goes_on_without_a_table_that_does_not_come(server: Running) -> None:
    """The director decides it: the deals are made anew, with another promise, and everybody else is asked again."""
    director, players, id = entered(server, 4, rounds=1, duplicate=True)
    director.post(f"/api/tournaments/{id}/round", {})
    first = players[0].get(f"/api/tournaments/{id}")["asked"]
    players[0].post(f"/api/tournaments/{id}/commit", {"commitment": commitment_of(first["promise"], first["place"], "ab" * 32)})
    assert len(director.get(f"/api/tournaments/{id}")["deals"][0]["waiting"]) == 3
    away = next(at for at, table in enumerate(director.get(f"/api/tournaments/{id}")["tables"][0]) if 1 not in table["players"])
    director.post(f"/api/tournaments/{id}/result", {"round": 1, "table": away + 1, "places": [1, 2]})
    there = [player for player in players if player.get(f"/api/tournaments/{id}")["asked"]]
    assert len(there) == 2
    assert players[0].get(f"/api/tournaments/{id}")["asked"]["promise"] != first["promise"]
    deal(there, id)
    (table,) = [table for table in tables_of(players, id) if table.players]
    table.players[0].post(f"/api/games/{table.game}/resign", {"seat": next(iter(table.seats)), "id": "r"})
    shown = until(lambda: (found := director.get(f"/api/tournaments/{id}"))["finished"] and found)
    assert until(lambda: director.get(f"/api/tournaments/{id}")["deals"][0]["secret"])
    assert sorted(line["match"] for line in shown["standings"]) == [0.0, 0.5, 0.5, 0.6]
    server.client().post(f"/api/tournaments/{id}/commit", {"commitment": "ab" * 32}, 400)


@pytest.mark.parametrize("left", [False, True])
def test_a_table_that_was_decided_while_it_plays_learns_nothing(server: Running, monkeypatch: pytest.MonkeyPatch, left: bool) -> None:
    """The others have the same deals: what came of them is told when that game is over too, or was left for a day."""
    director, players, id = entered(server, 4, rounds=1, duplicate=True)
    director.post(f"/api/tournaments/{id}/round", {})
    deal(players, id)
    quick, slow = tables_of(players, id)
    for table in (quick, slow):
        table.play(3)
    number = [table["game"] for table in director.get(f"/api/tournaments/{id}")["tables"][0]].index(slow.game) + 1
    director.post(f"/api/tournaments/{id}/result", {"round": 1, "table": number, "places": [1, 2]})
    quick.players[0].post(f"/api/games/{quick.game}/resign", {"seat": next(iter(quick.seats)), "id": "r"})
    told = [until(lambda who=who: not (found := who.get(f"/api/tournaments/{id}"))["playing"] and found) for who in (director, *players)]
    told.append(director.post(f"/api/tournaments/{id}/result", {"round": 1, "table": number, "places": [1, 2]}))
    for shown in told:
        assert [(table["places"], table["points"], table["match"]) for table in shown["tables"][0]] == [(None, None, None)] * 2
        assert [(line["points"], line["match"], line["played"]) for line in shown["standings"]] == [(0.0, 0.0, 0)] * 4
        assert shown["deals"][0]["secret"] is None
    results = director.http.get(f"/api/tournaments/{id}/results.csv").text.splitlines()[1:]
    assert [line.split(",")[4:7] for line in results] == [["", "", ""]] * 4
    if left:
        monkeypatch.setattr(tournament_rounds, "LEFT", 0)
    else:
        slow.players[0].post(f"/api/games/{slow.game}/resign", {"seat": next(iter(slow.seats)), "id": "r"})
    shown = until(lambda: (found := director.get(f"/api/tournaments/{id}"))["deals"][0]["secret"] and found)
    assert all(table["places"] for table in shown["tables"][0])
    assert sum(line["points"] for line in shown["standings"]) == 2


def test_who_does_not_add_to_the_deals_in_time_is_out(server: Running) -> None:
    director, players, id = entered(server, 4, rounds=1, duplicate=True, patience=5)
    director.post(f"/api/tournaments/{id}/round", {})
    found = until(lambda: not (found := director.get(f"/api/tournaments/{id}"))["playing"] and found)
    assert all(line["left"] for line in found["standings"])
    assert players[0].get(f"/api/tournaments/{id}")["asked"] is None


def test_a_duplicate_round_is_mended_at_the_start(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve()
    director, players, id = entered(server, 4, rounds=1, duplicate=True, options={"rounds": 1})
    director.post(f"/api/tournaments/{id}/round", {})

    async def stop(*_: Any) -> None:
        raise Restart

    monkeypatch.setattr(tournament_rounds, "open_room", stop)
    with pytest.raises(AssertionError):  # the last nonce is written, then the power is off
        deal(players, id)
    cookies = [dict(player.http.cookies) for player in players]
    server.stop()
    monkeypatch.undo()
    again = serve()
    back = [again.client() for _ in players]
    for player, kept in zip(back, cookies, strict=True):
        player.http.cookies.update(kept)
    for player in back:
        game = player.get(f"/api/tournaments/{id}")["yours"]
        until(lambda player=player, game=game: player.http.get(f"/api/games/{game}").status_code == 200)
    for table in tables_of(back, id):
        while not table.play(20):
            pass
    assert until(lambda: back[0].get(f"/api/tournaments/{id}")["deals"][0]["secret"])


class Restart(Exception):
    """The server stops."""


def test_a_damaged_deal_is_found(server: Running, serve: Callable[..., Running]) -> None:
    """What the key is made of is chained with the start of a game."""
    director, players, id = entered(server, 2, rounds=1, duplicate=True)
    director.post(f"/api/tournaments/{id}/round", {})
    deal(players, id)
    (table,) = tables_of(players, id)
    room = server.house.rooms[table.game]
    good = room.row["draws"]
    before = [entry.hash for entry in room.entries]
    room.row["draws"] = good.replace('"first":0', '"first":1')
    row = room.entries[1].row(room.id)
    assert room.link(before[0], row) != before[1]
    room.row["draws"] = good
    assert room.link(before[0], row) == before[1]
