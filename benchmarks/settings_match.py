"""Is a player with another setting of its search, or another network, stronger? Duplicate games against the usual player.

python benchmarks/settings_match.py azul --set prove=2 --budget 2000 --games 400       simulations a move
python benchmarks/settings_match.py azul --set prove=2 --budget 0.2s --games 400       seconds a move, both alike
python benchmarks/settings_match.py duel --both long_from=1 --set further=1             both search as if for long, one is changed
python benchmarks/settings_match.py azul -o players=4 --set explore=0.6 --budget 500   one changed player among usual ones
python benchmarks/settings_match.py azul --network run/best.npz --budget 0.2s           another network
python benchmarks/settings_match.py azul --usual old.npz --budget 0.2s                  the network of the package against another
python benchmarks/settings_match.py azul --threads 2 --budget 0.2s                      two threads against one, for as long

Every deal is played once from every seat. Each set of games is printed as it ends, with how the match stands: the share of first
places, and half of its 95 % interval, which counts a set as one. Results are kept in --out, and the same command goes on from there.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import fields, replace
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple

from tegel.arena.local import cores
from tegel.core.children import end_with_parent
from tegel.core.differential import random_key
from tegel.core.errors import BadOption, TegelError
from tegel.core.game import Game, find_game
from tegel.core.table import Table
from tegel.search.network import Network, load_network, shipped_network
from tegel.search.settings import Budget, Settings
from tegel.search.think import default_settings, learned_settings, think
from tegel.search.values import find_values


class Match(NamedTuple):
    """What is played."""

    game: str
    options: dict[str, str]
    both: dict[str, float]  # settings that are changed for both players
    changes: dict[str, float]  # and for one alone
    budget: str
    by_hand: bool
    seed: int
    network: str = ""  # the changed player's, if it is not the usual one
    usual: str = ""  # the usual player's, if it is not the one that came with the package
    threads: int = 1  # the changed player's


def budget_of(text: str) -> Budget:
    """Simulations a move, or seconds with an s.

    >>> budget_of("2000"), budget_of("0.2s")
    (Budget(simulations=2000, seconds=None), Budget(simulations=None, seconds=0.2))
    """
    try:
        return Budget(seconds=float(text[:-1])) if text.endswith("s") else Budget(int(text))
    except ValueError:
        raise BadOption(f"{text!r} is no budget: it is a number of simulations, such as 2000, or seconds, such as 0.2s") from None


def changes_of(pairs: list[str]) -> dict[str, float]:
    """Settings that were asked for."""
    names = [field.name for field in fields(Settings)]
    found = dict(pair.partition("=")[::2] for pair in pairs)
    try:
        if not set(found) <= set(names):
            raise ValueError
        return {name: float(value) for name, value in found.items()}
    except ValueError:
        raise BadOption(f"a setting is NAME=NUMBER, with one of the names {', '.join(names)}") from None


def apply_changes(usual: Settings, changes: dict[str, float]) -> Settings:
    """Settings with some changed, each of its own type."""
    return replace(usual, **{name: type(getattr(usual, name))(value) for name, value in changes.items()})


def network_of(game: Game, file: str, by_hand: bool, players: int = 2) -> Network | None:
    """A player's: from a file, the usual one, or none."""
    if file:
        return load_network(game, file)
    return None if by_hand else shipped_network(game, players)


def lead_of(points: Sequence[int], mine: int, fewest_wins: bool) -> int:
    """How far ahead of the best other seat one ended.

    >>> lead_of([40, 33, 38], 0, fewest_wins=False), lead_of([4, 3, 8], 0, fewest_wins=True)
    (2, -1)
    """
    others = [each for seat, each in enumerate(points) if seat != mine]
    return min(others) - points[mine] if fewest_wins else points[mine] - max(others)


