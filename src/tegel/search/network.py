"""A small network that values positions and rates moves: its weights, its file, and how it is evaluated, without any library for learning.

Two hidden layers, the second added to the first; from there one output for each head of the game's `inputs`, and through a third,
smaller layer every seat's chance to win and expected points. Seats are counted from the viewer's.
"""

from __future__ import annotations

import hashlib
import math
import tomllib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec
import numpy as np

from ..core.compiled import loose_rule, rule
from ..core.errors import TegelError
from ..core.game import Game, find_game
from ..core.half_precision import to_single
from .heuristics import SEATS
from .inputs import find_inputs

BLOCK = 8  # inputs that are compared at once
TOO_MANY = 8  # where more than one in so many differs, nothing is gained by what was known
LAYOUT = "layout"  # where a file says which inputs the network is for
UNDEALT = "undealt"  # what files did not say at first
POINTS_SCALE = 50.0  # the network gives points in fiftieths
MANY = "-many"  # after a game's name: the file of its network for more than two players
FEW_AND_MANY = (2, 3)  # numbers of players, one for each network that a game may have


class BadNetwork(TegelError):
    """A file with weights that cannot be used."""


class Network(NamedTuple):
    """The weights, each layer's by input and output; but those of heads by head, as they are asked one by one."""

    enter: Any  # inputs x hidden
    enter_bias: Any
    middle: Any  # hidden x hidden
    middle_bias: Any
    heads: Any  # heads x hidden
    heads_bias: Any
    value: Any  # hidden x small
    value_bias: Any
    answer: Any  # small x (win, points) of each seat
    answer_bias: Any
    trust: Any  # one number: how much the hand-made rating of a move counts besides the network's
    undealt: Any  # one number: 1 if it values positions at the start of a round as they were before the deal

    @property
    def hidden(self) -> int:
        """How wide it is."""
        return int(self.enter.shape[1])


class Workspace(NamedTuple):
    """Memory for one evaluation after another."""

    inputs: Any
    first: Any
    second: Any
    small: Any
    heads: Any
    answer: Any
    moves_baseline: Any  # one number: 1 if positions are compared with the last one seen from the same seat, 0 if with the first
    based: Any  # by seat: 1 once a position was seen from there
    baseline_inputs: Any  # by seat: of the position that others are compared with
    baseline_first: Any  # by seat: what they come to in the first layer
    nothing: Any  # zeros
    found: Any  # which values of a layer count
    amounts: Any  # and for how much


def workspace_for(network: Network) -> Workspace:
    """Memory that fits a network."""
    inputs, hidden = network.enter.shape
    heads, small, answer = len(network.heads), network.value.shape[1], network.answer.shape[1]
    widest = max(inputs, hidden)
    numbers = [np.zeros(size, np.float32) for size in (inputs, hidden, hidden, small, heads, answer)]
    flags = [np.zeros(1, np.int32), np.zeros(SEATS, np.int32)]
    baselines = [np.zeros((SEATS, inputs), np.float32), np.zeros((SEATS, hidden), np.float32)]
    differences = [np.zeros(widest, np.float32), np.zeros(widest, np.int32), np.zeros(widest, np.float32)]
    return Workspace._make([*numbers, *flags, *baselines, *differences])


@rule
def note_difference(values: Any, known: Any, at: int, found: Any, amounts: Any, count: int) -> int:
    """Note a value that is not what was known; returns how many there are now. Without a branch, which no processor could guess."""
    amount = values[at] - known[at]
    found[count] = at
    amounts[count] = amount
    return count + int(amount != 0)


@rule
def differences(values: Any, known: Any, found: Any, amounts: Any) -> int:
    """Which values are not what was known, and by how much; returns how many."""
    count = 0
    for at in range(len(values)):
        count = note_difference(values, known, at, found, amounts, count)
    return count


@rule
def few_differences(values: Any, known: Any, found: Any, amounts: Any) -> int:
    """The same where most values are what was known: a whole block of them is passed by at once."""
    count = 0
    blocks = len(values) - len(values) % BLOCK
    for start in range(0, blocks, BLOCK):
        changed = 0
        for at in range(start, start + BLOCK):
            changed += values[at] != known[at]
        if changed:
            for at in range(start, start + BLOCK):
                count = note_difference(values, known, at, found, amounts, count)
    for at in range(blocks, len(values)):
        count = note_difference(values, known, at, found, amounts, count)
    return count


