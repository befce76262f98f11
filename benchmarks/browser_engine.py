"""The browser's engine under Node and in Chromium beside the CPU, in one run: speed, first answer, sizes, and whether they play the same.

    python benchmarks/browser_engine.py [GAME ...]                  speeds, first answers and sizes (needs the built app and Chromium)
    python benchmarks/browser_engine.py --no-browser [GAME ...]     without Chromium
    python benchmarks/browser_engine.py --answers [GAME ...]        first answers alone
    python benchmarks/browser_engine.py --same 1000 [GAME ...]      in how many of 1,000 positions both like the same move best
    python benchmarks/browser_engine.py --match 400 [GAME ...]      400 games against each other, with the network

On one core; comparisons and matches can be shared out to several processes with --jobs, which changes nothing in what is played. All play
the same games, or search the same positions. The CPU and Node take turns, by the time of their core, and the best of each counts; Chromium
is measured by the clock, as a page has no other: let nothing else run.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import multiprocessing
import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tegel.core.children import end_with_parent
from tegel.core.commands import defer_codegen

defer_codegen()

from browser_page import Page, chromium, served_site  # noqa: E402

from tegel.core.chance import Key  # noqa: E402
from tegel.core.game import Game, find_game, game_names  # noqa: E402
from tegel.core.playout import random_games  # noqa: E402
from tegel.core.table import Table  # noqa: E402
from tegel.core.view import View  # noqa: E402
from tegel.search.network import Network, shipped_network  # noqa: E402
from tegel.search.think import Tree, default_settings, learned_settings, room_for  # noqa: E402
from tegel.wasm.build import SUFFIXES, built_folder  # noqa: E402
from tegel.wasm.node import OPTIMISED, Machine  # noqa: E402
from tegel.wasm.node_search import fill_search, grow, native_root_moves, root_moves, search_machine, search_steps  # noqa: E402

KEY: Key = (1, 2, 3, 4)
GAMES = 4000
SIMULATIONS = 12000
LEARNED_SIMULATIONS = 4000
ROUNDS = 4  # and one before, to warm up
MOVES_BEFORE = 6  # moves before the position that is searched
SAME_SIMULATIONS = 200  # of each search, where moves are compared
AT_A_TIME = 50  # positions that go to Node together
MATCH_SIMULATIONS = 100  # of each move of a match
WORKERS = (1, 2, 3, 4)
ANSWERS = 3  # how often a page is opened; the median counts


class Speed(NamedTuple):
    """The same work a second on the CPU, under Node and, where there is one, in a page."""

    what: str
    native: float
    node: float
    chromium: float | None

    def line(self, game: str) -> str:
        rates = [self.native, self.node, *([] if self.chromium is None else [self.chromium])]
        shares = [rate / self.native for rate in rates[1:]]
        return f"{game:<9}{self.what:<23}" + "".join(f"{rate:>13,.0f}" for rate in rates) + "".join(f"{share:>8.2f}" for share in shares)


def timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def play_speed(game: Game, module: Path, page: Page | None) -> Speed:
    """Random play; all must play the same games."""
    state = game.blank(game.simulation_options(game.variants[0]))
    made, signature = random_games(game, game.copy(state), GAMES, seed=1)
    native, node = [], []
    for _ in range(ROUNDS):
        native.append(timed(lambda: random_games(game, game.copy(state), GAMES, seed=1)))
        under_node, seconds = play_under_node(game, state, module)
        assert under_node == signature, "other games were played"
        node.append(seconds)
    rate = None
    if page is not None:
        rate, in_page = page.moves(game.name, state, GAMES)
        assert in_page == signature, "other games were played"
    return Speed("moves of random play", made / min(native), made / min(node), rate)


def play_under_node(game: Game, state: np.void, module: Path) -> tuple[int, float]:
    """The signature and the seconds of the second time: the first is to warm up."""
    machine = Machine(module)
    machine.block("state", np.array([state], game.dtype))
    machine.block("seed", np.array([1], np.uint64))
    machine.call("random_games", "state", GAMES, "seed")
    machine.write("state", np.array([state], game.dtype))
    machine.write("seed", np.array([1], np.uint64))
    seconds = machine.call("random_games", "state", GAMES, "seed", timed=True)
    signature = machine.read("seed")
    answers = machine.run(OPTIMISED)
    return int(answers[signature][0]), float(answers[seconds])


def search_speed(view: View, folder: Path, network: Network | None, page: Page | None) -> Speed:
    """A search of one position, by hand-made value or with a network."""
    learned = network is not None
    settings = learned_settings(view) if learned else default_settings(view)
    simulations = LEARNED_SIMULATIONS if learned else SIMULATIONS
    Tree(view, settings, 1, simulations, None, network).grow(simulations)  # compiles, and warms up
    native, node = [], []
    for _ in range(ROUNDS):
        tree = Tree(view, settings, 1, simulations, None, network)
        native.append(timed(partial(tree.grow, simulations)))
        machine = search_machine(folder, view.game, simulations, network)
        search = fill_search(view, settings, 1, room_for(simulations, learned))
        machine.write("search", search)
        grow(machine, simulations // 4, learned)
        machine.write("search", search)
        place = grow(machine, simulations, learned, timed=True)
        node.append(float(machine.run(OPTIMISED)[place]))
    rate = None if page is None else page.simulations(view, learned, workers=1)
    return Speed(f"simulations, {'network' if learned else 'hand-made'}", simulations / min(native), simulations / min(node), rate)


def positions(game: Game, count: int) -> Iterator[View]:
    """Positions of random games, of one variant after the other."""
    source = random.Random(1)
    while count:
        key: Key = (source.getrandbits(64), source.getrandbits(64), source.getrandbits(64), source.getrandbits(64))
        table = Table(game, game.simulation_options(game.variants[count % len(game.variants)]), key)
        for _ in range(source.randrange(60)):
            if table.turn is not None:
                table.play(source.choice(table.legal))
        if table.turn is not None and len(table.legal) > 1:
            yield table.view(table.turn)
            count -= 1


def best_of(found: list[tuple[Any, ...]]) -> int:
    """The most tried move."""
    return int(max(found, key=lambda row: row[1:3])[0])


def node_moves(game: Game, folder: Path, asked: list[tuple[View, int]], network: Network) -> list[int]:
    """What the engine plays under Node in some positions, each with its seed, all in one process."""
    machine = search_machine(folder, game, MATCH_SIMULATIONS, network)
    places = [search_steps(machine, view, learned_settings(view), seed, [MATCH_SIMULATIONS], learned=True) for view, seed in asked]
    answers = machine.run(OPTIMISED)
    return [best_of(root_moves(answers, *place)) for place in places]


def native_move(view: View, seed: int, network: Network) -> int:
    tree = Tree(view, learned_settings(view), seed, MATCH_SIMULATIONS, None, network)
    tree.grow(MATCH_SIMULATIONS)
    return best_of(native_root_moves(tree))


def the_network(game: Game) -> Network:
    """The one that came with the package."""
    network = shipped_network(game)
    assert network is not None, f"{game.name} has no network"
    return network


def play_match(name: str, games: int, numbers: range) -> list[float]:
    """What Node got (1, 0.5 or 0) of some of the games for two of a match. Every deal is played twice, with seats changed; all go on at
    once."""
    game, folder = find_game(name), built_folder(name)
    network = the_network(game)
    options = game.simulation_options(next(each for each in game.variants if Table(game, game.simulation_options(each), KEY).players == 2))
    tables = [(number, Table(game, options, (1, 2, 3, number // 2))) for number in numbers]
    for seed in itertools.count(0, games):
        waiting = [(number, table) for number, table in tables if table.turn is not None]
        if not waiting:
            break
        under_node = [(table, table.view(table.turn), seed + number) for number, table in waiting if table.turn == number % 2]
        for number, table in waiting:
            if table.turn is not None and table.turn != number % 2:
                table.play(native_move(table.view(table.turn), seed + number, network))
        moves = node_moves(game, folder, [(view, own) for _, view, own in under_node], network) if under_node else []
        for (table, _, _), move in zip(under_node, moves, strict=True):
            table.play(move)
    return [_share(table, number % 2) for number, table in tables]


def _share(table: Table, seat: int) -> float:
    assert table.result is not None
    winners = table.result.winners
    return 1 / len(winners) if seat in winners else 0.0


def show_match(name: str, games: int, jobs: int) -> None:
    """Node's share of the points, with its standard error over the deals."""
    found = shared_out(play_match, (name, games), games, jobs)
    shares = np.array([share for part in found for share in part])
    deals = (shares[0::2] + shares[1::2]) / 2
    error = deals.std(ddof=1) / np.sqrt(len(deals))
    print(f"{name:<9}Node got {shares.mean():.1%} +- {error:.1%} of {games} games, {MATCH_SIMULATIONS} simulations a move", flush=True)