def play_set(match: Match, number: int) -> dict[str, Any]:
    """One deal, with the changed player on every seat in turn: its share of each victory, its lead and its time a move."""
    game = find_game(match.game)
    budget = budget_of(match.budget)
    key = random_key(random.Random(f"{match.seed} {number}"))
    shares, leads, spent, moves = [], [], [0.0, 0.0], [0, 0]
    table = Table(game, game.simulation_options(match.options), key)
    usual, other = (network_of(game, file, match.by_hand, table.players) for file in (match.usual, match.network))
    for mine in range(table.players):
        table = Table(game, game.simulation_options(match.options), key)
        source = random.Random(f"{match.seed} {number} {mine}")
        while table.turn is not None:
            view = table.view(table.turn)
            changed = table.turn == mine
            network = other if changed else usual
            settings = apply_changes(default_settings(view) if network is None else learned_settings(view), match.both)
            begun = time.perf_counter()
            found = think(
                view,
                budget,
                seed=source.getrandbits(64),
                threads=match.threads if changed else 1,
                settings=apply_changes(settings, match.changes) if changed else settings,
                network=network,
            )
            spent[changed] += time.perf_counter() - begun
            moves[changed] += 1
            table.play(found.move)
        result = table.result
        assert result is not None
        shares.append(float(mine in result.winners) / len(result.winners))
        leads.append(lead_of(result.points, mine, game.fewest_wins))
    return {"set": number, "shares": shares, "leads": leads, "seconds": spent, "moves": moves}


def standing(sets: list[dict[str, Any]]) -> str:
    """How a match stands."""
    scores = [mean(one["shares"]) for one in sets]
    margin = 1.96 * stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else math.nan
    games = sum(len(one["shares"]) for one in sets)
    usual, changed = (sum(one["seconds"][at] for one in sets) / max(sum(one["moves"][at] for one in sets), 1) for at in (0, 1))
    lead = mean(lead for one in sets for lead in one["leads"])
    times = f"a move {1000 * changed:.0f} ms, usual {1000 * usual:.0f} ms"
    return f"{games} games: {mean(scores):.1%} ± {margin:.1%}, lead {lead:+.2f}; {times}"


def kept(path: Path | None, match: Match) -> list[dict[str, Any]]:
    """The sets played before; the file belongs to one match."""
    if path is None or not path.exists():
        return []
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    if Match(**json.loads(head)) != match:
        raise BadOption(f"{path} holds another match: {head}")
    return [json.loads(line) for line in lines]


def run(given: argparse.Namespace) -> None:
    """Play what is missing."""
    options = dict(pair.partition("=")[::2] for pair in given.option)
    both, changes = changes_of(given.both), changes_of(given.set)
    match = Match(given.game, options, both, changes, given.budget, given.by_hand, given.seed, given.network, given.usual, given.threads)
    budget_of(match.budget)
    game = find_game(given.game)
    for file in filter(None, (match.network, match.usual)):
        load_network(game, file)
    if not (match.network or match.usual or match.changes or match.threads > 1):
        raise BadOption("say what is changed, with --set NAME=NUMBER, --network FILE, --usual FILE or --threads N")
    if not 1 <= match.threads <= cores():
        raise BadOption(f"threads must be 1 to {cores()}, as many as this machine has cores, not {match.threads}")
    players = int(game.blank(game.simulation_options(options)).players)
    if shipped_network(game) is None and not given.by_hand:
        raise BadOption(f"no network for {game.name} came with this package; --by-hand searches without one")
    apply_changes(find_values(game).SETTINGS, both | changes)  # what is no setting is refused before anything is written
    sets = kept(given.out, match)
    if given.out and not sets:
        given.out.write_text(json.dumps(match._asdict()) + "\n", encoding="utf-8")
    missing = set(range(math.ceil(given.games / players))) - {one["set"] for one in sets}
    workers = given.workers or max(cores() // match.threads, 1)
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), end_with_parent) as pool:
        for job in as_completed(pool.submit(play_set, match, number) for number in sorted(missing)):
            sets.append(job.result())
            if given.out:
                with given.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(sets[-1]) + "\n")
            print(standing(sets), flush=True)
    if not missing:
        print(standing(sets))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game, such as players=4")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER", help="a setting of the search that is changed")
    parser.add_argument("--both", action="append", default=[], metavar="NAME=NUMBER", help="the same for both players")
    parser.add_argument("--network", default="", metavar="FILE", help="weights of the changed player")
    parser.add_argument("--usual", default="", metavar="FILE", help="weights of the usual player (default: those of the package)")
    parser.add_argument("--budget", default="2000", help="simulations a move, or seconds such as 0.2s (default %(default)s)")
    parser.add_argument("--by-hand", action="store_true", help="search without the network")
    parser.add_argument("--games", type=int, default=100, help="how many, rounded up to whole sets (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals (default %(default)s)")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="of the changed player's search (default %(default)s)")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one a core, or one for each group of N threads)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep results here, a line for each set")
    given = parser.parse_args()
    try:
        run(given)
    except TegelError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