@loose_rule
def add(weights: Any, found: Any, amounts: Any, count: int, out: Any) -> None:
    """Add what some inputs of a layer come to. Four at a time, so that `out` is read and written less often."""
    fours = count - count % 4
    for n in range(0, fours, 4):
        of_a, of_b, of_c, of_d = weights[found[n]], weights[found[n + 1]], weights[found[n + 2]], weights[found[n + 3]]
        by_a, by_b, by_c, by_d = amounts[n], amounts[n + 1], amounts[n + 2], amounts[n + 3]
        for to in range(len(out)):
            out[to] += by_a * to_single(of_a[to]) + by_b * to_single(of_b[to]) + by_c * to_single(of_c[to]) + by_d * to_single(of_d[to])
    for n in range(fours, count):
        of, by = weights[found[n]], amounts[n]
        for to in range(len(out)):
            out[to] += by * to_single(of[to])


@rule
def copy(values: Any, out: Any) -> None:
    """Write all values."""
    for at in range(len(out)):
        out[at] = values[at]


@rule
def relu(values: Any) -> None:
    """Nothing is below 0."""
    for at in range(len(values)):
        value = values[at]
        values[at] = value if value > 0 else np.float32(0)


@rule
def forget_baselines(workspace: Workspace) -> None:
    """From now on positions are compared with others."""
    for seat in range(len(workspace.based)):
        workspace.based[seat] = 0


@rule
def set_baseline(network: Network, workspace: Workspace, seat: int) -> None:
    """From now on what this seat sees is compared with `workspace.inputs`."""
    copy(network.enter_bias, workspace.baseline_first[seat])
    count = differences(workspace.inputs, workspace.nothing, workspace.found, workspace.amounts)
    add(network.enter, workspace.found, workspace.amounts, count, workspace.baseline_first[seat])
    copy(workspace.inputs, workspace.baseline_inputs[seat])
    workspace.based[seat] = 1


@rule
def move_baseline(network: Network, workspace: Workspace, seat: int) -> None:
    """Make this the position that the next one is compared with. Where much has changed its sums are worked out anew."""
    count = few_differences(workspace.inputs, workspace.baseline_inputs[seat], workspace.found, workspace.amounts)
    if workspace.based[seat] == 0 or count > len(workspace.inputs) // TOO_MANY:
        set_baseline(network, workspace, seat)
    else:
        add(network.enter, workspace.found, workspace.amounts, count, workspace.baseline_first[seat])
        copy(workspace.inputs, workspace.baseline_inputs[seat])


@rule
def run_first(network: Network, workspace: Workspace, seat: int) -> None:
    """The first layer's sums. What a search looks at differs little from a position that it saw from the same seat: its sums are known,
    and what the differences come to is added."""
    if workspace.moves_baseline[0]:
        move_baseline(network, workspace, seat)
        copy(workspace.baseline_first[seat], workspace.first)
        return
    if workspace.based[seat] == 0:
        set_baseline(network, workspace, seat)
    copy(workspace.baseline_first[seat], workspace.first)
    count = few_differences(workspace.inputs, workspace.baseline_inputs[seat], workspace.found, workspace.amounts)
    add(network.enter, workspace.found, workspace.amounts, count, workspace.first)


@rule
def run_layer(values: Any, weights: Any, bias: Any, out: Any, workspace: Workspace) -> None:
    """A later layer: a weighted sum of the values, of which many are 0."""
    copy(bias, out)
    add(weights, workspace.found, workspace.amounts, differences(values, workspace.nothing, workspace.found, workspace.amounts), out)


@rule
def run_hidden(network: Network, workspace: Workspace, seat: int) -> None:
    """The two hidden layers, from `workspace.inputs`, which a seat sees. After that, `run_head` and `run_value` tell what it says."""
    run_first(network, workspace, seat)
    relu(workspace.first)
    run_layer(workspace.first, network.middle, network.middle_bias, workspace.second, workspace)
    relu(workspace.second)
    for at in range(len(workspace.second)):
        workspace.second[at] += workspace.first[at]


@loose_rule
def run_head(network: Network, workspace: Workspace, head: int) -> None:
    """What one head says of the position looked at last, into `workspace.heads`. Only some of them are asked at each position."""
    weights = network.heads[head]
    total = network.heads_bias[head]
    for at in range(len(weights)):
        total += workspace.second[at] * to_single(weights[at])
    workspace.heads[head] = total


@rule
def run_value(network: Network, workspace: Workspace) -> None:
    """Win chances and points of the position looked at last, into `workspace.answer`."""
    run_layer(workspace.second, network.value, network.value_bias, workspace.small, workspace)
    relu(workspace.small)
    run_layer(workspace.small, network.answer, network.answer_bias, workspace.answer, workspace)


