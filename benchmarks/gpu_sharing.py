"""Whether torch, CuPy and JAX share the vector simulator's arrays on a CUDA card without copying: python benchmarks/gpu_sharing.py

A batch on the card and one on the CPU make the same moves, chosen by each library in turn; everything they show must agree.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from typing import Any

import numpy as np

from tegel.core.errors import BadOption, TegelError
from tegel.envs.extras import need
from tegel.envs.vector import VectorGames

GAMES = 4096


def same(card: VectorGames, host: VectorGames, what: str) -> None:
    """Complain if the two batches differ."""
    if not np.array_equal(card.vectors().copy_to_host(), host.vectors()):
        raise TegelError(f"card and CPU differ after {what}")
    print(f"{what}: no copies, and the same as on the CPU")


def address(array: object) -> int:
    """Where an array lies on the card."""
    return int(array.__cuda_array_interface__["data"][0])  # type: ignore[attr-defined]


def library(name: str) -> Any:
    """One that no extra of Tegel brings."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise BadOption(f"this needs {name}, which no extra of Tegel brings") from error


def with_torch(card: VectorGames, host: VectorGames) -> None:
    torch = need("torch")
    seen = torch.zeros((GAMES, card.layout.size), dtype=torch.float32, device="cuda")
    card.vectors(out=seen)
    assert np.array_equal(seen.cpu().numpy(), host.vectors())
    masks = card.legal_masks()
    legal = torch.as_tensor(masks, device="cuda")
    assert legal.data_ptr() == address(masks)
    moves = legal.float().argmax(1).to(torch.int16)
    card.step(moves)
    host.step(moves.cpu().numpy())
    same(card, host, "torch")


def with_cupy(card: VectorGames, host: VectorGames) -> None:
    cupy = library("cupy")
    planes = cupy.zeros((GAMES, *card.layout.plane_shape), cupy.int16)
    card.planes(out=planes)
    assert np.array_equal(cupy.asnumpy(planes), host.planes())
    masks = card.legal_masks()
    legal = cupy.asarray(masks)
    assert legal.data.ptr == address(masks)
    moves = legal.argmax(1).astype(cupy.int16)
    card.step(moves)
    host.step(cupy.asnumpy(moves))
    same(card, host, "CuPy")


def with_jax(card: VectorGames, host: VectorGames) -> None:
    """JAX takes the arrays through torch's DLPack."""
    jax, torch = library("jax"), need("torch")
    vectors = card.vectors()
    seen = jax.dlpack.from_dlpack(torch.as_tensor(vectors, device="cuda"))
    assert seen.unsafe_buffer_pointer() == address(vectors)
    legal = jax.dlpack.from_dlpack(torch.as_tensor(card.legal_masks(), device="cuda").to(torch.uint8))
    moves = jax.numpy.argmax(legal, axis=1).astype(jax.numpy.int16)
    card.step(moves)
    host.step(np.asarray(moves))
    same(card, host, "JAX")


def main() -> int:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    try:
        for game in ("azul", "duel", "blockers"):
            print(game)
            card, host = (VectorGames(game, GAMES, seed=3, device=device) for device in ("cuda", "cpu"))
            for meet in (with_torch, with_cupy, with_jax):
                meet(card, host)
    except TegelError as error:
        print(f"gpu_sharing: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
