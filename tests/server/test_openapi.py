"""Requests made up from the API's own description, right ones and wrong ones: the server answers all of them, and as it says it would."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from tegel.server import answers, board_answers, catalogue_answers, health_answers, people_answers, seat_answers
from tests.seeds import run_seed
from tests.server.client import Client
from tests.server.conftest import Running

EXAMPLES = 8  # of right and of wrong requests for each operation
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def test_every_answer_is_as_described(server: Running) -> None:
    described = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    operations = [found.ok() for found in described.get_all_operations()]
    assert len(operations) > 15
    asked = 0
    for operation in operations:
        for mode in GenerationMode:

            @seed(f"{run_seed()} {operation.label} {mode}")
            @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None)
            @given(case=operation.as_strategy(generation_mode=mode))
            def answered(case: Any) -> None:
                nonlocal asked
                asked += 1
                case.validate_response(case.call(timeout=20), checks=CHECKS)

            with suppress(Unsatisfiable):  # without parameters nothing can be wrong
                answered()
    assert asked > 250


def exactly(answer: Any, shape: Any) -> None:
    """The answer has all fields of the shape, of their types, and no others that are not described."""
    assert_no_more(answer, msgspec.to_builtins(msgspec.convert(answer, shape)))


def assert_no_more(answer: Any, known: Any, where: str = "") -> None:
    if isinstance(answer, dict):
        assert not set(answer) - set(known), f"not described{where}: {set(answer) - set(known)}"
        for name, value in answer.items():
            assert_no_more(value, known[name], f"{where}.{name}")
    elif isinstance(answer, list):
        for value, described in zip(answer, known, strict=True):
            assert_no_more(value, described, where)


def play_some(client: Client, game: str, plies: int) -> list[dict[str, Any]]:
    """Moves over HTTP by whoever is to move."""
    done = []
    for _ in range(plies):
        summary = client.get(f"/api/games/{game}")
        if summary["turn"] is None:
            break
        state = client.get(f"/api/games/{game}/state", seat=summary["turn"])
        body = {"seat": summary["turn"], "id": f"{state['ply']}", "ply": state["ply"], "moves": [state["legal"][0]["move"]]}
        exactly(client.post(f"/api/games/{game}/try", body), answers.Tried)
        done.append(client.post(f"/api/games/{game}/move", body))
    return done


@pytest.mark.parametrize("name", ["azul", "duel", "blockers"])
def test_the_answers_of_a_game_have_the_described_fields_and_no_others(server: Running, name: str) -> None:
    client = server.client()
    exactly(client.post("/api/games", {"game": name, "seats": [{"kind": "here"}, {"kind": "link"}]}, 201), seat_answers.Created)
    created = client.create(name, "here", "here", clock={"base": 300, "increment": 5})
    game = created["game"]
    exactly(created, seat_answers.Created)
    for done in play_some(client, game, 400):
        exactly(done, answers.Acknowledged)
    exactly(client.get(f"/api/games/{game}"), answers.Summary)
    for seat in (-1, 0, 1):
        exactly(client.get(f"/api/games/{game}/state", seat=seat), answers.State)
        exactly(client.get(f"/api/games/{game}/plies/3", seat=seat), answers.PastState)
    events = client.get(f"/api/games/{game}/events", limit=500)
    assert {event["kind"] for event in events["events"]} >= {"created", "started", "move"}
    exactly(events, answers.Events)
    exactly(client.get("/api/me/games"), people_answers.MyGames)
    exactly(client.post(f"/api/games/{game}/branch", {"ply": 2, "seat": 0}, 201), seat_answers.Created)


def test_other_answers_have_the_described_fields_and_no_others(server: Running) -> None:
    client = server.client()
    exactly(client.get("/api/me"), people_answers.Guest)
    exactly(client.get("/api/promise"), seat_answers.Promise)
    exactly(client.get("/health"), health_answers.Healthy)
    for language in ("en", "nl", "fr"):
        exactly(client.get("/api/catalogue", language=language), catalogue_answers.Catalogue)
        exactly(client.get("/api/readiness"), health_answers.Readiness)
        exactly(client.get("/api/examples", language=language), board_answers.Examples)
    created = client.create("azul", "here", "link")
    invitation = client.post(f"/api/games/{created['game']}/invitations", {"seat": 1}, 201)
    exactly(invitation, seat_answers.Invitation)
    exactly(client.get(f"/api/invitations/{invitation['invitation']}"), seat_answers.Invited)
    exactly(server.client().join(invitation["invitation"]), seat_answers.Joined)
    exactly(client.get("/api/games/nosuchgame", 404), answers.Refused)
    exactly(client.get("/api/games/nosuchgame/events", 400, limit=0), answers.Refused)
