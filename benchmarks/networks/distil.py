"""Teach a fast network what a large one knows: the large one learns from self-play, plays itself, learns again, and then teaches.

python -m benchmarks.networks.distil --out run                                          on a CUDA card: ten minutes
python -m benchmarks.networks.distil --games 64 --visits 4 --steps 160 --width 32 --sample 64 --passes 1 --match 8 --out run     small

The pupil is a network in two halves (`tegel.search.halves`) that begins with the shipped weights; it costs a player no more time than
the shipped one. It is saved as pupil.npz and then plays the shipped network, at all tables that a network is trained on and at each.
"""

from __future__ import annotations

import argparse
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


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="distil", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=24576, help="at the same time (default %(default)s)")
    parser.add_argument("--visits", type=int, default=32, help="of every search (default %(default)s)")
    parser.add_argument("--steps", type=int, default=280, help="moves of all games, each time (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop playing after so long, each time")
    parser.add_argument("--rounds", type=int, default=2, help="of playing and learning: with the shipped network, then with the large one")
    parser.add_argument("--passes", type=int, default=4, help="over the positions of each round (default %(default)s)")
    parser.add_argument("--pupil-passes", type=int, default=8, help="of the pupil, over those of the last round (default %(default)s)")
    parser.add_argument("--sample", type=int, default=8192, help="positions of one update (default %(default)s)")
    parser.add_argument("--width", type=int, default=1024, help="of the large network (default %(default)s)")
    parser.add_argument("--depth", type=int, default=6, help="its residual blocks (default %(default)s)")
    parser.add_argument("--match", type=int, default=2048, help="games of each match against the shipped network (default %(default)s)")
    parser.add_argument("--match-visits", type=int, default=48, help="of every search there (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", choices=("cuda", "cpu"), help="default: cuda if there is a card, else cpu")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the network and the log lie")
    return parser.parse_args()


class School:
    """The large network, the pupil, and the log."""

    def __init__(self, given: argparse.Namespace) -> None:
        import torch

        from tegel.search.halves import halves
        from tegel.search.inputs import find_inputs
        from tegel.search.network import shipped_network
        from tegel.train.model import from_network
        from tegel.train.plan import Plan, mixture

        from .shapes import Deep, Twin

        self.given, self.game = given, find_game("azul")
        name = given.device or ("cuda" if torch.cuda.is_available() else "cpu")
        self.device = torch.device(name)
        numbers = {"games": given.games, "visits": given.visits, "window": given.steps, "seed": given.seed}
        self.plan = Plan(game="azul", options=mixture(self.game), device=name, **numbers)
        network = shipped_network(self.game)
        if network is None:
            raise BadOption("no network for azul came with this package")
        torch.manual_seed(given.seed)
        self.shipped = from_network(self.game, network).to(self.device)
        inputs = find_inputs(self.game)
        self.teacher = Deep(inputs.LAYOUT.size, inputs.HEADS, given.width, given.depth).to(self.device)
        self.pupil = Twin(*(from_network(self.game, half) for half in halves(network))).to(self.device)
        given.out.mkdir(parents=True, exist_ok=True)
        self._began = time.monotonic()

    def play(self, player: Any, number: int) -> tuple[Any, Any]:
        """One round of games, and where their positions are."""
        from .games import play, split

        with progress() as bar:
            task = bar.add_task("games", total=self.given.steps)
            plan = structs.replace(self.plan, seed=self.given.seed + number)
            window = play(plan, self.game, player, self.given.seconds, lambda step: bar.update(task, completed=step))
        places = split(window)
        if min(map(len, places)) < 2:
            raise BadOption("too few games came to their end: more --games or --steps are needed")
        self._tell({"round": number, "positions": len(places.learned)})
        return window, places

    def teach(self, name: str, model: Any, window: Any, places: Any, lessons: Any) -> None:
        """Let a network learn, and tell what it gets wrong in games that were held out."""
        from .learning import KINDS, examine, learn

        with progress() as bar:
            task = bar.add_task(name)
            learn(model, window, places, lessons, lambda done, total: bar.update(task, completed=done, total=total))
        for title, one in ((name, model), ("shipped", self.shipped)):
            found = examine(one, window, places.telling)
            row: dict[str, Any] = {"network": title, "learned": name}
            row |= dict(zip(KINDS, found.wrong.mean(0).tolist(), strict=True))
            row |= dict(zip((f"{kind}_at_starts" for kind in KINDS), found.wrong[found.starts].mean(0).tolist(), strict=True))
            self._tell(row)

    def match(self, name: str, model: Any, options: Any = None) -> None:
        """The score against the shipped network with equal visits."""
        from tegel.train.gate import match, passes

        from .games import precision_of

        plan = structs.replace(self.plan, visits=self.given.match_visits, options=options or self.plan.options)
        games = self.given.match // 2 * 2
        scores = match(self.game, plan, games, self.given.seed + 5000, (model, self.shipped), precision_of(self.device))
        _, score, margin = passes(scores)
        tables = [given for given, _ in plan.options]
        self._tell({"match": name, "tables": tables, "games": games, "score": score, "margin": margin})

    def _tell(self, row: dict[str, Any]) -> None:
        text = json.dumps({"seconds": round(time.monotonic() - self._began)} | row)
        print(text, flush=True)
        with (self.given.out / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(text + "\n")


def work(given: argparse.Namespace) -> None:
    """All of it."""
    from tegel.search.network import save_network

    from .learning import Lessons

    school = School(given)
    for number in range(given.rounds):
        window, places = school.play(school.shipped if number == 0 else school.teacher, number)
        lessons = Lessons(given.passes, given.sample, 5e-4 if number == 0 else 3e-4)
        school.teach("teacher", school.teacher, window, places, lessons)
    pupil = school.pupil
    school.teach("pupil", pupil, window, places, Lessons(given.pupil_passes, given.sample, 1e-3, starts=True, teacher=school.teacher))
    save_network(school.game, pupil.network(), given.out / "pupil.npz")
    school.match("pupil", pupil)
    school.match("teacher", school.teacher)
    for options, _ in school.plan.options:
        school.match("pupil", pupil, ((options, 1.0),))


def main() -> int:
    try:
        need("torch")
        work(read_arguments())
    except TegelError as error:
        print(f"distil: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
