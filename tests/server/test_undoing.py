"""Taking back against people: asked, answered, gone with the next move."""

from __future__ import annotations

from typing import Any

from tests.server.client import Client, Socket
from tests.server.conftest import Running


def at_table(server: Running, *more: Client) -> tuple[str, list[Socket]]:
    """A game of people by link, each at a socket of their own."""
    people = [server.client(), server.client(), *more]
    created = people[0].create("azul", "here", *["link"] * (len(people) - 1))
    for person, seat in zip(people[1:], created["seats"][1:], strict=True):
        person.join(seat["invitation"])
    return created["game"], [person.sit(created["game"], seat, after=0) for seat, person in enumerate(people)]


def ask(socket: Socket, kind: str, **more: Any) -> dict[str, Any]:
    """Send a frame about the present ply; what is answered."""
    return socket.ask({"type": kind, "id": f"{kind} {len(socket.events)} {more}", "ply": socket.state["ply"], **more})


def first_move(sockets: list[Socket]) -> int:
    """Whoever begins moves; which seat that was."""
    turn: int = sockets[0].state["turn"]
    assert sockets[turn].move(sockets[turn].state["legal"][0]["move"])["type"] == "ack"
    for socket in sockets:
        socket.until(lambda state: state["ply"] == 1)
    return turn


def test_a_person_is_asked_before_a_move_is_taken_back(server: Running) -> None:
    _, sockets = at_table(server)
    first = first_move(sockets)
    mine, other = sockets[first], sockets[1 - first]
    assert mine.state["undo"]
    assert ask(mine, "undo")["type"] == "ack"
    other.until(lambda state: state["undo_asked"] is not None)
    assert other.state["undo_asked"] == {"seat": first, "waits_for": [1 - first]}
    assert other.state["ply"] == 1, "nothing is taken back yet"
    assert ask(mine, "undo")["error"] == "illegal", "once is enough"
    assert ask(mine, "answer_undo", agree=True)["error"] == "illegal", "one cannot agree with oneself"
    assert ask(other, "answer_undo", agree=True)["type"] == "ack"
    for socket in sockets:
        socket.until(lambda state: state["ply"] == 0)
        assert socket.state["undo_asked"] is None
    assert [event["kind"] for event in other.events[-3:]] == ["undo_asked", "undo_agreed", "undone"]
    assert mine.move(mine.state["legal"][1]["move"])["type"] == "ack", "and play goes on"


def test_who_is_asked_may_decline_and_the_next_move_ends_it(server: Running) -> None:
    game, sockets = at_table(server)
    first = first_move(sockets)
    mine, other = sockets[first], sockets[1 - first]
    ask(mine, "undo")
    other.until(lambda state: state["undo_asked"] is not None)
    assert ask(other, "answer_undo", agree=False)["type"] == "ack"
    mine.until(lambda state: state["undo_asked"] is None)
    assert mine.state["ply"] == 1
    assert ask(other, "answer_undo", agree=True)["error"] == "illegal", "it is answered"
    assert "after another move" in ask(mine, "undo")["say"], "nobody is asked again and again"
    assert other.move(other.state["legal"][0]["move"])["type"] == "ack"
    mine.until(lambda state: state["ply"] == 2)
    assert ask(other, "undo")["type"] == "ack"
    mine.until(lambda state: state["undo_asked"] is not None)
    assert mine.move(mine.state["legal"][0]["move"])["type"] == "ack"
    other.until(lambda state: state["ply"] == 3)
    assert other.state["undo_asked"] is None
    assert ask(mine, "answer_undo", agree=True)["error"] == "illegal"
    assert server.house.rooms[game].ply == 3


def test_everybody_has_to_agree(server: Running) -> None:
    game, sockets = at_table(server, server.client())
    first = first_move(sockets)
    ask(sockets[first], "undo")
    others = [seat for seat in range(3) if seat != first]
    for seat in others:
        sockets[seat].until(lambda state: state["undo_asked"] is not None)
    ask(sockets[others[0]], "answer_undo", agree=True)
    assert server.house.rooms[game].ply == 1
    assert server.house.rooms[game].waits_for == [others[1]]
    assert ask(sockets[others[0]], "answer_undo", agree=True)["error"] == "illegal", "one has agreed once"
    ask(sockets[others[1]], "answer_undo", agree=True)
    sockets[first].until(lambda state: state["ply"] == 0)


def test_without_a_socket(server: Running) -> None:
    anna, ben = server.client(), server.client()
    created = anna.create("azul", "here", "link")
    ben.join(created["seats"][1]["invitation"])
    game, people = created["game"], [anna, ben]
    first = anna.get(f"/api/games/{game}")["turn"]
    state = people[first].get(f"/api/games/{game}/state", seat=first)
    people[first].post(f"/api/games/{game}/move", {"seat": first, "id": "m", "ply": 0, "moves": [state["legal"][0]["move"]]})
    people[first].post(f"/api/games/{game}/undo", {"seat": first, "id": "u", "ply": 1})
    answer = {"seat": 1 - first, "id": "a", "ply": 1, "agree": True}
    people[first].post(f"/api/games/{game}/undo/answer", answer, 403)
    assert people[1 - first].post(f"/api/games/{game}/undo/answer", answer)["ply"] == 0


def test_what_a_person_played_stays_when_the_computer_has_taken_over(server: Running) -> None:
    """The seat's moves were a person's when they were made; that the computer holds it now makes nobody a computer."""
    _, sockets = at_table(server)
    first = first_move(sockets)
    mine, other = sockets[first], sockets[1 - first]
    assert other.move(other.state["legal"][0]["move"])["type"] == "ack"
    mine.until(lambda state: state["ply"] == 2)
    other.send({"type": "takeover", "id": "leave", "seat": 1 - first})
    other.receive("ack")
    mine.until(lambda state: state["number"] > 4)
    assert not mine.state["undo"]
    assert "somebody else has moved" in ask(mine, "undo")["say"]


def test_a_question_ends_when_somebody_it_is_about_leaves(server: Running) -> None:
    game, sockets = at_table(server, server.client())
    first = first_move(sockets)
    ask(sockets[first], "undo")
    others = [seat for seat in range(3) if seat != first]
    sockets[others[0]].until(lambda state: state["undo_asked"] is not None)
    ask(sockets[others[0]], "answer_undo", agree=True)
    sockets[others[1]].send({"type": "resign", "id": "enough", "seat": others[1]})
    sockets[others[1]].receive("ack")
    assert server.house.rooms[game].asked is None
    sockets[first].until(lambda state: state["undo_asked"] is None)
