"""Observations: within their bounds, the same whatever is hidden, turned to the viewer, and documented as they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tegel.core.game import find_game
from tegel.core.generic import apply, legal, sample, setup
from tegel.envs.features import DTYPE, layout_of, see_planes, see_vector
from tegel.envs.vector import VectorGames
from tests.rotation import in_turn

from .configurations import every_configuration, every_game


def some_states(name: str, options: dict, count: int, seed: int):
    """States from random games."""
    game = find_game(name)
    source = np.random.default_rng(seed)
    moves = np.zeros(game.most_legal, np.int16)
    state = game.blank(game.options_from(options))
    while count:
        setup(state, source.integers(0, 2**64, 4, np.uint64))
        while state.turn >= 0 and count:
            if source.random() < 0.1:
                yield game.copy(state)
                count -= 1
            apply(state, moves[source.integers(legal(state, moves))])


def looks(name: str, state, viewer: int):
    game = find_game(name)
    layout = layout_of(game)
    vector, planes, scratch = np.full(layout.size, -99, DTYPE), np.full(layout.plane_shape, -99, DTYPE), np.zeros(1, game.dtype)
    see_vector(state, viewer, scratch, vector)
    see_planes(state, viewer, scratch, planes)
    return vector, planes


@in_turn
@every_configuration()
def test_every_number_is_written_and_within_its_bounds(name, options):
    games = VectorGames(name, 64, seed=3, **options)
    layout = games.layout
    for _ in range(120):
        games.step(games.random_moves())
        for viewer in range(games.players):
            out = games.vectors(viewer, np.full((64, layout.size), -99, DTYPE))
            wrong = np.flatnonzero(((out < layout.low) | (out > layout.high)).any(axis=0))
            assert not len(wrong), [field.name for field in layout.fields if layout.offsets[field.name] <= wrong[0]][-1]
    planes = games.planes(0, np.full((64, *layout.plane_shape), -99, DTYPE))
    assert layout.plane_low <= planes.min()
    assert planes.max() <= layout.plane_high


@in_turn
@every_configuration()
def test_what_is_hidden_cannot_be_seen(name, options):
    """Whatever the viewer may not know is exchanged: the observation stays the same."""
    source = np.random.default_rng(5)
    for state in some_states(name, options, 25, seed=5):
        for viewer in range(state.players):
            other = find_game(name).copy(state)
            sample(other, viewer, source.integers(0, 2**64, 4, np.uint64))
            for before, after in zip(looks(name, state, viewer), looks(name, other, viewer), strict=True):
                assert (before == after).all()


@every_game()
def test_different_positions_look_different(name, options):
    seen = {looks(name, state, 0)[0].tobytes() for state in some_states(name, options, 200, seed=9)}
    planes = {looks(name, state, 0)[1].tobytes() for state in some_states(name, options, 200, seed=9)}
    assert len(seen) == 200
    assert len(planes) == 200


@every_configuration()
def test_the_viewer_is_first(name, options):
    """The one to move sees itself in turn, in every seat; fields of the seats are turned round with it."""
    layout = layout_of(find_game(name))
    for state in some_states(name, options, 20, seed=7):
        players = int(state.players)
        views = [layout.split(looks(name, state, viewer)[0]) for viewer in range(players)]
        for viewer, view in enumerate(views):
            assert view["turn"] == (state.turn - viewer) % players
            for field in ("score", "line_count", "wall", "plates", "tiles", "captured"):
                if field in view and layout_seats(layout, field) >= players and field != "captured":
                    assert (view[field][0] == views[0][field][viewer]).all()


def layout_seats(layout, name: str) -> int:
    """The first dimension of a field, if it is one of the seats."""
    field = next(field for field in layout.fields if field.name == name)
    seats = next((other.shape[0] for other in layout.fields if other.name in ("score", "captured")), 0)
    return field.shape[0] if field.shape and field.shape[0] == seats else 0


@every_game()
def test_documentation_is_up_to_date(name, options):
    page = (Path(__file__).parents[2] / "docs" / "research" / "observations.md").read_text(encoding="utf-8")
    layout = layout_of(find_game(name))
    assert layout.table() in page
    assert layout.plane_table() in page