def same_moves(name: str, count: int, numbers: range) -> int:
    """In how many of some positions searches with the network like the same move best."""
    game, folder = find_game(name), built_folder(name)
    network = the_network(game)
    waiting = list(positions(game, count))
    same = 0
    for start in range(numbers.start, numbers.stop, AT_A_TIME):
        machine, places, native = search_machine(folder, game, SAME_SIMULATIONS, network), [], []
        for seed, view in enumerate(waiting[start : min(start + AT_A_TIME, numbers.stop)], start):
            settings = learned_settings(view)
            places.append(search_steps(machine, view, settings, seed, [SAME_SIMULATIONS], learned=True))
            tree = Tree(view, settings, seed, SAME_SIMULATIONS, None, network)
            tree.grow(SAME_SIMULATIONS)
            native.append(native_root_moves(tree))
        answers = machine.run()
        for place, expected in zip(places, native, strict=True):
            found = root_moves(answers, *place)
            same += best_of(found) == best_of(expected)
    return same


def show_same(name: str, count: int, jobs: int) -> None:
    """In how many positions the same move is liked best."""
    same = sum(shared_out(same_moves, (name, count), count, jobs))
    print(f"{name:<9}{same / count:.1%} of {count} positions", flush=True)


def shared_out(work: Callable[..., Any], given: tuple[Any, ...], count: int, jobs: int) -> list[Any]:
    """What so many processes find, each in a part of the numbers below a count; parts begin with an even number."""
    cuts = [count * job // jobs // 2 * 2 for job in range(jobs)] + [count]
    parts = [range(start, stop) for start, stop in itertools.pairwise(cuts) if start < stop]
    if jobs == 1:
        return [work(*given, part) for part in parts]
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), end_with_parent) as pool:
        return list(pool.map(partial(work, *given), parts))


