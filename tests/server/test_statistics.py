"""How one's games ended, in short; and the ladder of the levels, whose figures are those that were measured."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest

from tegel.core.board import Board
from tegel.core.errors import BadGame
from tegel.core.game import find_game, game_names
from tegel.core.story import Event
from tegel.core.table import Table
from tegel.search.levels import levels
from tegel.search.settings import LEVELS
from tegel.server.catalogue import show_catalogue
from tegel.server.entry import Entry
from tegel.server.ladder import ladder
from tegel.server.progress import _standing
from tegel.server.results import laid_of, sources_of
from tests.server.client import Client
from tests.server.conftest import Running

LEVELS_PAGE = Path(__file__).parents[2] / "docs" / "levels.md"
TITLES = {"azul": "Azul, 2", "blockers": "Blockers!, 2", "duel": "Azul Duel, 2"}


def finish(client: Client, game: str, seat: int = 0) -> None:
    """Play the first legal move until the game is over."""
    socket = client.sit(game, seat)
    while not socket.state["over"]:
        if socket.state["turn"] == seat:
            socket.move(socket.state["legal"][0]["move"])
        else:
            socket.next()


def test_a_finished_game_says_where_the_points_came_from(server: Running) -> None:
    anna = server.client()
    assert anna.get("/api/me/results") == {"results": []}
    game = anna.create("azul", "here", "computer")["game"]
    anna.create("azul", "here", "computer")  # one that still runs does not count
    finish(anna, game)
    (found,) = anna.get("/api/me/results")["results"]
    summary = anna.get(f"/api/games/{game}")
    assert (found["game"], found["seat"], found["players"]) == (game, 0, [None, "random"])
    assert (found["points"], found["places"], found["left"]) == (summary["points"], summary["places"], None)
    assert [sum(sources.values()) for sources in found["sources"]] == found["points"], "Azul begins with no points"
    assert set(found["sources"][0]) <= {"tile", "floor", "row", "column", "colour"}


def test_moves_that_were_taken_back_bring_nothing() -> None:
    def entry(kind: str, points: int = 0, **data: int) -> Entry:
        entry = Entry(1, kind, 0, None, None, data, 0)
        entry.story = (Event("tile", 0, 0, -1, 0, 0, 1, 1, -1, points, -1),) if points else ()
        return entry

    log = [entry("started"), entry("move", 3), entry("move", 5), entry("undone", ply=1), entry("move", 7)]
    assert sources_of(_standing(log), 2) == [{"tile": 10}, {}]


@pytest.mark.parametrize("name", game_names())
def test_every_tile_on_the_board_was_laid_by_somebody(name: str) -> None:
    """A game declares which of its events lay tiles: together they fill the board as it is at the end."""
    game = find_game(name)
    assert game.board is not None
    table = Table(game, game.simulation_options({}), (1, 2, 3, 4))
    events: list[Event] = []
    while not table.over:
        step = table.step(table.legal[-1])
        events += step.events
        table.take(step)
    laid = laid_of(events, game.board, table.players)
    filled = [set(spaces) for spaces in laid]
    if name == "blockers":  # one board of all; a tile may be laid over another
        assert set.union(*filled) == set(np.flatnonzero(table.state.board.reshape(-1) >= 0).tolist())
    else:
        walls = [board.wall if name == "azul" else board.tiles for board in table.state.boards[: table.players]]
        assert filled == [set(np.flatnonzero(wall.reshape(-1) >= 0).tolist()) for wall in walls]
        assert [len(spaces) for spaces in laid] == [len(spaces) for spaces in filled], "each space once"
    assert min(map(len, laid)) > 3


def test_a_board_names_events_that_the_game_has() -> None:
    with pytest.raises(BadGame, match="its board names events that it has not: lie"):
        dataclasses.replace(find_game("azul"), board=Board("12345", "12345", laid=("tile", "lie")))


def test_a_screen_that_several_share_is_nobodys_own(server: Running) -> None:
    anna = server.client()
    game = anna.create("blockers", "here", "here")["game"]
    assert anna.get("/api/me/results")["results"] == []
    anna.post(f"/api/games/{game}/resign", {"seat": 0, "id": "1"})
    assert anna.get("/api/me/results")["results"] == [], "with several seats at one screen it is nobody's own game"


def test_the_ladder_has_the_figures_that_were_measured() -> None:
    """One place tells them: the table of levels in docs/levels.md."""
    lines = LEVELS_PAGE.read_text(encoding="utf-8").splitlines()
    heading = next(line for line in lines if line.startswith("| levels |"))
    columns = [cell.strip() for cell in heading.split("|")]
    for name in game_names():
        at = columns.index(TITLES[name])
        for rung in ladder(find_game(name))[1:]:
            row = next(line for line in lines if line.startswith(f"| {rung.level} over {rung.level - 1} |"))
            cell = row.split("|")[at].strip()
            told = re.fullmatch(r"\+(\d+) ± (\d+) \((\d+)\)", cell)
            if told is None:
                assert cell == f"all won ({rung.games})"
                assert rung.elo is rung.margin is None
            else:
                assert (rung.elo, rung.margin, rung.games) == tuple(map(int, told.groups()))


def test_the_ladder_says_how_each_level_plays() -> None:
    for game in show_catalogue("en").games:
        rungs, settings = game.ladder, levels(game.name)
        assert [rung.level for rung in rungs] == list(LEVELS)
        for rung, level in zip(rungs, settings, strict=True):
            assert rung.simulations == (level.learned if rung.learned else level.simulations)
            assert rung.errs == level.errs


def test_what_is_said_of_the_levels_is_true_of_their_settings() -> None:
    """Each line claims something; these are the claims, for every game."""
    for name in game_names():
        mia, leo, rosa, felix, nora, hugo, clara, ada, *_ = ladder(find_game(name))
        for players in range(2, find_game(name).seats[1] + 1):
            cares = [level.care_with(players) for level in levels(name)[:3]]
            assert cares[0] < 1, "hardly minds what it costs"
            assert cares == sorted(set(cares)), "looks a little at what it costs; lets the better move go now and then"
        assert all(rung.errs for rung in (mia, leo, rosa, felix))
        assert felix.simulations > 1, "tries a few moves, and slips"
        assert not any(rung.errs for rung in (nora, hugo, clara, ada)), "play the best they find"
        assert 1 < nora.simulations < hugo.simulations or name == "blockers", "looks ahead"
        assert clara.learned, "learned by playing against herself"
        assert ada.simulations > 1000, "more than a thousand continuations"
