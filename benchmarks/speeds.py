"""How fast the research kit is, side by side with what people would use instead, all in one run on this machine.

    python benchmarks/speeds.py [--seconds S] [--json]

Random play everywhere: one decision counts as one move. PettingZoo's games need ``pip install pygame``, Pgx ``pip install pgx``; a line
says so where one is missing. "a core" is by process time, which other programs disturb little; "this machine" is by the clock.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

GAMES = ("azul", "duel", "blockers")
Row = dict[str, Any]


def measure(what: str, play: Callable[[], int], seconds: float) -> Row:
    """Play until the time is over, after one round to warm up; `play` says how many moves it made."""
    play()
    moves = 0
    clock, processor = time.perf_counter(), time.process_time()
    while (spent := time.perf_counter() - clock) < seconds:
        moves += play()
    used = time.process_time() - processor
    return {"what": what, "moves_per_second": round(moves / spent), "moves_per_core_second": round(moves / used)}


def play_aec(env: Any) -> Callable[[], int]:
    """A whole game through PettingZoo, with every observation and mask read."""

    def play() -> int:
        env.reset(seed=random.randrange(2**31))
        moves = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[random.randrange(len(legal))]))
                moves += 1
        return moves

    return play


def pettingzoo_rows(seconds: float) -> Iterator[Row]:
    import tegel.envs

    for name in GAMES:
        yield measure(f"Tegel {name}, PettingZoo", play_aec(tegel.envs.make(f"{name}_v1")), seconds)
    try:
        from pettingzoo.classic import connect_four_v3, tictactoe_v3
    except ImportError:
        yield {"what": "PettingZoo's own games: pip install pygame"}
        return
    for module in (connect_four_v3, tictactoe_v3):
        env = module.env()
        yield measure(f"PettingZoo {env.metadata['name']}", play_aec(env), seconds)
        yield measure(f"PettingZoo {env.metadata['name']}, without its wrappers", play_aec(env.unwrapped), seconds)


def play_spiel(game: Any) -> Callable[[], int]:
    """A whole game through OpenSpiel, with the observation of every decision."""

    def play() -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(random.choices([deal for deal, _ in outcomes], [chance for _, chance in outcomes])[0])
            else:
                state.observation_tensor(state.current_player())
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def spiel_rows(seconds: float) -> Iterator[Row]:
    import pyspiel
    from open_spiel.python import games as _python_games  # noqa: F401 - registers them

    import tegel.envs.spiel  # noqa: F401 - registers ours

    for name in GAMES:
        yield measure(f"Tegel {name}, OpenSpiel (Python game)", play_spiel(pyspiel.load_game(f"python_tegel_{name}")), seconds)
    for name in ("python_tic_tac_toe", "python_kuhn_poker"):
        yield measure(f"OpenSpiel {name} (Python game)", play_spiel(pyspiel.load_game(name)), seconds)
    for name in ("connect_four", "backgammon", "tiny_hanabi"):
        yield measure(f"OpenSpiel {name} (C++ game, from Python)", play_spiel(pyspiel.load_game(name)), seconds)


def vector_rows(seconds: float) -> Iterator[Row]:
    from tegel.envs.vector import VectorGames, play_random

    for name in GAMES:

        def play(name: str = name) -> int:
            return int(play_random(name, 4000).moves.sum())

        yield measure(f"Tegel {name}, random games in one call", play, seconds)
        games = VectorGames(name, 4096)

        def step(games: VectorGames = games) -> int:
            games.legal_masks()
            games.vectors()
            games.step(games.random_moves(), checked=False)
            return games.count

        yield measure(f"Tegel {name}, 4096 games stepped with masks and vectors", step, seconds)


def gymnasium_rows(seconds: float) -> Iterator[Row]:
    import gymnasium

    import tegel.envs.single  # noqa: F401 - registers the environments

    source = np.random.default_rng(0)
    for name in GAMES:
        envs = gymnasium.make_vec(f"tegel/{name.capitalize()}-v1", num_envs=1024)
        held = [envs.reset(seed=1)[0]]

        def step(envs: Any = envs, held: list[Any] = held) -> int:
            masks = held[0]["action_mask"]
            held[0] = envs.step((source.random(masks.shape, np.float32) * masks).argmax(axis=1))[0]
            return 1024

        yield measure(f"Tegel {name}, gymnasium.vector, 1024 games (the agent's moves alone)", step, seconds)


def pgx_rows(seconds: float) -> Iterator[Row]:
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            import jax
            import pgx
            from pgx.experimental import auto_reset
    except ImportError:
        yield {"what": "Pgx: pip install pgx"}
        return
    for name in ("connect_four", "backgammon", "go_9x9"):
        env = pgx.make(name)

        def many(state: Any, key: Any, env: Any = env) -> Any:
            """A hundred steps of a batch, games that end beginning anew."""

            def one(carried: Any, key: Any) -> Any:
                first, second = jax.random.split(key)
                scores = jax.numpy.log(carried.legal_action_mask.astype(jax.numpy.float32))
                moves = jax.random.categorical(first, scores)
                keys = jax.random.split(second, moves.shape[0])
                return jax.vmap(auto_reset(env.step, env.init))(carried, moves, keys), None

            return jax.lax.scan(one, state, jax.random.split(key, 100))[0]

        compiled = jax.jit(many)
        held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), 1024))]

        def step(held: list[Any] = held, compiled: Any = compiled) -> int:
            held[0] = compiled(held[0], jax.random.PRNGKey(random.randrange(2**31)))
            held[0].current_player.block_until_ready()
            return 1024 * 100

        yield measure(f"Pgx {name}, 1024 games stepped on the CPU", step, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to measure each (default 2)")
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
    arguments = parser.parse_args()
    rows = []
    for part in (pettingzoo_rows, gymnasium_rows, spiel_rows, vector_rows, pgx_rows):
        for row in part(arguments.seconds):
            rows.append(row)
            if not arguments.json:
                speeds = f"{row['moves_per_core_second']:>13,} {row['moves_per_second']:>13,}" if "moves_per_second" in row else " " * 27
                print(speeds, "", row["what"], flush=True)
    if arguments.json:
        print(json.dumps(rows, indent=2))
    else:
        print(f"{'a core':>13} {'this machine':>13}  moves a second; {len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
