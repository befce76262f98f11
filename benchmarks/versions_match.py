"""Is this version stronger than an older one at equal time? Duplicate games between two versions of the package, as programs.

python benchmarks/versions_match.py azul --against cb3d2f7 --out run                            one second a move, two players
python benchmarks/versions_match.py azul -o players=4 --against cb3d2f7 --workers 14 --out run  this version among three older ones
python benchmarks/versions_match.py duel --against ../older --player learned:0.2s --out run     against another checkout

Both versions sit in the match as programs (`tegel.arena.host`), so both pay for the pipe, and each thinks on one core. A move that is the
only one is played at once. The same command goes on where it ended; --minutes ends it in time. What is told counts whole sets of
deals, with half of the 95 % interval.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shlex
import signal
import subprocess
import sys
import tarfile
from collections import defaultdict
from io import BytesIO
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from tegel.core.errors import BadOption, TegelError
from tegel.core.game import find_game

HERE = Path(__file__).resolve().parents[1]
NOW, THEN = "now", "then"
BOT = """import os, sys
from tegel.search.players import find_player


class Bot:
    def __init__(self, seed: int = 0) -> None:
        self._player = find_player(os.environ["PLAYER"], seed)

    def decide(self, view):
        return view.legal[0] if len(view.legal) == 1 else self._player.decide(view)


if __name__ == "__main__":  # once before the match, so that all is compiled
    import tegel

    table = tegel.game(sys.argv[1], **dict(pair.split("=", 1) for pair in sys.argv[2:]))
    os.environ["PLAYER"] = "learned:0.05s"
    for _ in range(4):
        table.play(Bot(1).decide(table.view(table.turn)))
"""


def source_of(against: str, out: Path) -> Path:
    """The folder of an older version's source: of another checkout, or of a commit, which is unpacked."""
    if (Path(against) / "src" / "tegel").is_dir():
        return (Path(against) / "src").resolve()
    folder = out / THEN
    if not folder.is_dir():
        packed = subprocess.run(["git", "archive", against, "src"], cwd=HERE, capture_output=True, check=False)
        if packed.returncode:
            raise BadOption(f"{against!r} is neither a checkout of this project nor one of its commits")
        with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
            archive.extractall(folder, filter="data")
    return folder / "src"


