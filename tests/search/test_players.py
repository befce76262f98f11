"""Computer players by name, their levels, and that thinking pays."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import tegel
from tegel.core.errors import BadOption
from tegel.core.game import game_names
from tegel.core.words import LANGUAGES
from tegel.search.levels import LevelPlayer, level_name, levels, pick
from tegel.search.settings import Budget
from tegel.search.simple import LEVELS, PLAYERS, find_player, is_player
from tegel.search.think import think
from tests.configurations import new_table


def test_all_names_find_a_player() -> None:
    for name in (*PLAYERS, "search:50"):
        assert is_player(name)
        assert find_player(name, 1) is not None


@pytest.mark.parametrize("name", ["level:0", "level:9", "level:", "level:x", "search:0", "search:-1", "gready", ""])
def test_other_names_are_refused_with_the_list(name: str) -> None:
    assert not is_player(name)
    with pytest.raises(BadOption, match="level:8"):
        find_player(name)


def test_a_level_out_of_range_is_refused() -> None:
    with pytest.raises(BadOption, match="1 to 8"):
        LevelPlayer(9)


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_eight_levels_that_think_ever_longer_or_err_ever_less(game: str) -> None:
    found = levels(game)
    assert len(found) == len(LEVELS)
    for weaker, stronger in pairwise(found):
        assert stronger.simulations >= weaker.simulations
        assert stronger.learned >= weaker.learned
        assert stronger.temperature <= weaker.temperature
        assert (stronger.simulations, -stronger.temperature) != (weaker.simulations, -weaker.temperature)


def test_levels_have_names_in_all_languages() -> None:
    for language in LANGUAGES:
        assert len({level_name(level, language) for level in LEVELS}) == len(LEVELS)


@pytest.mark.parametrize("game", game_names())
def test_every_level_plays_legal_moves_and_repeats_itself(game: str) -> None:
    table = new_table(game, {}, seed=4)
    for level in LEVELS[:-2]:
        view = table.view(table.turn)
        moves = {find_player(f"level:{level}", 3).decide(view) for _ in range(2)}
        assert len(moves) == 1
        assert moves <= set(table.legal)
        table.play(moves.pop())


def test_temperature_widens_the_choice() -> None:
    table = tegel.game("azul", key=(1, 2, 3, 4))
    result = think(table.view(table.turn), Budget(simulations=100), seed=1)
    source = random.Random(1)
    assert pick(result, 0, source) == result.best.move
    cool = {pick(result, 0.5, source) for _ in range(200)}
    warm = {pick(result, 3.0, source) for _ in range(200)}
    assert len(cool) < len(warm)


@pytest.mark.parametrize("game", game_names())
def test_a_little_search_beats_greedy(game: str) -> None:
    """Eight games, sides changed: a smoke test that values and priors are the right way round."""
    wins = 0.0
    for seed in range(4):
        for seat in range(2):
            table = new_table(game, {}, seed)
            players = [find_player("search:40" if at == seat else "greedy", seed) for at in range(2)]
            while not table.over:
                table.play(players[table.turn].decide(table.view(table.turn)))
            wins += (seat in table.result.winners) / len(table.result.winners)
    assert wins >= 5
