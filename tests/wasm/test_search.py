"""The players as WebAssembly, under Node: they search and solve as on the CPU."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tegel.core.game import find_game, game_names
from tegel.core.story import STORY
from tegel.core.view import View
from tegel.search.heuristics import foreseeable
from tegel.search.network import shipped_network
from tegel.search.solve import Solver, solve_view
from tegel.search.think import Tree, default_settings, learned_settings, room_for
from tegel.search.values.azul import LEARNED
from tegel.wasm.node_search import (
    TREE,
    fill_search,
    grow,
    native_root_moves,
    root_moves,
    search_machine,
    search_steps,
    solver_machine,
)
from tegel.wasm.runtime import ARENA_SIZE
from tegel.wasm.search_entries import FINE, NO_SIMULATIONS, NOBODYS_TURN, TOO_SMALL
from tegel.wasm.solver_entries import NOT_SOLVED
from tests.configurations import new_table, play_random

Engine = Callable[[str], Path]
SLICES = [150, 1, 249]  # simulations of one search, as a browser would cut it
LEARNED_SIMULATIONS = 48
LEARNED_POSITIONS = 60
SAME_MOVES = 0.98
LIKELY_POSITIONS = 400_000


def positions(name: str, count: int) -> Iterator[View]:
    """Positions of random games, of one variant after the other."""
    variants = find_game(name).variants
    for seed in range(count):
        table = play_random(new_table(name, variants[seed % len(variants)], seed), seed, 1 + 7 * seed % 40)
        if table.turn is not None:
            yield table.view(table.turn)


@pytest.mark.parametrize("name", game_names())
def test_search_with_a_seed_has_the_visits_values_and_lines_of_the_cpu(engine: Engine, name: str) -> None:
    machine, places, expected = search_machine(engine(name), find_game(name), sum(SLICES)), [], []
    for seed, view in enumerate(positions(name, 10)):
        settings = default_settings(view)
        places.append(search_steps(machine, view, settings, seed, SLICES, learned=False))
        tree = Tree(view, settings, seed, sum(SLICES))
        tree.grow(sum(SLICES))
        expected.append(native_root_moves(tree))
    answers = machine.run()
    for place, native in zip(places, expected, strict=True):
        found = root_moves(answers, *place)
        assert [(move, visits, line) for move, visits, _, line in found] == [(move, visits, line) for move, visits, _, line in native]
        assert [worth for _, _, worth, _ in found] == pytest.approx([worth for _, _, worth, _ in native], rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("name", "players"), [*((name, 2) for name in game_names()), ("azul", 4)])
def test_search_with_the_network_likes_the_move_of_the_cpu(engine: Engine, name: str, players: int) -> None:
    network = shipped_network(find_game(name), players)
    assert network is not None
    machine, places, expected = search_machine(engine(name), find_game(name), LEARNED_SIMULATIONS, network), [], []
    for seed, view in enumerate(positions(name, LEARNED_POSITIONS)):
        settings = replace(learned_settings(view), long=seed % 2 == 1)
        places.append(search_steps(machine, view, settings, seed, [LEARNED_SIMULATIONS], learned=True))
        tree = Tree(view, settings, seed, LEARNED_SIMULATIONS, None, network)
        tree.grow(LEARNED_SIMULATIONS)
        expected.append(native_root_moves(tree))
    answers = machine.run()
    same = 0
    for place, native in zip(places, expected, strict=True):
        found = root_moves(answers, *place)
        assert sum(visits for _, visits, *_ in found) == LEARNED_SIMULATIONS
        same += max(found, key=lambda row: row[1:3])[0] == max(native, key=lambda row: row[1:3])[0]
    assert same >= SAME_MOVES * len(expected)


def test_a_long_search_looks_beyond_the_horizon_as_on_the_cpu(engine: Engine) -> None:
    network, simulations = shipped_network(find_game("azul")), LEARNED.beyond + 4_000
    machine, places, expected = search_machine(engine("azul"), find_game("azul"), simulations, network), [], []
    for seed in range(3):
        table = play_random(new_table("azul", {"players": 2}, seed=seed), seed=seed, most=12)
        view = table.view(table.turn)
        for beyond in (LEARNED.beyond, 0):
            settings = replace(learned_settings(view), beyond=beyond)
            places.append(search_steps(machine, view, settings, seed, [simulations], learned=True))
        tree = Tree(view, learned_settings(view), seed, simulations, None, network)
        tree.grow(simulations)
        expected.append(native_root_moves(tree))
    answers = machine.run()
    found = [root_moves(answers, *place) for place in places]
    for with_looks, without, native in zip(found[::2], found[1::2], expected, strict=True):
        assert with_looks != without
        ours, theirs = (max(worth / visits for _, visits, worth, _ in rows if visits > 500) for rows in (with_looks, native))
        assert ours == pytest.approx(theirs, abs=0.05), "its network has half the precision"


@pytest.mark.parametrize("name", game_names())
def test_a_search_that_makes_no_sense_is_refused(engine: Engine, name: str) -> None:
    view = next(positions(name, 1))
    game, machine = view.game, search_machine(engine(name), view.game, 10)
    good = fill_search(view, default_settings(view), 1, room_for(10, learned=False))
    few_nodes, few_edges, over = good.copy(), good.copy(), good.copy()
    few_nodes["node_room"] = 1
    few_edges["edge_room"] = game.most_legal - 1
    over["root"]["turn"] = -1
    wrong = [(few_nodes, 5, TOO_SMALL), (few_edges, 5, TOO_SMALL), (over, 5, NOBODYS_TURN), (good, 0, NO_SIMULATIONS)]
    tries = [*wrong, (good, 5, FINE)]
    places = []
    for search, simulations, _ in tries:
        machine.write("search", search)
        places.append(machine.call("grow", *TREE, simulations))
    answers = machine.run()
    assert [answers[at] for at in places] == [fault for *_, fault in tries]


@pytest.mark.parametrize("name", game_names())
def test_a_search_takes_the_same_little_memory_however_long_it_is(engine: Engine, name: str) -> None:
    view, network = next(positions(name, 1)), shipped_network(find_game(name))
    machine = search_machine(engine(name), view.game, 300, network)
    used = []
    for learned, settings in ((False, default_settings(view)), (True, learned_settings(view))):
        for simulations in (1, 300):
            search_steps(machine, view, settings, 1, [simulations], learned)
            grow(machine, 1, learned)
            used.append(machine.call("arena_used"))
    answers = machine.run()
    few, many, few_learned, many_learned = (answers[at] for at in used)
    assert 0 < few == many < ARENA_SIZE
    assert 0 < few_learned == many_learned < ARENA_SIZE


def open_positions(name: str) -> Iterator[View]:
    """Positions of random games in which everything up to the end of the round is open, with few moves to choose from."""
    for seed in range(20):
        table, source = new_table(name, find_game(name).variants[0], seed), random.Random(seed)
        while table.turn is not None:
            view = table.view(table.turn)
            if 2 <= len(view.legal) <= 8 and foreseeable(view.state):
                yield view
                break
            table.play(source.choice(table.legal))


@pytest.mark.parametrize("name", ["azul", "duel"])
def test_the_solver_finds_the_same_line(engine: Engine, name: str) -> None:
    solved = 0
    for view in open_positions(name):
        settings = default_settings(view)
        expected = solve_view(view, settings, LIKELY_POSITIONS)
        if expected is None:
            continue
        machine = solver_machine(engine(name), view, settings)
        machine.write("state", Solver(view, settings).root)
        found = [machine.call("solve", "solver", "solver", "state", LIKELY_POSITIONS)]
        for move in expected.best.line:
            machine.block("story", np.zeros(1, STORY))
            machine.call("apply", "state", move, "story")
            found.append(machine.call("solve", "solver", "solver", "state", LIKELY_POSITIONS))
        value = machine.read("solver")
        answers = machine.run()
        assert [answers[at] for at in found] == [*expected.best.line, -1]
        assert answers[value]["found"][0, 1, : view.players].tolist() == pytest.approx(list(expected.win))
        solved += 1
        if solved == 2:
            break
    assert solved == 2


def test_a_solution_that_needs_too_much_is_refused(engine: Engine) -> None:
    view = next(positions("azul", 1))
    settings = default_settings(view)
    solver = Solver(view, settings)
    assert solver.solve(solver.root, 100) is None
    machine = solver_machine(engine("azul"), view, settings)
    machine.write("state", solver.root)
    best = machine.call("solve", "solver", "solver", "state", 100)
    assert machine.run()[best] == NOT_SOLVED
