"""How much better could a network of another size or shape predict Azul? It bounds what a better network can bring.

python -m benchmarks.networks --out result.json                                     on a CUDA card: some minutes
python -m benchmarks.networks --games 32 --visits 4 --steps 80 --passes 1 --width 32 --sample 64 --match 8     small, on the CPU

The shipped network plays itself. Some games are held out. Networks of several shapes learn from the other games, each from the same
positions as often; of every pass the best is kept, chosen on half of the held-out games. The other half tells how well each predicts
who wins, the final points, and what the search plays; differences are from the shipped network's. Then each plays the shipped network
with as many visits a move.

shapes: shipped (as it is), continued (learns on from the shipped weights), starts (the same, half of the value's examples from starts of
rounds), plain (today's shape, from nothing), deep (residual blocks), tokens (attention between rows, columns, boards and discs)
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
import time
from pathlib import Path
from typing import Any

from msgspec import structs

from tegel.cli.common import progress
from tegel.core.errors import BadOption, TegelError
from tegel.core.game import find_game
from tegel.envs.extras import need

SHAPES = ("shipped", "continued", "starts", "plain", "deep", "tokens")
WIDTHS = {"deep": 1024, "tokens": 192}
RATES = {"continued": 3e-4, "starts": 3e-4, "plain": 1e-3, "deep": 5e-4, "tokens": 5e-4}


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="networks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2, help="of the games (default 2)")
    parser.add_argument("--mixture", action="store_true", help="all tables that a network is trained on instead")
    parser.add_argument("--shapes", default=",".join(SHAPES), metavar="LIST", help="which (default: all)")
    parser.add_argument("--games", type=int, default=32768, help="at the same time (default %(default)s)")
    parser.add_argument("--visits", type=int, default=32, help="of every search (default %(default)s)")
    parser.add_argument("--steps", type=int, default=320, help="moves of all games (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop playing after so long")
    parser.add_argument("--passes", type=int, default=3, help="over all positions (default %(default)s)")
    parser.add_argument("--sample", type=int, default=8192, help="positions of one update (default %(default)s)")
    parser.add_argument("--width", type=int, help="of the new shapes (default: 1024 of deep, 192 of tokens)")
    parser.add_argument("--depth", type=int, default=6, help="their blocks or layers (default %(default)s)")
    parser.add_argument("--match", type=int, default=4096, help="games against the shipped network (default %(default)s; 0: none)")
    parser.add_argument("--match-visits", type=int, default=48, help="of every search there (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", choices=("cuda", "cpu"), help="default: cuda if there is a card, else cpu")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the numbers here, as JSON")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="save networks of today's shape here")
    return parser.parse_args()


def new_shape(name: str, given: argparse.Namespace, game: Any, network: Any) -> Any:
    """A network of a shape, ready to learn."""
    from tegel.search.inputs import find_inputs
    from tegel.train.model import from_network, new_model

    from .shapes import Deep, Tokens

    inputs = find_inputs(game)
    width = given.width or WIDTHS.get(name, 0)
    if name in ("shipped", "continued", "starts"):
        return from_network(game, network)
    if name == "plain":
        return new_model(game)
    if name == "deep":
        return Deep(inputs.LAYOUT.size, inputs.HEADS, width, given.depth)
    if width % Tokens.PARTS:
        raise BadOption(f"the width of tokens is a multiple of {Tokens.PARTS}, not {width}")
    return Tokens(game.seats[1] if given.mixture else given.players, width, given.depth)


class Study:
    """The games, and what every network makes of them."""

    def __init__(self, given: argparse.Namespace) -> None:
        import torch

        from tegel.search.network import shipped_network
        from tegel.train.model import from_network
        from tegel.train.plan import Plan, mixture

        self.given, self.game = given, find_game("azul")
        device = given.device or ("cuda" if torch.cuda.is_available() else "cpu")
        options = mixture(self.game) if given.mixture else (({"players": given.players}, 1.0),)
        numbers = {"games": given.games, "visits": given.visits, "window": given.steps, "seed": given.seed}
        self.plan = Plan(game="azul", options=options, device=device, **numbers)
        self.device = torch.device(device)
        self.network = shipped_network(self.game)
        if self.network is None:
            raise BadOption("no network for azul came with this package")
        self.shipped = from_network(self.game, self.network).to(self.device)
        self.found: dict[str, Any] = {"asked": {name: str(value) for name, value in vars(given).items()}, "networks": {}}
        torch.manual_seed(given.seed)

    def play(self) -> None:
        """Make the games."""
        from .games import play, split

        began = time.monotonic()
        with progress() as bar:
            task = bar.add_task("games", total=self.given.steps)
            self.window = play(self.plan, self.game, self.shipped, self.given.seconds, lambda step: bar.update(task, completed=step))
        self.places = split(self.window)
        counts = {name: len(part) for name, part in self.places._asdict().items()}
        if min(counts.values()) < 2:
            raise BadOption(f"too few positions with a known end ({counts}): more --games or --steps are needed")
        self._tell({"positions": counts, "seconds": round(time.monotonic() - began)})
        self.found["positions"] = counts

    def study(self, name: str) -> None:
        """Train one network, keep its best pass, and see how well it predicts and plays."""
        from .learning import RESULT, SEARCH, compare, examine

        model = new_shape(name, self.given, self.game, self.network).to(self.device)
        row: dict[str, Any] = {"weights": sum(part.numel() for part in model.parameters())}
        if name != "shipped":
            model, row["passes"], row["seconds"] = self._train(name, model)
        for title, against in (("result", RESULT), ("search", SEARCH)):
            told = examine(model, self.window, self.places.telling, against)
            base = examine(self.shipped, self.window, self.places.telling, against)
            row[title] = {"everywhere": compare(told, base, False), "starts": compare(told, base, True)}
        self.found["networks"][name] = row
        self._tell({name: row})
        if self.given.match and name != "shipped":
            row["match"] = self._match(model)
            self._tell({name: row["match"]})
        if self.given.keep and name in ("continued", "starts", "plain"):
            from tegel.search.network import save_network
            from tegel.train.model import to_network

            self.given.keep.mkdir(parents=True, exist_ok=True)
            save_network(self.game, to_network(model), self.given.keep / f"{name}.npz")

    def _train(self, name: str, model: Any) -> tuple[Any, list[dict[str, float]], int]:
        """The best pass, all passes, and how long it took."""
        from .learning import KINDS, LearningSettings, examine, learn

        settings = LearningSettings(self.given.passes, self.given.sample, RATES[name], starts=name == "starts")
        passes: list[dict[str, float]] = []
        kept: list[Any] = []
        began = time.monotonic()
        with progress() as bar:
            task = bar.add_task(name)

            def after(done: int, total: int) -> None:
                bar.update(task, completed=done, total=total)
                if done * settings.passes % total < settings.passes:
                    seen = examine(model, self.window, self.places.choosing).wrong.mean(0).tolist()
                    passes.append(dict(zip(KINDS, seen, strict=True)))
                    kept.append(copy.deepcopy(model))

            learn(model, self.window, self.places, settings, after)
        best = min(range(len(passes)), key=lambda at: passes[at]["win"] + passes[at]["policy"])
        return kept[best], passes, round(time.monotonic() - began)

    def _match(self, model: Any) -> dict[str, float]:
        """The score against the shipped network with equal visits."""
        from tegel.train.gate import match, passes

        from .games import precision_of

        plan = structs.replace(self.plan, visits=self.given.match_visits)
        began = time.monotonic()
        models = (model.eval(), self.shipped)
        scores = match(self.game, plan, self.given.match // 2 * 2, self.given.seed + 5000, models, precision_of(self.device))
        _, score, margin = passes(scores)
        return {"games": self.given.match // 2 * 2, "score": score, "margin": margin, "match_seconds": round(time.monotonic() - began)}

    def _tell(self, row: dict[str, Any]) -> None:
        print(json.dumps(row), flush=True)
        if self.given.out:
            self.given.out.write_text(json.dumps(self.found, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    given = read_arguments()
    names = [name.strip() for name in given.shapes.split(",")]
    try:
        for name in names:
            if name not in SHAPES:
                raise BadOption(f"there is no shape {name!r}; the shapes are {', '.join(SHAPES)}")
        need("torch")
        study = Study(given)
        study.play()
        for name in names:
            study.study(name)
        study._tell({"done": True})
    except TegelError as error:
        print(f"networks: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
