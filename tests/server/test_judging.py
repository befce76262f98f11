"""What the server's engine thinks of games that are over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.conftest import Running
from tests.server.test_limits import standing_still


@pytest.mark.parametrize(("game", "players"), [("azul", 2), ("blockers", 3)])
def test_positions_of_a_finished_game_are_judged(server: Running, game: str, players: int) -> None:
    client = server.client()
    id = client.create(game, "here", *["computer"] * (players - 1))["game"]
    path = f"/api/games/{id}/plies/0/judgement"
    refused = client.get(path, 409)
    assert refused["error"] == "illegal", "nobody gets help in a game that is going on"
    client.post(f"/api/games/{id}/resign", {"seat": 0, "id": "1"})
    found = client.get(path)
    assert found["simulations"] >= 1000
    assert 2 <= len(found["moves"]) <= 8
    for judged in found["moves"]:
        assert sum(judged["win"]) == pytest.approx(1, abs=1e-3)
        assert len(judged["points"]) == players
        assert judged["line"][0] == judged["move"]["move"]
    assert client.get(f"/api/games/{id}/plies/999/judgement", 404)["error"] == "unknown"


def test_judgements_are_limited(serve: Callable[..., Running]) -> None:
    server = serve()
    standing_still(server)
    limited = server.client()
    id = limited.create("azul", "here", "computer")["game"]
    answers = [limited.http.get(f"/api/games/{id}/plies/0/judgement").status_code for _ in range(25)]
    assert set(answers) == {409, 429}
    assert answers.index(429) == 20
