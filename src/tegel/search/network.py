"""A small network that values positions and rates moves: its weights, its file, and how it is evaluated, without any library for learning.

Two hidden layers, the second added to the first; from there one output for each head of the game's `sight`, and through a third,
smaller layer every seat's chance to win and expected points. Seats are counted from the viewer's.
"""

from __future__ import annotations

import hashlib
import math
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec
import numpy as np

from ..core.compiled import loose_rule, rule
from ..core.errors import TegelError
from ..core.game import Game, find_game
from .judgement import SEATS
from .sight import find_sight

POINTS_SCALE = 50.0  # the network gives points in fiftieths


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

    @property
    def hidden(self) -> int:
        """How wide it is."""
        return int(self.enter.shape[1])


class Room(NamedTuple):
    """Memory for one evaluation after another."""

    inputs: Any
    first: Any
    second: Any
    small: Any
    heads: Any
    answer: Any
    known_inputs: Any  # of a position evaluated before
    known_first: Any  # and what they come to in the first layer
    nothing: Any  # zeros
    found: Any  # which values of a layer count
    amounts: Any  # and for how much


def room_for(network: Network) -> Room:
    """Memory that fits a network."""
    inputs, hidden = network.enter.shape
    heads, small, answer = len(network.heads), network.value.shape[1], network.answer.shape[1]
    widest = max(inputs, hidden)
    sizes = (inputs, hidden, hidden, small, heads, answer, inputs, hidden, widest)
    numbers = [np.zeros(size, np.float32) for size in sizes]
    room = Room._make([*numbers, np.zeros(widest, np.int32), np.zeros(widest, np.float32)])
    room.known_first[:] = network.enter_bias
    return room


@rule
def differences(values: Any, known: Any, found: Any, amounts: Any) -> int:
    """Which values are not what was known, and by how much; returns how many."""
    count = 0
    for at in range(len(values)):
        amount = values[at] - known[at]
        if amount != 0:
            found[count] = at
            amounts[count] = amount
            count += 1
    return count


@loose_rule
def add(weights: Any, found: Any, amounts: Any, count: int, out: Any) -> None:
    """Add what some inputs of a layer come to. Four at a time, so that `out` is read and written less often."""
    fours = count - count % 4
    for n in range(0, fours, 4):
        of_a, of_b, of_c, of_d = weights[found[n]], weights[found[n + 1]], weights[found[n + 2]], weights[found[n + 3]]
        by_a, by_b, by_c, by_d = amounts[n], amounts[n + 1], amounts[n + 2], amounts[n + 3]
        for to in range(len(out)):
            out[to] += by_a * of_a[to] + by_b * of_b[to] + by_c * of_c[to] + by_d * of_d[to]
    for n in range(fours, count):
        of, by = weights[found[n]], amounts[n]
        for to in range(len(out)):
            out[to] += by * of[to]


@rule
def copy(values: Any, out: Any) -> None:
    """Write all values."""
    for at in range(len(out)):
        out[at] = values[at]


@rule
def cut(values: Any) -> None:
    """Nothing is below 0."""
    for at in range(len(values)):
        if values[at] < 0:
            values[at] = 0


@rule
def enter(network: Network, room: Room) -> None:
    """The first layer's sums: what was known, and what the differences come to."""
    copy(room.known_first, room.first)
    count = differences(room.inputs, room.known_inputs, room.found, room.amounts)
    add(network.enter, room.found, room.amounts, count, room.first)


@rule
def keep_in_mind(network: Network, room: Room) -> None:
    """From now on positions are compared with the one in `room.inputs`: what a search looks at differs little from where it began."""
    copy(room.nothing, room.known_inputs)
    copy(network.enter_bias, room.known_first)
    enter(network, room)
    copy(room.inputs, room.known_inputs)
    copy(room.first, room.known_first)


@rule
def pass_on(values: Any, weights: Any, bias: Any, out: Any, room: Room) -> None:
    """A later layer: a weighted sum of the values, of which many are 0."""
    copy(bias, out)
    add(weights, room.found, room.amounts, differences(values, room.nothing, room.found, room.amounts), out)


@rule
def look(network: Network, room: Room) -> None:
    """The two hidden layers, from `room.inputs`. After that, `rate_head` and `judge` tell what the network says."""
    enter(network, room)
    cut(room.first)
    pass_on(room.first, network.middle, network.middle_bias, room.second, room)
    cut(room.second)
    for at in range(len(room.second)):
        room.second[at] += room.first[at]


@loose_rule
def rate_head(network: Network, room: Room, head: int) -> None:
    """What one head says of the position looked at last, into `room.heads`. Only some of them are asked at each position."""
    weights = network.heads[head]
    total = network.heads_bias[head]
    for at in range(len(weights)):
        total += room.second[at] * weights[at]
    room.heads[head] = total


@rule
def judge(network: Network, room: Room) -> None:
    """Win chances and points of the position looked at last, into `room.answer`."""
    pass_on(room.second, network.value, network.value_bias, room.small, room)
    cut(room.small)
    pass_on(room.small, network.answer, network.answer_bias, room.answer, room)


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


def save_network(network: Network, file: str | Path | IO[bytes]) -> None:
    """Write the weights, in half the precision: no player notices."""
    layers = network._replace(heads=network.heads.T)
    np.savez_compressed(file, **{name: array.astype(np.float16) for name, array in layers._asdict().items()})


def load_network(game: Game, file: str | Path | IO[bytes]) -> Network:
    """Read the weights, and see to it that they fit the game."""
    try:
        with np.load(file, allow_pickle=False) as found:
            layers = {name: found[name] for name in Network._fields}
            layers["heads"] = layers["heads"].T
            network = Network(**{name: np.ascontiguousarray(layer, np.float32) for name, layer in layers.items()})
    except (OSError, KeyError, ValueError) as error:
        raise BadNetwork(f"this is no file with a network's weights: {error}") from None
    sight = find_sight(game)
    wanted, has = (sight.LAYOUT.size, sight.HEADS), (network.enter.shape[0], network.heads.shape[0])
    if wanted != has:
        raise BadNetwork(
            f"this network does not fit {game.name}: it sees {has[0]} numbers and has {has[1]} heads, not {wanted[0]} and {wanted[1]}"
        )
    return network


def shipped_network(game: Game) -> Network | None:
    """The network that came with the package; None if there is none."""
    return _shipped(game.name)


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


def card_of(game: Game) -> Card | None:
    """The card of the network that came with the package; None if there is none."""
    folder = resources.files(__package__).joinpath("networks")
    file = folder.joinpath(f"{game.name}.npz")
    if not file.is_file():
        return None
    cards = tomllib.loads(folder.joinpath("cards.toml").read_text(encoding="utf-8"))
    data = file.read_bytes()
    return msgspec.convert(cards[game.name] | {"size": len(data), "found": hashlib.sha256(data).hexdigest()}, Card)


@cache
def _shipped(name: str) -> Network | None:
    file = resources.files(__package__).joinpath("networks", f"{name}.npz")
    if not file.is_file():
        return None
    with file.open("rb") as opened:
        return load_network(find_game(name), opened)
