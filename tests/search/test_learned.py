"""Players with a network: what it sees, how it is evaluated, and that its search is as honest as the other."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tegel.core import generic
from tegel.core.errors import BadOption
from tegel.core.game import find_game, game_names
from tegel.core.view import View, legal_moves
from tegel.games.blockers.groups import flip_cell
from tegel.search import levels, searching
from tegel.search.inputs import blockers as blockers_inputs
from tegel.search.inputs import duel as duel_inputs
from tegel.search.inputs import find_inputs, heads_of, write_inputs
from tegel.search.learned import SWAY, ask_moves, root_score
from tegel.search.network import (
    FEW_AND_MANY,
    BadNetwork,
    Network,
    card_of,
    load_network,
    run_head,
    run_hidden,
    run_value,
    save_network,
    set_baseline,
    shipped_network,
    workspace_for,
)
from tegel.search.players import find_player
from tegel.search.settings import Budget
from tegel.search.think import Tree, learned_settings, think
from tegel.search.tree import EDGE, EDGES, NODE, NODES, NONE
from tests.configurations import CONFIGURATIONS, NAMES, new_table, play_random

GAMES = game_names()
ROOT = Path(__file__).parents[2]
LARGEST = 20 << 20  # bytes of all networks together


def some_network(name: str, seed: int = 1, hidden: int = 12) -> Network:
    """Small, and knows nothing."""
    inputs, source = find_inputs(find_game(name)), np.random.default_rng(seed)
    sizes = {"enter": (inputs.LAYOUT.size, hidden), "middle": (hidden, hidden), "value": (hidden, 6), "answer": (6, 10)}
    weights = {layer: source.normal(0, 0.3, size).astype(np.float32) for layer, size in sizes.items()}
    biases = {f"{layer}_bias": source.normal(0, 0.1, size[1]).astype(np.float32) for layer, size in sizes.items()}
    weights["heads"] = source.normal(0, 0.3, (inputs.HEADS, hidden)).astype(np.float32)
    biases["heads_bias"] = source.normal(0, 0.1, inputs.HEADS).astype(np.float32)
    return Network(**weights, **biases, trust=np.ones(1, np.float32), undealt=np.zeros(1, np.float32))


def seen(game: Any, state: Any, viewer: int) -> Any:
    out = np.full(find_inputs(game).LAYOUT.size, np.nan, np.float32)
    write_inputs(state, viewer, out)
    return out


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=NAMES)
def test_a_network_sees_only_what_its_seat_may_know(configuration: tuple[str, dict[str, Any]]) -> None:
    """Real, hidden or imagined: a state looks the same, and every number is set and of a size that suits a network."""
    source = random.Random(4)
    table = new_table(*configuration, seed=4)
    game = table.game
    while not table.over:
        if source.random() < 0.3:
            view = table.view(table.turn)
            real = seen(game, table.state, table.turn)
            assert np.isfinite(real).all()
            assert np.abs(real).max() <= 20
            key = np.array([source.getrandbits(64) for _ in range(4)], np.uint64)
            imagined = game.copy(view.state)
            generic.sample(imagined, table.turn, key)
            assert np.array_equal(real, seen(game, imagined, table.turn))
            assert np.array_equal(real, seen(game, view.state, table.turn))
            heads = [heads_of(table.state, move) for move in table.legal]
            assert all(0 <= head < find_inputs(game).HEADS for pair in heads for head in pair)
        table.play(source.choice(table.legal))


def test_moves_that_differ_are_rated_by_different_heads() -> None:
    for name in GAMES:
        table = play_random(new_table(name, {}, seed=2), seed=2, most=5)
        find_inputs(table.game)
        heads = [heads_of(table.state, move) for move in table.legal]
        assert len(set(heads)) > len(heads) / 2


def test_an_evaluation_is_what_the_layers_say() -> None:
    network = some_network("azul")
    workspace = workspace_for(network)
    source = np.random.default_rng(2)
    for known in (False, True):
        workspace.inputs[:] = source.normal(0, 1, len(workspace.inputs)) * (np.arange(len(workspace.inputs)) % 3 == 0)
        if known:  # the next position differs from this one in a few numbers
            set_baseline(network, workspace, 0)
            workspace.inputs[5:20] += 1
        run_hidden(network, workspace, 0)
        run_value(network, workspace)
        for head in range(len(workspace.heads)):
            run_head(network, workspace, head)
        first = np.maximum(workspace.inputs @ network.enter + network.enter_bias, 0)
        second = first + np.maximum(first @ network.middle + network.middle_bias, 0)
        small = np.maximum(second @ network.value + network.value_bias, 0)
        assert np.allclose(workspace.heads, network.heads @ second + network.heads_bias, atol=1e-4)
        assert np.allclose(workspace.answer, small @ network.answer + network.answer_bias, atol=1e-4)


@pytest.mark.parametrize("name", GAMES)
def test_only_the_heads_of_the_moves_are_asked(name: str) -> None:
    table = play_random(new_table(name, {}, seed=3), seed=3, most=7)
    network = some_network(name)
    workspace = workspace_for(network)
    find_inputs(table.game)
    ask_moves(table.state, np.array(table.legal, np.int16), len(table.legal), network, workspace)
    asked = {head for move in table.legal for head in heads_of(table.state, move)}
    assert set(np.flatnonzero(~np.isnan(workspace.heads)).tolist()) == asked


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=NAMES)
def test_every_configuration_is_searched(configuration: tuple[str, dict[str, Any]]) -> None:
    table = play_random(new_table(*configuration, seed=5), seed=5, most=7)
    network = some_network(configuration[0])
    view = table.view(table.turn)
    one, again = (think(view, Budget(40), seed=3, settings=learned_settings(view), network=network) for _ in range(2))
    assert [(choice.move, choice.visits) for choice in one.choices] == [(choice.move, choice.visits) for choice in again.choices]
    assert {choice.move for choice in one.choices} <= set(table.legal)
    assert sum(choice.visits for choice in one.choices) == one.simulations == 40
    alone = think(view, Budget(1), seed=3, settings=learned_settings(view), network=network, first=one.choices[-1].move)
    assert [(choice.move, choice.visits) for choice in alone.choices] == [(one.choices[-1].move, 1)]
    assert sum(one.win) == pytest.approx(1)


@pytest.mark.parametrize("name", GAMES)
def test_hidden_things_change_neither_move_nor_evaluation(name: str) -> None:
    game, source, network = find_game(name), random.Random(name), some_network(name)
    table = new_table(name, {}, seed=6)
    for _ in range(60):
        view = table.view(table.turn)
        twin = game.copy(table.state)
        generic.sample(twin, table.turn, np.array([source.getrandbits(64) for _ in range(4)], np.uint64))
        generic.hide(twin, table.turn)
        assert _grown(view, network) == _grown(View(game, twin, table.turn), network)
        table.play(source.choice(table.legal))
        if table.over:
            break


def _grown(view: View, network: Network) -> bytes:
    tree = Tree(view, learned_settings(view), 1, 12, None, network)
    tree.grow(12)
    edges, lines = tree.read()
    return bytes(edges.tobytes()) + repr(lines).encode()


def _paired(state: Any, game: Any, symmetry: Any) -> list[tuple[int, int]]:
    """The heads of all legal moves, as a symmetry moves them."""
    back = np.arange(len(symmetry.heads)) if symmetry is None else np.argsort(symmetry.heads)
    return sorted((int(back[one]), int(back[other])) for one, other in (heads_of(state, move) for move in legal_moves(game, state)))


def _turned_board(game: Any, state: Any, board: Any, tiles: Any) -> Any:
    """A position of Blockers! with its board turned: what lay on `board[row, column]` lies on row and column."""
    new = game.copy(state)
    back = {int(tile): at for at, tile in enumerate(tiles)}
    new.cells[:] = 0
    for row in range(9):
        for column in range(9):
            before = divmod(int(board[row, column]), 9)
            new.board[row, column] = state.board[before]
            new.tiles[row, column] = -1 if state.tiles[before] < 0 else back[int(state.tiles[before])]
            if new.board[row, column] >= 0:
                flip_cell(new, new.board[row, column], row, column)

    def moved(tiles: int) -> int:
        return sum(1 << back[tile] for tile in range(28) if tiles >> tile & 1)

    for colour in range(5):
        new.racks[colour], new.piles[colour] = moved(int(state.racks[colour])), moved(int(state.piles[colour]))
        for seat in range(5):
            new.captured[seat, colour] = moved(int(state.captured[seat, colour]))
    return new


@pytest.mark.parametrize("players", [2, 4])
def test_a_turned_board_of_blockers_is_seen_as_its_symmetry_says(players: int) -> None:
    table = play_random(new_table("blockers", {"players": players}, seed=7), seed=7, most=35)
    cells = np.arange(81).reshape(9, 9)
    boards = [np.rot90(board, turns) for board in (cells, cells.T) for turns in range(4)]
    for board, symmetry in zip(boards, blockers_inputs.symmetries(), strict=True):
        tiles = symmetry.heads[blockers_inputs.BY_TILE : blockers_inputs.BY_TILE + 28] - blockers_inputs.BY_TILE
        turned = _turned_board(table.game, table.state, board, tiles)
        assert generic.check(turned) == 0
        assert np.allclose(seen(table.game, table.state, table.turn)[symmetry.inputs], seen(table.game, turned, table.turn))
        assert _paired(table.state, table.game, symmetry) == sorted(heads_of(turned, move) for move in legal_moves(table.game, turned))


def test_reordered_factories_of_duel_are_seen_as_their_symmetry_says() -> None:
    for moves in (0, 9, 20):
        table = play_random(new_table("duel", {}, seed=8), seed=8, most=moves)
        for order, symmetry in zip(permutations(range(4)), duel_inputs.symmetries(), strict=True):
            state, chosen = table.game.copy(table.state), list(order)
            state.suns[1:] = table.state.suns[1:][chosen]
            state.moons[:] = table.state.moons[chosen]
            state.chips[:] = table.state.chips[chosen]
            if state.building_at > 0:
                state.building_at = 1 + chosen.index(int(state.building_at) - 1)
            assert np.allclose(seen(table.game, table.state, table.turn)[symmetry.inputs], seen(table.game, state, table.turn))
            assert _paired(table.state, table.game, symmetry) == sorted(heads_of(state, move) for move in legal_moves(table.game, state))


def test_discs_of_azul_may_stand_in_any_order() -> None:
    table = play_random(new_table("azul", {"players": 3}, seed=9), seed=9, most=4)
    state = table.game.copy(table.state)
    state.discs[:7] = table.state.discs[:7][[3, 1, 6, 0, 2, 5, 4]]
    assert np.array_equal(seen(table.game, table.state, 0), seen(table.game, state, 0))
    assert sorted(heads_of(table.state, move) for move in table.legal) == sorted(
        heads_of(state, move) for move in legal_moves(table.game, state)
    )


@pytest.mark.parametrize("players", FEW_AND_MANY)
@pytest.mark.parametrize("name", GAMES)
def test_a_shipped_network_is_what_its_card_says(name: str, players: int) -> None:
    network, card = shipped_network(find_game(name), players), card_of(find_game(name), players)
    assert network is not None
    assert card is not None
    assert card.sha256 == card.found
    assert card.rules == find_game(name).version
    assert card.strength


def test_shipped_networks_are_small() -> None:
    sizes = [card.size for name in GAMES for players in FEW_AND_MANY if (card := card_of(find_game(name), players))]
    assert len(sizes) == len(GAMES) * len(FEW_AND_MANY)
    assert sum(sizes) <= LARGEST


def test_a_saved_network_comes_back() -> None:
    network, file = some_network("duel"), io.BytesIO()
    save_network(find_game("duel"), network, file)
    file.seek(0)
    again = load_network(find_game("duel"), file)
    assert all(np.allclose(one, other, atol=1e-3) for one, other in zip(network, again, strict=True))
    file.seek(0)
    with pytest.raises(BadNetwork, match="does not fit azul: it sees 1110 numbers"):
        load_network(find_game("azul"), file)
    with pytest.raises(BadNetwork, match="no file with a network's weights"):
        load_network(find_game("azul"), io.BytesIO(b"nonsense"))


def test_a_network_for_other_inputs_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game, file = find_game("azul"), io.BytesIO()
    save_network(game, some_network("azul"), file)
    layout = find_inputs(game).LAYOUT
    moved = replace(layout, parts=(layout.parts[1], layout.parts[0], *layout.parts[2:]))
    for other in (moved, replace(layout, version=layout.version + 1)):
        assert other.size == layout.size
        monkeypatch.setattr(find_inputs(game), "LAYOUT", other)
        file.seek(0)
        with pytest.raises(BadNetwork, match="was made for other inputs: those of azul have changed since"):
            load_network(game, file)
    monkeypatch.undo()
    file.seek(0)
    load_network(game, file)
    older = io.BytesIO()
    network = some_network("azul")
    np.savez(older, **network._replace(heads=network.heads.T)._asdict())
    older.seek(0)
    with pytest.raises(BadNetwork, match="does not say which inputs it was made for"):
        load_network(game, older)


def test_without_networks_every_level_still_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "shipped_network", lambda game, players: None)
    monkeypatch.setattr(searching, "shipped_network", lambda game, players: None)
    view = new_table("azul", {}, seed=1).view(0)
    assert find_player("level:7", seed=1).decide(view) in view.legal
    with pytest.raises(BadOption, match="no network for azul"):
        find_player("learned:5").decide(view)


def test_a_learned_player_needs_no_torch() -> None:
    code = "import sys, tegel.search.network as n; n.shipped_network(n.find_game('azul')); print('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_seen_is_documented(name: str) -> None:
    assert find_inputs(find_game(name)).LAYOUT.table() in (ROOT / "docs" / "inputs.md").read_text(encoding="utf-8")


def test_moves_are_played_on_before_a_value_is_asked() -> None:
    """A network of zeros expects the fair share of everything: what differs from that was seen at the end of a game played on to."""
    table = play_random(new_table("blockers", {}, seed=4), seed=4, most=60)
    nothing = Network._make(np.zeros_like(layer) for layer in some_network("blockers"))
    view = table.view(table.turn)
    for most in (0, 1000):
        settings = replace(learned_settings(view), rollout=most)
        found = think(view, Budget(60), seed=1, settings=settings, network=nothing)
        assert (any(chance != 0.5 for chance in found.win)) == (most > 0)
        assert (any(points != 0 for points in found.points)) == (most > 0)


def test_every_move_keeps_its_share_of_the_likelihood() -> None:
    table = play_random(new_table("blockers", {}, seed=6), seed=6, most=10)
    view = table.view(table.turn)
    for part in (0.0, 0.5):
        settings = replace(learned_settings(view), spread=part)
        found = think(view, Budget(30), seed=1, settings=settings, network=some_network("blockers"))
        least = min(choice.prior for choice in found.choices)
        assert sum(choice.prior for choice in found.choices) == pytest.approx(1)
        assert (least >= 0.99 * 0.5 / len(found.choices)) == (part == 0.5)


def test_a_worth_that_few_visits_confirm_counts_for_less() -> None:
    node, edges = np.zeros(1, NODE)[0], np.zeros(3, EDGE)
    node["visits"], node["worth"][0] = 10, 5.0
    edges["prior"], edges["visits"] = 0.2, (0, 2, 40)
    edges["worth"] = 0.9 * edges["visits"]
    untried, little, much = (root_score(node, edge, 0) - np.log(edges["prior"][0]) for edge in edges)
    assert untried == pytest.approx(0.5 * SWAY)
    assert untried < little < (untried + 0.9 * SWAY) / 2 < much < 0.9 * SWAY


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=NAMES)
@pytest.mark.parametrize("simulations", [100, 1000])
def test_a_tree_grows_until_its_budget_is_spent(configuration: tuple[str, dict[str, Any]], simulations: int) -> None:
    """Every node that is visited again finds room for its edges, also where a round of Azul begins with 110 moves."""
    table = new_table(*configuration, 1)
    view = table.view(table.turn)
    tree = Tree(view, learned_settings(view), 1, simulations, None, shipped_network(view.game))
    tree.grow(simulations)
    assert int(tree._arrays.counters[EDGES]) + view.game.most_legal <= len(tree.edges), "it was never full"


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_rated_where_a_position_is_visited_again(name: str) -> None:
    """Most positions are visited once: their moves are never asked about. Those of the others, and of the root, were."""
    table = play_random(new_table(name, {}, seed=8), seed=8, most=20)
    view = table.view(table.turn)
    tree = Tree(view, learned_settings(view), 1, 400, None, some_network(name))
    tree.grow(400)
    nodes = tree.nodes[: int(tree._arrays.counters[NODES])]
    once, opened = nodes["visits"] == 1, nodes["first"] != NONE
    assert once.sum() > 50
    assert not (once & opened)[1:].any()
    assert opened[0]
    assert opened.sum() > 20