def searched_view(game: Game) -> View:
    """The position that is searched."""
    table = Table(game, game.simulation_options(game.variants[0]), KEY)
    for _ in range(MOVES_BEFORE):
        table.play(table.legal[0])
    assert table.turn is not None
    return table.view(table.turn)


def show_answers(game: Game, page: Page) -> None:
    """How soon a fresh page has an answer."""
    answers = sorted(page.first_answers(searched_view(game), ANSWERS))
    print(
        f"{game.name:<9}first answer           {answers[len(answers) // 2]:.2f} s ({', '.join(f'{each:.2f}' for each in answers)})",
        flush=True,
    )


def show_speeds(game: Game, folder: Path, page: Page | None) -> None:
    """A line for each kind of work, for workers, for the first answer, and for each file."""
    view, network = searched_view(game), shipped_network(game)
    print(play_speed(game, folder / f"{game.name}.wasm", page).line(game.name), flush=True)
    print(search_speed(view, folder, None, page).line(game.name), flush=True)
    if network is not None:
        print(search_speed(view, folder, network, page).line(game.name), flush=True)
    if page is not None:
        rates = [page.simulations(view, network is not None, workers) for workers in WORKERS]
        print(
            f"{game.name:<9}workers in Chromium    " + "".join(f"{n:>4}: {rate:>8,.0f}" for n, rate in zip(WORKERS, rates, strict=True)),
            flush=True,
        )
        show_answers(game, page)
    for suffix in SUFFIXES:
        file = folder / f"{game.name}{suffix}"
        if file.is_file():
            content = file.read_bytes()
            print(f"{game.name:<9}{file.name:<23}{len(content) / 1000:>9,.1f} kB{len(gzip.compress(content, 9)) / 1000:>9,.1f} kB gzipped")


@contextmanager
def new_page(wanted: bool) -> Iterator[Page | None]:
    """A page in Chromium, if it is wanted."""
    if not wanted:
        yield None
        return
    with served_site() as address, chromium() as browser:
        yield Page(browser, address)


def measure(names: list[str], browser: bool) -> None:
    """Everything of some games."""
    titles = [*("native /s", "Node /s"), *(["Chromium /s"] if browser else [])]
    shares = ["Node", *(["Chr."] if browser else [])]
    print(f"{os.cpu_count()} cores")
    print(f"{'game':<9}{'what':<23}" + "".join(f"{title:>13}" for title in titles) + "".join(f"{share:>8}" for share in shares))
    for name in names:
        with new_page(browser) as page:
            show_speeds(find_game(name), built_folder(name), page)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="azul, duel, blockers (default: all)")
    parser.add_argument("--same", type=int, default=0, metavar="POSITIONS", help="compare moves instead, in so many positions")
    parser.add_argument("--match", type=int, default=0, metavar="GAMES", help="play so many games of Node against the CPU instead")
    parser.add_argument("--jobs", type=int, default=1, help="processes for these two (default 1)")
    parser.add_argument("--answers", action="store_true", help="measure first answers alone")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="leave Chromium out")
    given = parser.parse_args()
    if given.match % 2:
        parser.error("a match has an even number of games: each deal is played twice")
    if given.jobs < 1:
        parser.error("there is at least one job")
    if given.answers:
        for name in given.games or game_names():
            with served_site() as address, chromium() as browser:
                show_answers(find_game(name), Page(browser, address))
    elif not given.same and not given.match:
        measure(given.games or game_names(), given.browser)
    for name in (given.games or game_names()) if given.same or given.match else []:
        if given.match:
            show_match(name, given.match, given.jobs)
        else:
            show_same(name, given.same, given.jobs)


if __name__ == "__main__":
    main()
