"""Attacks that go through one process at a game of another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tegel.server.errors import TooMany
from tests.server.conftest import Running
from tests.server.postgres import new_database


def test_a_socket_opened_too_often_is_told_so_at_every_process(
    postgres: str, serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Passed on to the owner of the game it was closed as if the server had failed (4500)."""
    with new_database(postgres) as database:
        here, there = serve(database=database, shared=True), serve(database=database, shared=True)
        game = here.client().create("azul", "here", "here")["game"]
        spend = here.house.limits.spend

        def no_sockets(kind: str, *who: Any) -> None:
            if kind == "socket":
                raise TooMany(1.0)
            spend(kind, *who)

        monkeypatch.setattr(here.house.limits, "spend", no_sockets)
        with pytest.raises(ConnectionClosed) as closed:
            there.client().sit(game)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        here.stop()
        there.stop()
