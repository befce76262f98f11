"""Computer players by name, their levels, and that thinking pays."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import pairwise

import pytest

import tegel
from tegel.core.errors import BadOption
from tegel.core.game import find_game, game_names
from tegel.core.words import LANGUAGES, say
from tegel.search.levels import Level, LevelPlayer, considered, level_name, levels, network_then, pick
from tegel.search.network import shipped_network
from tegel.search.players import PLAYERS, find_player, is_player
from tegel.search.search_result import Choice, SearchResult
from tegel.search.settings import LEVELS, Budget
from tegel.search.think import learned_settings, think
from tegel.search.values import find_values
from tests.configurations import new_table


def test_all_names_find_a_player() -> None:
    for name in (*PLAYERS, "search:50"):
        assert is_player(name)
        assert find_player(name, 1) is not None


@pytest.mark.parametrize("name", ["level:0", f"level:{LEVELS[-1] + 1}", "level:", "level:x", "search:0", "search:-1", "gready", ""])
def test_other_names_are_refused_with_the_list(name: str) -> None:
    assert not is_player(name)
    with pytest.raises(BadOption, match=f"level:{LEVELS[-1]}"):
        find_player(name)


def test_a_level_out_of_range_is_refused() -> None:
    with pytest.raises(BadOption, match=f"1 to {LEVELS[-1]}"):
        LevelPlayer(LEVELS[-1] + 1)


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_all_levels_and_they_think_ever_longer_or_err_ever_less(game: str) -> None:
    found = levels(game)
    assert len(found) == len(LEVELS)
    for weaker, stronger in pairwise(found):
        if stronger.errs:
            assert weaker.errs
            for players in range(2, find_game(game).seats[1] + 1):
                minds = [(bool(level.learned), level.care_with(players)) for level in (weaker, stronger)]
                assert minds[0] < minds[1]
        elif not weaker.errs:
            assert stronger.simulations > weaker.simulations
            assert stronger.learned > weaker.learned or not stronger.learned


def test_levels_have_names_in_all_languages() -> None:
    for language in LANGUAGES:
        assert len({level_name(level, language) for level in LEVELS}) == len(LEVELS)


SOLVING = {"en": "works out", "nl": "rekent", "fr": "calcule"}


def test_only_levels_that_solve_claim_to() -> None:
    for level in LEVELS:
        solves = True
        for name in game_names():
            module, found = find_values(find_game(name)), levels(name)[level - 1]
            solves &= (module.LEARNED if found.learned else found.settings(module.SETTINGS)).solve > 0
        for language, claim in SOLVING.items():
            assert solves or claim not in say(language, f"levels.about.{level}")


@pytest.mark.parametrize("game", game_names())
def test_every_level_plays_legal_moves_and_repeats_itself(game: str) -> None:
    table = new_table(game, {}, seed=4)
    for level in LEVELS[:-2]:
        view = table.view(table.turn)
        moves = {find_player(f"level:{level}", 3).decide(view) for _ in range(2)}
        assert len(moves) == 1
        assert moves <= set(table.legal)
        table.play(moves.pop())


def first_turn() -> SearchResult:
    table = tegel.game("azul", key=(1, 2, 3, 4))
    return think(table.view(table.turn), Budget(simulations=100), seed=1, network=None)


def test_a_level_errs_the_less_the_more_it_minds() -> None:
    result, source = first_turn(), random.Random(1)
    worth = {choice.move: choice.worth for choice in result.choices}
    assert pick(result, Level(100), source) == result.best.move
    given_away = []
    for care in (0.1, 5.0, 50.0):
        level = Level(100, care=(care,))
        moves = [pick(result, level, source) for _ in range(400)]
        assert set(moves) <= {choice.move for choice in considered(result)}
        given_away.append(sum(max(worth.values()) - worth[move] for move in moves) / len(moves))
    assert given_away[0] > given_away[1] > given_away[2]


def test_how_likely_an_error_is_follows_from_what_it_costs() -> None:
    """Twice the cost, the square of the likelihood; what was never tried or looked bad at first sight is not considered."""
    seen = [(1, 9, 0.5, 0.8), (2, 5, 0.3, 0.7), (3, 2, 0.2, 0.6), (4, 0, 0.4, 0.0), (5, 7, 0.001, 0.9)]
    choices = tuple(
        Choice(move, "", visits, 0.0, prior, worth, (worth, 1 - worth), (0.0, 0.0), 0.1, (move,)) for move, visits, prior, worth in seen
    )
    result, source = SearchResult(0, choices, (0.8, 0.2), (0.0, 0.0), 23, 0.0), random.Random(2)
    assert [choice.move for choice in considered(result)] == [1, 2, 3]
    picked = Counter(pick(result, Level(23, care=(10.0,)), source) for _ in range(20_000))
    assert picked[2] / picked[1] == pytest.approx(math.exp(-1), rel=0.06)
    assert picked[3] / picked[1] == pytest.approx(math.exp(-2), rel=0.1)
    assert set(picked) == {1, 2, 3}


def test_how_much_a_level_minds_depends_on_how_many_play() -> None:
    level = Level(60, care=(4.0, 9.0))
    assert [level.care_with(players) for players in (2, 3, 4, 5)] == [4.0, 9.0, 9.0, 9.0]
    choices = [Choice(move, "", 9, 0.5, 0.5, worth, (worth, 0.0, 0.0), (0.0,) * 3, 0.1, (move,)) for move, worth in ((1, 0.4), (2, 0.3))]
    result, source = SearchResult(0, tuple(choices), (0.4, 0.0, 0.0), (0.0,) * 3, 18, 0.0), random.Random(3)
    picked = Counter(pick(result, level, source) for _ in range(20_000))
    assert picked[2] / picked[1] == pytest.approx(math.exp(-0.9), rel=0.06)


def test_temperature_widens_the_choice() -> None:
    result, source = first_turn(), random.Random(1)
    cool = {pick(result, Level(100, temperature=0.5), source) for _ in range(200)}
    warm = {pick(result, Level(100, temperature=3.0), source) for _ in range(200)}
    assert len(cool) < len(warm)


@pytest.mark.parametrize("game", game_names())
def test_a_level_as_of_a_release_is_what_it_was(game: str) -> None:
    before = levels(game, "0.1.0")
    assert all(level.temperature > 0 for level in before[:4])
    table = new_table(game, {}, seed=4)
    view = table.view(table.turn)
    for level in (1, 6):
        found = find_player(f"level:{level}@0.1.0", 1).think(view)
        assert found.simulations == (before[level - 1].learned or before[level - 1].simulations)
        assert found.move in table.legal
    with_its_network = find_player(f"level:6@{network_then(game, '0.1.0')}", 1).think(view)
    assert [choice.worth for choice in found.choices] == [choice.worth for choice in with_its_network.choices]


def test_a_release_whose_levels_are_not_known_is_refused() -> None:
    assert not is_player("level:1@0.0.9")
    with pytest.raises(BadOption, match=r"not known as they were in release '0\.0\.9', only in 0\.1\.0"):
        levels("azul", "0.0.9")


@pytest.mark.parametrize("name", ["random", "greedy", "level:1", "level:5", "search:20", "learned:5"])
def test_a_player_tells_what_it_expects(name: str) -> None:
    table = tegel.game("azul", key=(1, 2, 3, 4))
    view = table.view(table.turn)
    result = find_player(name, 3).think(view)
    assert result.move == find_player(name, 3).decide(view)
    assert result.move in table.legal
    assert result.line[0] == result.move
    expects = name not in ("random", "greedy")
    assert (len(result.win), len(result.points)) == ((2, 2) if expects else (0, 0))
    assert (result.simulations > 0) == expects
    assert find_player(name).kind == name.partition(":")[0]


def test_thinking_uses_the_shipped_network_unless_told_otherwise() -> None:
    view = tegel.game("azul", key=(1, 2, 3, 4)).view(0)
    view = view if view.legal else tegel.game("azul", key=(1, 2, 3, 4)).view(1)
    budget = Budget(simulations=20)
    usual, learned, by_hand = (
        think(view, budget, seed=1, **given)
        for given in ({}, {"network": shipped_network(view.game), "settings": learned_settings(view)}, {"network": None})
    )
    visits = [[(choice.move, choice.visits, choice.prior) for choice in found.choices] for found in (usual, learned, by_hand)]
    assert visits[0] == visits[1] != visits[2]


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
