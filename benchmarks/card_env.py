"""Gymnasium's vector environment on a card, against the one in NumPy; and who can take the card's arrays with DLPack.

    python benchmarks/card_env.py [--device cuda:0] [--games N] [--steps N]

Every step of every game must be the same on both: what is seen, legal and rewarded, who ended. It exits with 1 where something differs.
Needs torch, Gymnasium, numba-cuda and a CUDA card.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from typing import Any

import numpy as np

from tegel.core.errors import TegelError
from tegel.envs.extras import need
from tegel.envs.vector.games import VectorGames

SETTINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("azul", {"opponents": "greedy", "reward": "points"}),
    ("azul", {"players": 3, "seat": "all", "observation": "onehot", "reward": "now", "ended": "again"}),
    ("blockers", {"players": 4, "seat": 2, "reward": "places", "ended": "full"}),
    ("duel", {"seat": 1, "observation": "planes", "reward": "rounds", "ended": "again", "opponents": "greedy"}),
)
TAKERS = ("torch", "cupy", "jax.dlpack")  # each has `from_dlpack`


def same(mine: Any, theirs: Any) -> bool:
    """Whether a tensor holds the same numbers as an array."""
    return bool(np.allclose(mine.cpu().numpy(), theirs))


def compare(game: str, settings: dict[str, Any], given: argparse.Namespace) -> dict[str, Any]:
    """The same games in both environments, move by move."""
    import torch

    from tegel.envs.make_vec import vector_env

    plain, card = vector_env(game, given.games, **settings), vector_env(game, given.games, given.device, **settings)
    source = np.random.default_rng(1)
    seen, shown = plain.reset(seed=3)[0], card.reset(seed=3)[0]
    ends, differing, spent = 0, 0, 0.0
    for _ in range(given.steps):
        differing += sum(not same(shown[key], seen[key]) for key in seen)
        actions = (source.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(axis=1)
        moves = torch.from_numpy(actions).to(given.device)
        begun = time.perf_counter()
        shown, rewards, terminated, truncated, _ = card.step(moves)
        torch.cuda.synchronize()
        spent += time.perf_counter() - begun
        seen, *theirs, _ = plain.step(actions)
        differing += sum(not same(mine, other) for mine, other in zip((rewards, terminated, truncated), theirs, strict=True))
        ends += int((theirs[1] | theirs[2]).sum())
    where = {str(part.device) for part in (*shown.values(), rewards, terminated, truncated)}
    rate = round(given.games * given.steps / spent)
    return {"game": game, **settings, "differences": differing, "games_ended": ends, "on": sorted(where), "steps_a_second": rate}


def lend(device: str) -> list[dict[str, Any]]:
    """Let libraries take an array of the simulator with DLPack, and see whether they read the same from the same memory."""
    games = VectorGames("azul", 1000, device=device, seed=1)
    masks = games.legal_masks()
    rows = []
    for name in TAKERS:
        try:
            taken = importlib.import_module(name).from_dlpack(masks)
        except ImportError:
            rows.append({"dlpack": name, "installed": False})
            continue
        pointer = taken.data_ptr() if name == "torch" else taken.data.ptr if name == "cupy" else taken.unsafe_buffer_pointer()
        host = taken.cpu().numpy() if name == "torch" else taken.get() if name == "cupy" else np.asarray(taken)
        equal = bool((host == masks.copy_to_host()).all())
        rows.append({"dlpack": name, "equal": equal, "not_copied": pointer == masks.__cuda_array_interface__["data"][0]})
    return rows


def refused(device: str) -> dict[str, Any]:
    """What is said of a card that is not there."""
    try:
        VectorGames("azul", 2, device=device)
    except TegelError as error:
        return {"device": device, "refused": str(error)}
    return {"device": device, "refused": None}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cuda:0", help="the card (default %(default)s)")
    parser.add_argument("--games", type=int, default=256, help="at the same time (default %(default)s)")
    parser.add_argument("--steps", type=int, default=200, help="of every game (default %(default)s)")
    given = parser.parse_args()
    try:
        need("torch")
        need("gymnasium")
        rows = [*lend(given.device), refused("cuda:99")]
        rows += [compare(game, settings, given) for game, settings in SETTINGS]
    except TegelError as error:
        print(f"card_env: {error}", file=sys.stderr)
        return 2
    for row in rows:
        print(json.dumps(row), flush=True)
    return 1 if any(row.get("differences") or row.get("equal") is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
