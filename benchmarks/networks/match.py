"""A match between two networks with equal visits, all games at once, best on a CUDA card.

python -m benchmarks.networks.match blockers student.npz --visits 48,128 --seed 1              against the shipped network, all tables
python -m benchmarks.networks.match azul new.npz --against old.npz --players 2 --games 64      one number of players, small

The first network's score in duplicate games is told for every table a network is trained on and every number of visits. With more than
two players the seats belong to the two networks in turn, so scores lie nearer to a half.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from tegel.core.errors import BadOption, TegelError
from tegel.core.game import Game, find_game
from tegel.envs.extras import need

MOST_VISITS = 10_000


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("network", type=Path, metavar="FILE")
    parser.add_argument("--against", type=Path, metavar="FILE", help="another network (default: the shipped one)")
    parser.add_argument("--players", type=int, help="only tables with so many (default: all tables that a network is trained on)")
    parser.add_argument("--visits", default="48", metavar="LIST", help="of every search (default %(default)s)")
    parser.add_argument("--games", type=int, default=2048, help="of each match (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", choices=("cuda", "cpu"), help="default: cuda if there is a card, else cpu")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each match")
    return parser.parse_args()


def visits_of(text: str) -> list[int]:
    """The numbers of visits in a list.

    >>> visits_of("48,128")
    [48, 128]
    """
    parts = text.split(",")
    if not all(part.isdecimal() and 2 <= int(part) <= MOST_VISITS for part in parts):
        raise BadOption(f"--visits are whole numbers from 2 to {MOST_VISITS} with commas between them, not {text!r}")
    return [int(part) for part in parts]


def model_of(game: Game, file: Path | None, options: dict[str, Any]) -> Any:
    """A network from a file, or the shipped one for a table."""
    from tegel.search.network import load_network, shipped_network
    from tegel.train.model import from_network

    network = load_network(game, file) if file else shipped_network(game, int(game.blank(game.options_from(options)).players))
    if network is None:
        raise BadOption(f"no network for {game.name} came with this package: name one with --against")
    return from_network(game, network)


def tell(row: dict[str, Any], as_json: bool) -> None:
    """One match."""
    if as_json:
        print(json.dumps(row), flush=True)
        return
    table = ", ".join(f"{name} {value}" for name, value in row["table"].items()) or "usual table"
    score, margin = 100 * row["score"], 100 * row["margin"]
    print(f"{table}, {row['visits']} visits: {score:.1f} % ± {margin:.1f} of {row['games']} games ({row['seconds']} s)", flush=True)


def work(given: argparse.Namespace) -> None:
    """All matches."""
    import torch

    from tegel.train.gate import match, passes
    from tegel.train.plan import Plan, mixture

    from .games import precision_of

    game, visits, games = find_game(given.game), visits_of(given.visits), given.games // 2 * 2
    if given.seed < 0:
        raise BadOption(f"--seed is a whole number from 0 on, not {given.seed}")
    if given.device == "cuda" and not torch.cuda.is_available():
        raise BadOption("PyTorch finds no CUDA card here; --device cpu plays the same match")
    device = torch.device(given.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    for options, _ in mixture(game, given.players):
        models = tuple(model_of(game, file, options).to(device) for file in (given.network, given.against))
        for number in visits:
            began = time.monotonic()
            plan = Plan(game=given.game, options=((options, 1.0),), device=device.type, games=games, visits=number)
            try:
                _, score, margin = passes(match(game, plan, games, given.seed, models, precision_of(device)))
            except torch.OutOfMemoryError:
                raise BadOption(f"{games} games with {number} visits do not fit in the card's memory; --games takes fewer") from None
            row = {"table": options, "visits": number, "games": games, "score": score, "margin": margin}
            tell(row | {"seconds": round(time.monotonic() - began)}, given.json)


def main() -> int:
    try:
        need("torch")
        work(read_arguments())
    except TegelError as error:
        print(f"match: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
