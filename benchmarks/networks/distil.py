"""Distil a large network into a fast one: the large one learns from self-play, plays itself, learns again, and then teaches.

python -m benchmarks.networks.distil azul --out run                                          on a CUDA card: ten minutes
python -m benchmarks.networks.distil duel --games 64 --visits 4 --fewer 2 --steps 400 --width 32 --sample 64 --passes 1 --out run     small

What all begins with is the known network: the shipped one, or with --from FILE an earlier student, so that short runs add up. The large
network corrects its answers. The student is a network in two halves (`tegel.search.halves`) that begins with the known one's weights; it
costs a player no more time. It learns values above all where searches ask for them: where rounds begin, and where the rollouts of self-play
ended; if the large network predicts no better there, from the known one's answers. It is saved as student.npz and then plays the known
network. With --early it learns for so long after the first games, too, and is saved then.

With --alone there is no large network: the known one plays, and the student learns from those games, half of the values' examples from
where rounds begin. With --again N it then plays on itself and learns once more, N times; after each it is saved as student-1.npz and so on.
With --single the student is no pair but one network of the known one's shape. With --hidden 256,512 there are two students, whose halves
are so wide; they learn one after the other and are saved as student-256.npz and student-512.npz.

With --undealt WIDTH the student's values are those of positions before the deal (`undealt` in `tegel.search.network`), from a network so
wide. With --deeper VISITS self-play searches on from where its searches ended, and the student's values are learned from what that expects:
it sees a whole round more than a network does.

With --td LAMBDA values are learned from what the searches later in the game expected, TD(lambda): 0 looks at the next one alone, 1 at the
end of the game alone. Without, they are learned from the search of the position itself and the end of the game, half each.
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

DROP = 0.1  # of the large network's inner values, while it learns
SMALLEST = 64  # games with which kernels are compiled
STUDENT = "student"  # what it is called where there is one
KNOWN = "known"  # what the log calls the network that all begins with


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="distil", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument(
        "--shares", metavar="LIST", help="how often each table a network is trained on is played, 0: never (default: as usual)"
    )
    parser.add_argument("--games", type=int, default=24576, help="at the same time (default %(default)s)")
    parser.add_argument("--visits", type=int, default=32, help="of a whole search (default %(default)s)")
    parser.add_argument("--every", type=int, default=4, help="one of so many moves is searched so (default %(default)s)")
    parser.add_argument("--fewer", type=int, default=8, help="visits for the other moves (default %(default)s)")
    parser.add_argument("--rollout", type=int, help="moves at most that are played on from a leaf in self-play (default: as players do)")
    parser.add_argument("--steps", type=int, default=480, help="moves of all games (default %(default)s)")
    parser.add_argument("--window", type=int, help="of these the last so many are learned from (default: all)")
    parser.add_argument("--seconds", default="1e9,1e9", metavar="LIST", help="of playing with the known network, and with the large one")
    parser.add_argument("--learning", default="1e9,1e9,1e9", metavar="LIST", help="seconds of learning at most: large, large, student")
    parser.add_argument("--early", type=float, default=0, metavar="SECONDS", help="of learning of the student after the first games")
    parser.add_argument("--passes", type=float, default=2, help="over the positions of each round (default %(default)s)")
    parser.add_argument("--student-passes", type=float, default=8, help="of the student, over all positions (default %(default)s)")
    parser.add_argument("--teacher", type=Path, metavar="FILE", help="a large network to begin with: an earlier run's teacher.pt")
    parser.add_argument(
        "--from",
        dest="start",
        type=Path,
        metavar="FILE",
        help="the network that all begins with: an earlier student (default: the shipped one)",
    )
    parser.add_argument("--alone", action="store_true", help="no large network: learn from the games of the known one")
    parser.add_argument(
        "--again",
        type=int,
        default=0,
        metavar="N",
        help="how often the large network, or with --alone the student, plays on and learns once more",
    )
    parser.add_argument("--single", action="store_true", help="a student of one network, not of two")
    parser.add_argument(
        "--hidden", metavar="LIST", help="how wide the student's halves are, or those of several (default: as the known one's)"
    )
    parser.add_argument("--undealt", type=int, default=0, metavar="WIDTH", help="a pair whose values, so wide, see no deal (Azul)")
    parser.add_argument(
        "--deeper", type=int, default=0, metavar="VISITS", help="learn values from searches of so many, begun where others ended"
    )
    parser.add_argument("--td", type=float, metavar="LAMBDA", help="learn values from later searches in the game: a number from 0 to 1")
    parser.add_argument("--copying", type=float, default=60, metavar="SECONDS", help="of learning such values (default %(default)s)")
    parser.add_argument("--rate", type=float, default=3e-4, help="of the student alone (default %(default)s)")
    parser.add_argument("--sample", type=int, default=16384, help="positions of one update (default %(default)s)")
    parser.add_argument("--width", type=int, default=1024, help="of the large network (default %(default)s)")
    parser.add_argument("--depth", type=int, default=6, help="its residual blocks (default %(default)s)")
    parser.add_argument(
        "--match", type=int, default=2048, help="games of each match against the known network (default %(default)s; 0: none)"
    )
    parser.add_argument("--match-visits", type=int, default=48, help="of every search there (default %(default)s)")
    parser.add_argument("--wait-for", type=Path, metavar="FILE", help="compile, and begin once this file is there")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", choices=("cuda", "cpu"), help="default: cuda if there is a card, else cpu")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the network and the log lie")
    return parser.parse_args()


def numbers_of(text: str, count: int) -> list[float]:
    """So many numbers of a list.

    >>> numbers_of("1,2.5", 2)
    [1.0, 2.5]
    """
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError:
        found = []
    if len(found) != count:
        raise BadOption(f"{text!r} should be {count} numbers with commas between them")
    return found


def tables_of(game: Any, shares: str | None) -> tuple[tuple[dict[str, Any], float], ...]:
    """The tables that a network of this game is trained on, as often as asked."""
    from tegel.train.plan import mixture

    usual = mixture(game)
    if shares is None:
        return usual
    chosen = tuple((options, share) for (options, _), share in zip(usual, numbers_of(shares, len(usual)), strict=True) if share > 0)
    if not chosen:
        raise BadOption(f"{shares!r} leaves no table to play")
    return chosen


def widths_of(text: str | None) -> list[int]:
    """How wide the students' halves are; none if they are as wide as those of the known network.

    >>> widths_of("256,512")
    [256, 512]
    """
    if text is None:
        return []
    parts = text.split(",")
    if not all(part.isdecimal() and int(part) > 0 for part in parts):
        raise BadOption(f"--hidden are whole numbers with commas between them, not {text!r}")
    return [int(part) for part in parts]


class Distillation:
    """The large network, the student, and the log."""

    def __init__(self, given: argparse.Namespace) -> None:
        import torch

        from tegel.search.inputs import find_inputs
        from tegel.search.network import load_network, shipped_network
        from tegel.train.model import from_network
        from tegel.train.plan import Plan

        from .shapes import Above, Deep, Single

        if given.window and given.window % given.every:
            raise BadOption("--window is a multiple of --every")
        self.given, self.game = given, find_game(given.game)
        if given.undealt and not hasattr(find_inputs(self.game), "undeal"):
            raise BadOption(f"--undealt is not for {given.game}: its positions before a deal have no inputs of their own")
        if given.undealt < 0 or given.deeper < 0:
            raise BadOption("--undealt and --deeper are 0 or more")
        if given.td is not None and not 0 <= given.td <= 1:
            raise BadOption(f"--td is a number from 0 to 1, not {given.td}")
        widths = widths_of(given.hidden)
        if given.single and (given.undealt or given.deeper or widths):
            raise BadOption("--single does not go with --undealt and --deeper, which teach the half for values, nor with --hidden")
        if len(widths) > 1 and given.alone:
            raise BadOption("--alone has one student, which plays: --hidden takes one number there")
        name = given.device or ("cuda" if torch.cuda.is_available() else "cpu")
        self.device = torch.device(name)
        numbers = {"games": given.games, "visits": given.visits, "window": given.window or given.steps, "seed": given.seed}
        self.plan = Plan(game=given.game, options=tables_of(self.game, given.shares), device=name, **numbers)
        players = min(int(self.game.blank(self.game.options_from(options)).players) for options, _ in self.plan.options)
        network = load_network(self.game, given.start) if given.start else shipped_network(self.game, players)
        if network is None:
            raise BadOption(f"no network for {given.game} came with this package: --from FILE names one")
        torch.manual_seed(given.seed)
        self.network, self.known = network, from_network(self.game, network).to(self.device)
        inputs = find_inputs(self.game)
        large = Deep(inputs.LAYOUT.size, inputs.HEADS, given.width, given.depth, DROP)
        self.teacher = Above(from_network(self.game, network), large).to(self.device).eval()
        if given.teacher:
            self._load_teacher(given.teacher)
        self.students: dict[str, Any] = {f"student-{width}": self._pair(network, width) for width in widths if len(widths) > 1}
        if not self.students:
            one = Single(from_network(self.game, network)) if given.single else self._pair(network, *widths)
            self.students = {STUDENT: one}
        for student in self.students.values():
            student.to(self.device)
        given.out.mkdir(parents=True, exist_ok=True)
        self._began = time.monotonic()

    def _pair(self, network: Any, hidden: int | None = None) -> Any:
        """A student of two halves, so wide."""
        import numpy as np
        import torch

        from tegel.search.halves import halves
        from tegel.search.inputs import find_inputs
        from tegel.train.model import from_network
        from tegel.train.widen import widen

        from .shapes import Twin

        moves, values = halves(network)
        if hidden is not None:
            moves, values = widen(moves, hidden), widen(values, hidden)
        if not self.given.undealt:
            return Twin(from_network(self.game, moves), from_network(self.game, values))
        inputs = find_inputs(self.game)
        undeal = torch.from_numpy(inputs.undeal(np.eye(inputs.LAYOUT.size, dtype=np.float32)))
        values = widen(values._replace(undealt=np.zeros(1, np.float32)), max(self.given.undealt, values.hidden))
        return Twin(from_network(self.game, moves), from_network(self.game, values), undeal)

    def compile(self) -> None:
        """Play a few moves of a few games, so that all is compiled."""
        from tegel.train.gate import match

        from .games import Selfplay, precision_of

        plan = structs.replace(self.plan, games=min(SMALLEST, self.plan.games), window=1)
        games = Selfplay(plan, self.game, rollout=self.given.rollout)
        games.go_on(self.known, 1, 0.0, lambda step: None)
        if self.given.match:
            match(self.game, structs.replace(plan, visits=2), 2, 1, (self.known, self.known), precision_of(self.device))
        self.tell({"compiled": True})

    def wait(self) -> None:
        """Until the file is there that was asked for."""
        while self.given.wait_for and not self.given.wait_for.exists():
            time.sleep(0.5)
        self.tell({"begins": True})

    def open(self) -> None:
        """Deal the games."""
        import torch

        from .games import Pace, Selfplay

        given = self.given
        ends = not given.alone or given.undealt > 0 or given.deeper > 0
        try:
            self.games = Selfplay(self.plan, self.game, Pace(given.every, given.fewer), ends, given.rollout, given.deeper)
        except torch.OutOfMemoryError:
            window = f"{self.plan.window} moves of {given.games} games do not fit in the card's memory"
            raise BadOption(f"{window}: a smaller --window, or fewer --games") from None

    def close(self) -> None:
        """Give the games' memory back: whoever waits for the student may need it."""
        import gc

        import torch

        del self.games
        gc.collect()
        torch.cuda.empty_cache()

    def play(self, player: Any, until: int, seconds: float) -> tuple[Any, Any]:
        """Play on, to a step or for so long, and tell where all positions so far are."""
        from .games import split

        with progress() as bar:
            task = bar.add_task("games", total=self.given.steps)
            self.games.go_on(player, until, seconds, lambda step: bar.update(task, completed=step))
        record = self.games.record
        if self.given.td is not None:
            record.look_back(self.given.td)
        places = split(record)
        if min(map(len, places)) < 2:
            raise BadOption("too few games came to their end: more --games or --steps are needed")
        finished = int(self.games.batch.tensors["finished"].sum())
        self.tell({"steps": record.seen, "games": finished, "positions": len(places.learned), "asked": len(places.starts)})
        return record, places

    def train(self, name: str, model: Any, record: Any, places: Any, settings: Any) -> None:
        """Let a network learn, and tell what it gets wrong in games that were held out."""
        from .learning import KINDS, examine, learn

        updates = 0
        with progress() as bar:
            task = bar.add_task(name)

            def after(done: int, total: int) -> None:
                nonlocal updates
                updates = done
                bar.update(task, completed=done, total=total)

            learn(model, record, places, settings, after)
        self.tell({"learned": name, "updates": updates})
        for title, one in ((name, model), (KNOWN, self.known)):
            found = examine(one, record, places.telling)
            row: dict[str, Any] = {"network": title, "learned": name}
            row |= dict(zip(KINDS, found.wrong.mean(0).tolist(), strict=True))
            row |= dict(zip((f"{kind}_asked" for kind in KINDS), found.wrong[found.starts].mean(0).tolist(), strict=True))
            self.tell(row)

    def train_values(self, student: Any, record: Any, valuer: Any) -> None:
        """Let a student learn to value positions where searches ended: from another network's answers, or with None from searches."""
        from .learning import LearningSettings, copy_ends

        with progress() as bar:
            task = bar.add_task("values", total=None)
            settings = LearningSettings(1e9, self.given.sample, 1e-3, seconds=self.given.copying)
            found = copy_ends(student, valuer, record, settings, lambda done, total: bar.update(task, completed=done))
        self.tell({"learned": "values", "from": "searches" if valuer is None else "a network", "passes": found.passes, "off": found.off})

    def better_valuer(self, record: Any, places: Any) -> Any:
        """The large network or the known one: which of them predicts winners better where searches ask. With few games a large one only
        remembers them."""
        from .learning import KINDS, examine

        errors = []
        for model in (self.teacher, self.known):
            found = examine(model, record, places.choosing)
            errors.append(float(found.wrong[found.starts, KINDS.index("win")].mean()))
        self.tell({"values_from": "teacher" if errors[0] < errors[1] else KNOWN, "win": errors})
        return self.teacher if errors[0] < errors[1] else self.known

    def save(self, name: str, student: Any) -> None:
        """A student, for players."""
        from tegel.search.network import save_network

        unfinished = self.given.out / "unfinished.npz"
        save_network(self.game, student.network(), unfinished)
        unfinished.replace(self.given.out / f"{name}.npz")

    def _load_teacher(self, file: Path) -> None:
        """What `save_teacher` wrote."""
        import pickle

        import torch

        try:
            self.teacher.more.load_state_dict(torch.load(file, self.device, weights_only=True))
        except (OSError, EOFError, LookupError, RuntimeError, ValueError, pickle.UnpicklingError) as error:
            raise BadOption(f"{file} is no large network of this --width and --depth: {error}") from None

    def save_teacher(self) -> None:
        """What the large network adds to the known one's answers, to go on from with --teacher."""
        import torch

        kept = {name: weights.half().cpu() for name, weights in self.teacher.more.state_dict().items()}
        torch.save(kept, self.given.out / "teacher.pt")

    def match(self, name: str, model: Any, options: Any = None) -> None:
        """The score against the known network with equal visits."""
        from tegel.train.gate import match, passes

        from .games import precision_of

        plan = structs.replace(self.plan, visits=self.given.match_visits, options=options or self.plan.options)
        games = self.given.match // 2 * 2
        scores = match(self.game, plan, games, self.given.seed + 5000, (model, self.known), precision_of(self.device))
        _, score, margin = passes(scores)
        tables = [given for given, _ in plan.options]
        self.tell({"match": name, "tables": tables, "games": games, "score": score, "margin": margin})

    def tell(self, row: dict[str, Any]) -> None:
        """Into the log."""
        text = json.dumps({"seconds": round(time.monotonic() - self._began)} | row)
        print(text, flush=True)
        with (self.given.out / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(text + "\n")


def study(distillation: Distillation, given: argparse.Namespace) -> None:
    """Play and learn."""
    from .learning import LearningSettings

    first, later = numbers_of(given.seconds, 2)
    *learning, last = numbers_of(given.learning, 3)
    rounds, teacher, later = given.again + 2, distillation.teacher, given.td is not None
    distillation.open()
    for times in range(rounds):
        player, seconds, limit, rate = (teacher, later, learning[1], 3e-4) if times else (distillation.known, first, learning[0], 5e-4)
        record, places = distillation.play(player, given.steps * (times + 1) // rounds, seconds)
        settings = LearningSettings(given.passes, given.sample, rate, seconds=limit, later=later)
        distillation.train("teacher", teacher, record, places, settings)
        distillation.save_teacher()
        limit = last if times == rounds - 1 else given.early if times == 0 else 0
        if limit:
            valuer = distillation.better_valuer(record, places)
            since = given.steps // rounds if times and record.seen <= record.steps else 0
            settings = LearningSettings(given.student_passes, given.sample, 1e-3, 0.5, True, teacher, valuer, since, limit, later)
            for name, student in distillation.students.items():
                distillation.train(name, student, record, places, settings)
                if given.undealt or given.deeper:
                    distillation.train_values(student, record, None if given.deeper else valuer)
                distillation.save(name, student)


def study_alone(distillation: Distillation, given: argparse.Namespace) -> None:
    """Play with the known network, and learn from that; then play on with what was learned, as often as asked."""
    from .learning import LearningSettings

    first, later = numbers_of(given.seconds, 2)
    *_, limit = numbers_of(given.learning, 3)
    settings = LearningSettings(given.student_passes, given.sample, given.rate, starts=True, seconds=limit, later=given.td is not None)
    student = distillation.students[STUDENT]
    distillation.open()
    for times in range(given.again + 1):
        until = given.steps * (times + 1) // (given.again + 1)
        player, seconds = (student, later) if times else (distillation.known, first)
        record, places = distillation.play(player, until, seconds)
        distillation.train(STUDENT, student, record, places, settings)
        if given.undealt or given.deeper:
            distillation.train_values(student, record, None if given.deeper else distillation.known)
        distillation.save(f"{STUDENT}-{times + 1}", student)


def work(given: argparse.Namespace) -> None:
    """All of it."""
    distillation = Distillation(given)
    distillation.compile()
    distillation.wait()
    (study_alone if given.alone else study)(distillation, given)
    for name, student in distillation.students.items():
        distillation.save(name, student)
    distillation.close()
    if given.match:
        for name, student in distillation.students.items():
            for options, _ in distillation.plan.options:
                distillation.match(name, student, ((options, 1.0),))
            distillation.match(name, student)
        if not given.alone:
            distillation.match("teacher", distillation.teacher)


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
