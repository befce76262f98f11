"""Which network players think with, by the number of players."""

from __future__ import annotations

import random
from functools import partial

import pytest

from tegel.core.game import find_game
from tegel.search.analyse import strongest
from tegel.search.levels import LevelPlayer, levels
from tegel.search.named_networks import network_named, shipped_hash
from tegel.search.network import FEW_AND_MANY, network_name, shipped_network, shipped_networks
from tegel.search.players import find_player
from tegel.search.searching import SearchPlayer
from tegel.search.settings import Budget
from tegel.search.think import think
from tests.configurations import new_table, play_random


def test_a_game_may_have_a_network_for_more_than_two_players() -> None:
    azul, blockers = find_game("azul"), find_game("blockers")
    for game, names in ((azul, ["azul", "azul-many", "azul-many"]), (blockers, ["blockers"] * 3)):
        assert [network_name(game, players) for players in (2, 3, 4)] == names
        found = [shipped_network(game, players) for players in (2, 3, 4)]
        assert found[1] is found[2]
        assert (found[0] is found[1]) == (names[0] == names[1])
        assert len(shipped_networks(game)) == len(set(names))
    assert shipped_hash(azul) != shipped_hash(azul, 4)
    for players in (2, 4):
        assert network_named(azul, shipped_hash(azul, players)[:12]) is shipped_network(azul, players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_think_with_the_network_for_their_number(players: int) -> None:
    """A search by itself, one of a player, a level's and that of an analysis."""
    table = play_random(new_table("azul", {"players": players}, seed=8), seed=8, most=5)
    view, few, many = table.view(table.turn), *(shipped_network(table.game, number) for number in FEW_AND_MANY)
    right, wrong = (few, many) if players == 2 else (many, few)
    search = partial(think, view, Budget(60), seed=5)
    assert search().choices == search(network=right).choices != search(network=wrong).choices
    first, second = (random.Random(4).getrandbits(64) for _ in range(2))
    assert SearchPlayer(Budget(60), 4, learned=True).think(view).choices == think(view, Budget(60), seed=first, network=right).choices
    other = shipped_hash(table.game, 4 if players == 2 else 2)[:12]
    named = find_player(f"learned:60@{other}", 4)
    assert isinstance(named, SearchPlayer)
    assert named.think(view).choices == think(view, Budget(60), seed=first, network=wrong).choices
    budget = Budget(levels("azul")[6].learned)
    assert LevelPlayer(7, 4).think(view).choices == think(view, budget, seed=second, network=right).choices
    assert strongest(view)[1] is right
