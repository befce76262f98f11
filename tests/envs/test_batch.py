"""The vector environment: who sits where, who plays the other seats, and games that begin anew."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import tegel.envs.single  # noqa: F401 - registers the environments
from tegel.core.errors import BadOption, IllegalMove
from tegel.envs.observation import Observer
from tegel.envs.rewards import GRADUAL
from tegel.envs.vector import VectorGames

COUNT = 20


def make_vec(name="Azul", count=COUNT, **settings):
    return gymnasium.make_vec(f"tegel/{name}-v1", num_envs=count, **settings).unwrapped


def steps(envs, count, seed=0):
    """Random play: after each step all that was answered, with what was seen before it."""
    source = np.random.default_rng(seed)
    seen, _ = envs.reset(seed=1)
    for _ in range(count):
        actions = (source.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(axis=1)
        before = seen
        seen, values, terminated, truncated, infos = envs.step(actions)
        yield before, seen, values, terminated | truncated, infos


@pytest.mark.parametrize("opponents", ["random", "level:1"])
def test_another_seat_each_game(opponents):
    """What is seen is always the view of the seat that the infos name, at the end of a game too."""
    envs = make_vec(players=3, seat=None, opponents=opponents, count=6 if opponents == "level:1" else COUNT)
    observer, had, ends = Observer(envs.games.game, "vector"), set(), 0
    for _, seen, values, over, infos in steps(envs, 60 if opponents == "random" else 25):
        seats = infos["seat"]
        assert ((envs.games.turns == seats) | over).all()
        for at in range(envs.num_envs):
            assert (seen["observation"][at] == observer.see(envs.games.states[at : at + 1], seats[at])).all()
            had.add((at, int(seats[at])))
        if over.any():
            ends += 1
            alone = (infos["places"] == 1).sum(axis=1) == 1
            won = infos["places"][np.arange(envs.num_envs), seats] == 1
            assert (values[over] == np.where(won, np.where(alone, 1, 0), -1)[over]).all()
    assert ends
    assert len(had) > envs.num_envs + 3


def test_all_seats_are_the_agents():
    envs = make_vec("Blockers", players=3, seat="all")
    ends = 0
    whose = envs.games.turns
    for before, seen, values, over, infos in steps(envs, 90):
        assert ((infos["seat"] == envs.games.turns) | over).all()
        if over.any():
            ends += 1
            assert (values[over] == infos["rewards"][np.arange(COUNT), whose][over]).all()
            assert (infos["rewards"][over].max(axis=1) >= 0).all()
        assert not values[~over].any()
        whose = infos["seat"]
        assert before["observation"].shape == seen["observation"].shape
    assert ends


@pytest.mark.parametrize(("ended", "mode"), [("full", AutoresetMode.NEXT_STEP), ("again", AutoresetMode.SAME_STEP)])
@pytest.mark.parametrize("seat", [0, None])
def test_no_mask_is_empty_if_so_wanted(ended, mode, seat):
    envs = make_vec(ended=ended, seat=seat)
    assert envs.metadata["autoreset_mode"] == mode
    assert type(envs).metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    ends, over_before = 0, np.zeros(COUNT, np.bool_)
    for before, seen, _, over, infos in steps(envs, 60):
        assert seen["action_mask"].any(axis=1).all()
        if ended == "again":
            assert (envs.games.turns >= 0).all()
            for at in np.flatnonzero(over):
                final = infos["final_obs"][at]
                assert envs.single_observation_space.contains(final)
                assert final["observation"][envs.games.layout.offsets["turn"]] == -1
        else:
            assert (before["action_mask"][over_before] == 1).all()
        over_before = over
        ends += int(over.sum())
    assert ends >= COUNT


@pytest.mark.parametrize("kind", GRADUAL)
def test_points_as_they_come_add_up(kind):
    envs = make_vec("Blockers", players=3, reward=kind, observation="onehot", seat=None, ended="again")
    total, ends = np.zeros(COUNT), 0
    seats = None
    for before, _, values, over, infos in steps(envs, 60):
        total += values
        if over.any() and seats is not None:
            points = -infos["points"].astype(float)
            for at in np.flatnonzero(over):
                assert total[at] == points[at, seats[at]] - np.delete(points[at], seats[at]).max()
                ends += 1
        total[over] = 0
        seats = infos["seat"]
        assert before["observation"].dtype == np.float32
    assert ends


def test_functions_decide_for_many_games_at_once():
    """The first legal move of each: the same game as with one function in the environment of one game."""
    sizes = []

    def first(seen):
        sizes.append(len(seen["action_mask"]))
        assert seen["observation"].shape[1] == 239
        return seen["action_mask"].argmax(axis=1)

    envs = make_vec(players=3, opponents=[first, "greedy"], seat=1)
    for _ in steps(envs, 10):
        assert ((envs.games.turns == 1) | (envs.games.turns == -1)).all()
    assert max(sizes) > 5

    one = make_vec(count=1, opponents=first)
    key = "{:016x}{:016x}{:016x}{:016x}"
    seen, _ = one.reset(seed=2)
    alone = gymnasium.make("tegel/Azul-v1", opponents=lambda view: view.legal[0])
    other, _ = alone.reset(options={"key": key.format(*(int(word) for word in one.games.states["key"][0]))})
    for _ in range(10):
        assert (other["observation"] == seen["observation"][0]).all()
        move = int(other["action_mask"].argmax())
        other, *_ = alone.step(move)
        seen, *_ = one.step(np.array([move]))


def test_named_players_are_repeatable():
    def course():
        envs = make_vec(count=3, opponents="level:1")
        return [seen["observation"] for _, seen, *_ in steps(envs, 8)]

    assert all((one == other).all() for one, other in zip(course(), course(), strict=True))


def test_wrong_use_is_explained():
    with pytest.raises(BadOption, match='a seat is a number from 0 to 1, None for another one each game, or "all", not 2'):
        make_vec(seat=2)
    with pytest.raises(BadOption, match="allowed is empty, full, again"):
        make_vec(ended="never")
    with pytest.raises(BadOption, match="there is no player 'friends'"):
        make_vec(opponents="friends")
    envs = make_vec(opponents=lambda seen: np.full(len(seen["action_mask"]), 304))
    with pytest.raises(IllegalMove, match="chose 304 in game"):
        envs.reset(seed=1)  # where the opponent begins
    envs = make_vec(opponents=lambda seen: 0)
    with pytest.raises(BadOption, match="gave an array of the shape"):
        envs.reset(seed=1)  # where the opponent begins


def test_what_a_step_answers_stays_as_it_is():
    """Unless one asks for the batch's own arrays."""
    games = VectorGames("azul", 64, seed=1)
    kept = [games.step(games.random_moves()) for _ in range(60)]
    assert sum(ended.over.sum() for ended in kept) > 0
    assert not all(ended.over is kept[0].over for ended in kept)
    again = VectorGames("azul", 64, seed=1)
    for ended in kept:
        own = again.step(again.random_moves(), reuse=True)
        assert all((a == b).all() for a, b in zip(own, ended, strict=True))
    assert own.over is again.ended.over
