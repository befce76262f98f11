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

from ..core.compiled import rule
from ..core.errors import TegelError
from ..core.game import Game, find_game
from .judgement import SEATS
from .sight import find_sight

POINTS_SCALE = 50.0  # the network gives points in fiftieths


class BadNetwork(TegelError):
    """A file with weights that cannot be used."""


class Network(NamedTuple):
    """The weights, each layer's by input and output."""

    enter: Any  # inputs x hidden
    enter_bias: Any
    middle: Any  # hidden x hidden
    middle_bias: Any
    heads: Any  # hidden x heads
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
    """Memory for one evaluation."""

    inputs: Any
    first: Any
    second: Any
    small: Any
    heads: Any
    answer: Any
    found: Any  # which values of a layer are not 0


def room_for(network: Network) -> Room:
    """Memory that fits a network."""
    inputs, hidden = network.enter.shape
    heads, small, answer = network.heads.shape[1], network.value.shape[1], network.answer.shape[1]
    numbers = [np.zeros(size, np.float32) for size in (inputs, hidden, hidden, small, heads, answer)]
    return Room._make([*numbers, np.zeros(max(inputs, hidden), np.int32)])


@rule
def pass_on(values: Any, weights: Any, bias: Any, out: Any, found: Any) -> None:
    """One layer: a weighted sum of the values, of which many are 0. Four at a time, so that `out` is read and written less often."""
    count = 0
    for at in range(len(values)):
        if values[at] != 0:
            found[count] = at
            count += 1
    for to in range(len(out)):
        out[to] = bias[to]
    fours = count - count % 4
    for n in range(0, fours, 4):
        a, b, c, d = found[n], found[n + 1], found[n + 2], found[n + 3]
        by_a, by_b, by_c, by_d = values[a], values[b], values[c], values[d]
        of_a, of_b, of_c, of_d = weights[a], weights[b], weights[c], weights[d]
        for to in range(len(out)):
            out[to] += by_a * of_a[to] + by_b * of_b[to] + by_c * of_c[to] + by_d * of_d[to]
    for n in range(fours, count):
        by, of = values[found[n]], weights[found[n]]
        for to in range(len(out)):
            out[to] += by * of[to]


@rule
def cut(values: Any) -> None:
    """Nothing is below 0."""
    for at in range(len(values)):
        if values[at] < 0:
            values[at] = 0


@rule
def evaluate(network: Network, room: Room, rate: bool) -> None:
    """From `room.inputs` to `room.answer` and, if moves are to be rated, to `room.heads`."""
    found = room.found
    pass_on(room.inputs, network.enter, network.enter_bias, room.first, found)
    cut(room.first)
    pass_on(room.first, network.middle, network.middle_bias, room.second, found)
    cut(room.second)
    for at in range(len(room.second)):
        room.second[at] += room.first[at]
    if rate:
        pass_on(room.second, network.heads, network.heads_bias, room.heads, found)
    pass_on(room.second, network.value, network.value_bias, room.small, found)
    cut(room.small)
    pass_on(room.small, network.answer, network.answer_bias, room.answer, found)


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
    np.savez_compressed(file, **{name: array.astype(np.float16) for name, array in network._asdict().items()})


def load_network(game: Game, file: str | Path | IO[bytes]) -> Network:
    """Read the weights, and see to it that they fit the game."""
    try:
        with np.load(file, allow_pickle=False) as found:
            network = Network(**{name: np.ascontiguousarray(found[name], np.float32) for name in Network._fields})
    except (OSError, KeyError, ValueError) as error:
        raise BadNetwork(f"this is no file with a network's weights: {error}") from None
    sight = find_sight(game)
    wanted, has = (sight.LAYOUT.size, sight.HEADS), (network.enter.shape[0], network.heads.shape[1])
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
