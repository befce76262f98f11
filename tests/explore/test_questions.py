"""What is counted of games, compared with a plain count."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tegel.core.differential import random_key
from tegel.core.game import find_game, game_names
from tegel.core.table import Table
from tegel.explore.playing import QUICK, VARIED, Batch, play, replay_records
from tegel.explore.question import NONE, questions_of
from tegel.explore.rows import rows_of
from tegel.search.players import find_player
from tests.explore.slow import SLOW

SEATS = [(name, players) for name in game_names() for players in range(find_game(name).seats[0], find_game(name).seats[1] + 1)]


def options_for(name: str, players: int) -> dict[str, Any]:
    return {"players": players} if "players" in find_game(name).options.KINDS else {}


def played_tables(name: str, players: int, count: int) -> list[Table]:
    """Games that begin at random and go on as a low level plays, so that all kinds of things happen."""
    game, source = find_game(name), random.Random(f"{name} {players}")
    tables = []
    for _ in range(count):
        table = Table(game, game.simulation_options(options_for(name, players)), random_key(source))
        player = find_player("level:2", seed=source.getrandbits(32))
        while table.turn is not None:
            early = len(table.moves) < 3 * players
            table.play(source.choice(table.legal) if early else player.decide(table.view(table.turn)))
        tables.append(table)
    return tables


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_every_answer_is_that_of_a_plain_count(name: str, players: int) -> None:
    game, tables = find_game(name), played_tables(name, players, 12)
    rows = rows_of(game, replay_records(game, [table.record for table in tables]), 100)
    at = 0
    for number, table in enumerate(tables):
        result = table.result
        assert result is not None
        starter = int(table.state_at(0)["starter"])
        for seat in range(players):
            assert rows["number"][at] == 100 + number
            assert rows["seat"][at] == (seat - starter) % players
            assert (rows["points"][at], rows["place"][at]) == (result.points[seat], result.places[seat])
            assert rows["win"][at] == pytest.approx(1 / len(result.winners) if seat in result.winners else 0)
            told = {question.name: question.answers[rows[question.name][at]] for question in questions_of(game).asked}
            told |= {question.name: None for question in questions_of(game).asked if rows[question.name][at] == NONE}
            assert told == SLOW[name](table, seat)
            at += 1
    assert at == len(rows["seat"])


@pytest.mark.parametrize("name", game_names())
def test_games_of_a_seed_are_the_same_in_any_batch(name: str) -> None:
    game = find_game(name)
    for player in (QUICK, VARIED, "level:1"):
        whole = rows_of(game, play(Batch(name, {}, player, 7, 0, 6)), 0)
        half = rows_of(game, play(Batch(name, {}, player, 7, 3, 3)), 3)
        assert all((whole[column][6:] == half[column]).all() for column in whole)


def test_the_quick_player_plays_as_a_level_with_one_simulation_does() -> None:
    """The same position again and again: both choose each move about as often."""
    from collections import Counter

    from tegel.envs.opponents import view_for
    from tegel.envs.whole_games import decide, thinker_for
    from tegel.explore.playing import QUICK_LEVEL
    from tegel.search.levels import pick
    from tegel.search.settings import Budget
    from tegel.search.think import default_settings, think

    game, games = find_game("azul"), 600
    table = Table(game, game.options(), (1, 2, 3, 4))
    states, seeds = np.array([table.state], game.dtype), np.array([5], np.uint64)
    thinker = thinker_for(game, table.state, QUICK_LEVEL)
    ours = Counter(int(decide(states, thinker, seeds)) for _ in range(games))
    view, source = view_for(game, table.state, table.turn or 0), random.Random(1)
    settings = QUICK_LEVEL.settings(default_settings(view))
    found = think(view, Budget(1), seed=1, settings=settings, network=None)
    theirs = Counter(pick(found, QUICK_LEVEL, source) for _ in range(games))
    assert states[0] == table.state
    for move in {*ours, *theirs}:
        assert abs(ours[move] - theirs[move]) <= 5 * (ours[move] + theirs[move]) ** 0.5


def test_first_decisions_vary_when_asked() -> None:
    played = {player: play(Batch("azul", {}, player, 1, 0, 200)) for player in (QUICK, VARIED)}
    lines = {player: np.unique(questions_of(find_game("azul")).asked[0].read(played[player])) for player in played}
    assert len(lines[VARIED]) == 6
    assert len(lines[QUICK]) < 6
