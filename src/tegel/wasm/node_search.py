"""A search and a solution in a built engine under Node, as a browser would make them; for tests and benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.view import View
from ..search.network import Network, shipped_networks
from ..search.settings import Settings
from ..search.think import Tree, room_for
from ..search.tree import CODES, EDGE, NODE, NONE
from ..search.values import find_weights
from .learned_entries import network_dtype, workspace_dtype
from .node import Machine
from .search_entries import ROOT_MOVE, search_dtype
from .solver_entries import solver_dtype
from .weights_file import HEADER

TREE = ("search", "nodes", "edges")
NETWORK = ("network", "workspace")


def fill_search(view: View, settings: Settings, seed: int, room: tuple[int, int]) -> Any:
    """The record of a search that has not begun."""
    weights = find_weights(view.game, view.state)
    search = np.zeros(1, search_dtype(view.game))
    search["root"][0, 0] = view.state
    search["seeds"], search["viewer"], search["first"] = seed, view.seat, NONE
    search["settings"], search["value"], search["prior"] = settings.numbers(), weights.value, weights.prior
    search["sharp"] = weights.playing_on(settings)
    search["node_room"], search["edge_room"] = room
    return search


def search_machine(folder: Path, game: Game, simulations: int, network: Network | None = None) -> Machine:
    """An engine with room for searches, and with a shipped network unpacked."""
    machine = Machine(folder / f"{game.name}.wasm")
    nodes, edges = room_for(simulations, network is not None)
    machine.block("search", np.zeros(1, search_dtype(game)))
    machine.block("nodes", np.zeros(nodes, NODE))
    machine.block("edges", np.zeros(edges, EDGE))
    machine.block("found", np.zeros(game.most_legal, ROOT_MOVE))
    if network is not None:
        at = next(at for at, each in enumerate(shipped_networks(game)) if each is network)
        count = network_dtype(game, network).itemsize // 4
        packed = np.frombuffer((folder / f"{game.name}.network").read_bytes()[HEADER:], np.uint16)[at * count : (at + 1) * count]
        machine.block("packed", packed)
        machine.block("network", np.zeros(1, network_dtype(game, network)))
        machine.block("workspace", np.zeros(1, workspace_dtype(game, network)))
        machine.call("unpack_network", "packed", "network", len(packed))
    return machine


def grow(machine: Machine, simulations: int, learned: bool, timed: bool = False) -> int:
    """Run so many simulations more; returns where among the answers the result, or its time, will be."""
    name, memory = ("grow_learned", NETWORK) if learned else ("grow", ())
    return machine.call(name, *TREE, *memory, simulations, timed=timed)


def search_steps(machine: Machine, view: View, settings: Settings, seed: int, slices: list[int], learned: bool) -> tuple[int, int]:
    """Let an engine search; returns where among the answers will be how many moves the root has, and what was found of them."""
    machine.write("search", fill_search(view, settings, seed, room_for(sum(slices), learned)))
    for simulations in slices:
        grow(machine, simulations, learned)
    return machine.call("read_root", *TREE, "found"), machine.read("found")


def root_moves(answers: list[Any], count: int, found: int) -> list[tuple[Any, ...]]:
    """What an engine found of the moves of the root: move, visits, sums of worth, line."""
    rows = answers[found][: answers[count]]
    return [(int(row["move"]), int(row["visits"]), float(row["worth"]), tuple(row["line"][: row["length"]].tolist())) for row in rows]


def native_root_moves(tree: Tree) -> list[tuple[Any, ...]]:
    """The same, of a tree of the CPU."""
    edges, lines = tree.read()
    return [(int(edge["code"]) % CODES, int(edge["visits"]), float(edge["worth"]), line) for edge, line in zip(edges, lines, strict=True)]


def solver_machine(folder: Path, view: View, settings: Settings) -> Machine:
    """An engine with room for the solver, the position filled in."""
    game, weights = view.game, find_weights(view.game, view.state)
    machine = Machine(folder / f"{game.name}.wasm")
    solver = np.zeros(1, solver_dtype(game))
    solver["root"][0, 0] = view.state
    solver["value"], solver["prior"], solver["lean"], solver["viewer"] = weights.value, weights.prior, settings.lean, view.seat
    machine.block("solver", solver)
    machine.block("state", np.zeros(1, game.dtype))
    machine.call("prepare_solver", "solver")
    return machine