@rule
def read_answer(answer: Any, viewer: int, players: int, win: Any, points: Any) -> None:
    """Every seat's chance to win and expected points, from what the network says as seen from a viewer."""
    highest = -np.inf
    for n in range(players):
        highest = max(highest, np.float64(answer[n]))
    total = 0.0
    for n in range(players):
        seat = (viewer + n) % players
        win[seat] = math.exp(answer[n] - highest)
        points[seat] = answer[SEATS + n] * POINTS_SCALE
        total += win[seat]
    for seat in range(players):
        win[seat] /= total


def save_network(game: Game, network: Network, file: str | Path | IO[bytes]) -> None:
    """Write the weights, in half the precision: no player notices; and which inputs they are for."""
    layers = network._replace(heads=network.heads.T)
    arrays: dict[str, Any] = {name: array.astype(np.float16) for name, array in layers._asdict().items()}
    arrays[LAYOUT] = np.array(find_inputs(game).LAYOUT.digest)
    np.savez_compressed(file, **arrays)


def load_network(game: Game, file: str | Path | IO[bytes]) -> Network:
    """Read the weights, and see to it that they fit the game."""
    try:
        with np.load(file, allow_pickle=False) as found:
            layers = {name: found[name] for name in Network._fields if name != UNDEALT}
            layers[UNDEALT] = found[UNDEALT] if UNDEALT in found else np.zeros(1)
            layers["heads"] = layers["heads"].T
            layout = str(found[LAYOUT]) if LAYOUT in found else ""
            network = Network(**{name: np.ascontiguousarray(layer, np.float32) for name, layer in layers.items()})
    except (OSError, KeyError, ValueError) as error:
        raise BadNetwork(f"this is no file with a network's weights: {error}") from None
    inputs = find_inputs(game)
    wanted, has = (inputs.LAYOUT.size, inputs.HEADS), (network.enter.shape[0], network.heads.shape[0])
    if wanted != has:
        raise BadNetwork(
            f"this network does not fit {game.name}: it sees {has[0]} numbers and has {has[1]} heads, not {wanted[0]} and {wanted[1]}"
        )
    if layout != inputs.LAYOUT.digest:
        made = "does not say which inputs it was made for" if not layout else "was made for other inputs"
        raise BadNetwork(f"this network {made}: those of {game.name} have changed since, so it must be trained anew")
    if network.undealt[0] and not hasattr(inputs, "undeal"):
        raise BadNetwork(f"this network values positions before a deal, which nobody can see in {game.name}")
    return network


def network_file(game: Game, players: int = 2) -> Traversable | None:
    """The file of the network for so many players that came with the package; None if there is none. A game from elsewhere has it in
    `network.npz` beside its rules."""
    return _file(network_name(game, players), game.package)


def _file(name: str, package: str) -> Traversable | None:
    file = _networks().joinpath(f"{name}.npz")
    if not file.is_file():
        file = resources.files(package).joinpath("network.npz")
    return file if file.is_file() else None


def network_name(game: Game, players: int = 2) -> str:
    """What the network for so many players is called: with more than two a game may have one of its own."""
    many = f"{game.name}{MANY}"
    return many if players > 2 and _networks().joinpath(f"{many}.npz").is_file() else game.name


def _networks() -> Traversable:
    return resources.files(__package__).joinpath("networks")


def shipped_network(game: Game, players: int = 2) -> Network | None:
    """The network for so many players that came with the package; None if there is none."""
    return _shipped(network_name(game, players), game.name, game.package)


def shipped_networks(game: Game) -> list[Network]:
    """All that came with the package: for two players, and for more if they have one of their own."""
    found = (shipped_network(game, players) for players in FEW_AND_MANY)
    return list({id(network): network for network in found if network is not None}.values())


@cache
def _shipped(name: str, game: str, package: str) -> Network | None:
    file = _file(name, package)
    if file is None:
        return None
    with file.open("rb") as opened:
        return load_network(find_game(game), opened)


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a shipped network."""

    rules: int  # version of the game's rules it was trained on
    sha256: str  # of the file, when the card was written
    games: int  # it learned from
    positions: int  # searched for it
    minutes: float  # of training, on the device named
    device: str
    strength: list[str]  # measured, each with the match it comes from
    size: int = 0  # bytes of the file
    found: str = ""  # the file's hash now


def card_of(game: Game, players: int = 2) -> Card | None:
    """The card of the network for so many players that came with the package; None if there is none."""
    name = network_name(game, players)
    file = _networks().joinpath(f"{name}.npz")
    if not file.is_file():
        return None
    cards = tomllib.loads(_networks().joinpath("cards.toml").read_text(encoding="utf-8"))
    data = file.read_bytes()
    return msgspec.convert(cards[name] | {"size": len(data), "found": hashlib.sha256(data).hexdigest()}, Card)