def environment(source: Path, cache: Path, player: str) -> dict[str, str]:
    """In which a version runs: its own source and compiled code, on one core."""
    one = dict.fromkeys(("NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
    path = os.pathsep.join(filter(None, (str(source), os.environ.get("PYTHONPATH"))))
    return {"PLAYER": player, "PYTHONPATH": path, "XDG_CACHE_HOME": str(cache), **one}


def warm_up(version: str, bot: Path, given: argparse.Namespace, settings: dict[str, str]) -> None:
    """Compile what a version plays with."""
    print(f"{version}: compiling, if need be ...", flush=True)
    done = subprocess.run(
        [sys.executable, str(bot), given.game, *given.option], env=os.environ | settings, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BadOption(f"the version {version!r} cannot play: {(done.stderr.strip() or '?').splitlines()[-1]}")


def play(given: argparse.Namespace, players: int) -> Path:
    """Play the match, or the rest of it; returns where its games are."""
    out: Path = given.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    bot = out / "bot.py"
    bot.write_text(BOT, encoding="utf-8")
    names = {}
    for version, source in ((NOW, HERE / "src"), (THEN, source_of(given.against, out))):
        settings = environment(source, out / "compiled" / version, given.player)
        warm_up(version, bot, given, settings)
        program = out / "programs" / version
        program.parent.mkdir(exist_ok=True)
        host = shlex.join(
            [*(f"{name}={value}" for name, value in settings.items()), sys.executable, "-m", "tegel.arena.host", str(bot), "Bot"]
        )
        program.write_text(f"#!/bin/sh\nexec env {host}\n", encoding="utf-8")
        program.chmod(0o755)
        names[version] = "cmd:" + shlex.quote(str(program))
    seats = ",".join([names[NOW], *[names[THEN]] * (players - 1)])
    options = [part for pair in given.option for part in ("-o", pair)]
    match = out / "match"
    command = [sys.executable, "-m", "tegel", "match", given.game, *options, "--players", seats, "--games", str(given.games)]
    command += ["--seed", str(given.seed), "--workers", str(given.workers), "--out", str(match)]
    here = os.environ | {"PYTHONPATH": environment(HERE / "src", out, "")["PYTHONPATH"]}
    playing = subprocess.Popen(command, env=here)
    try:
        if playing.wait(given.minutes * 60 if given.minutes else None):
            raise subprocess.CalledProcessError(playing.returncode, command)
    except subprocess.TimeoutExpired:
        print("the time is over; the same command goes on")
    finally:
        playing.terminate()  # its own processes end with it
        playing.wait()
    return match / "games.jsonl"


def read(games: list[dict[str, Any]], fewest_win: bool) -> dict[str, Any]:
    """How a match stands: this version's share of first places, and how it lost."""
    sets, lost, order = defaultdict(list), [], defaultdict(list)
    players = len(games[0]["seats"])
    for game in games:
        mine = next(seat for seat, name in enumerate(game["seats"]) if shlex.split(name)[0].endswith(f"/{NOW}"))
        winners = [seat for seat, place in enumerate(game["places"]) if place == 1]
        share = (mine in winners) / len(winners)
        sets[game["number"] // players].append((share, game, mine))
    whole = [one for one in sets.values() if len(one) == players]
    for share, game, mine in (each for one in whole for each in one):
        order[(mine - game["first"]) % players].append(share)
        if share == 0:
            others = [points for seat, points in enumerate(game["points"]) if seat != mine]
            known = None not in game["points"]  # of a program that failed they are not
            lost.append(abs(game["points"][mine] - (min(others) if fewest_win else max(others))) if known else math.inf)
    scores = [mean(share for share, *_ in one) for one in whole]
    margin = 1.96 * stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else math.nan
    return {
        "games": players * len(whole),
        "share": mean(scores) if scores else math.nan,
        "margin": margin,
        "by_order": [round(mean(order[at]), 4) for at in sorted(order)],
        "lost": len(lost),
        "lost_by_four_or_fewer": sum(points <= 4 for points in lost),
        "lost_by_one_or_none": sum(points <= 1 for points in lost),
        "faults": sum(any(game["faults"]) for game in games),
    }


def tell(found: dict[str, Any]) -> str:
    """The same in a few lines."""
    turns = ", ".join(f"{share:.1%}" for share in found["by_order"])
    return (
        f"{found['games']} games in whole sets: this version is first in {found['share']:.1%} ± {found['margin']:.1%}\n"
        f"moving first, second and so on: {turns}\n"
        f"lost {found['lost']}, {found['lost_by_four_or_fewer']} by four points or fewer, {found['lost_by_one_or_none']} by one or none; "
        f"games with a fault: {found['faults']}"
    )


def end(number: int, frame: object) -> None:
    """Told to end: leave, and end the match on the way."""
    sys.exit(128 + number)


def main() -> int:
    signal.signal(signal.SIGTERM, end)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game, such as players=4")
    parser.add_argument("--against", required=True, metavar="VERSION", help="the older one: a commit, or the folder of a checkout")
    parser.add_argument("--player", default="learned:1s", help="who plays in both versions (default %(default)s)")
    parser.add_argument("--games", type=int, default=400, help="how many, rounded up to whole sets (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals (default %(default)s)")
    parser.add_argument(
        "--workers", type=int, default=max((os.cpu_count() or 2) - 1, 1), metavar="N", help="games at a time (default: cores - 1)"
    )
    parser.add_argument("--minutes", type=float, help="of playing at most")
    parser.add_argument("--json", action="store_true", help="the result as JSON, on the last line")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the games are kept, and compiled code")
    given = parser.parse_args()
    try:
        if given.games < 1 or given.workers < 1 or (given.minutes is not None and given.minutes <= 0):
            raise BadOption("--games and --workers are 1 or more, --minutes more than 0")
        game = find_game(given.game)
        state = game.blank(game.simulation_options(dict(pair.partition("=")[::2] for pair in given.option)))
        file = play(given, int(state.players))
        games = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
        if not games:
            raise BadOption("no game came to its end: give it more --minutes")
        found = read(games, game.fewest_wins)
        print(json.dumps(found) if given.json else tell(found))
    except TegelError as error:
        parser.error(str(error))
    except subprocess.CalledProcessError as error:
        return int(error.returncode)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    return 0


if __name__ == "__main__":
    sys.exit(main())
