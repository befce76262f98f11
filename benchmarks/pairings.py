"""How good are the pairings? python benchmarks/pairings.py --tournaments 10000

Random tournaments: 6 to 40 players, tables of 2 to 5, 3 to 7 rounds, random results, some who withdraw and some who come late. Counted are
pairs that met more often than they must, how unevenly seats went, and byes. On small rounds the search is compared with the best of all
ways to arrange the tables.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from tegel.tournaments.event import Event, Plan
from tegel.tournaments.pairing import arrange, cost_of, history_of, next_round

SMALL = {2: 8, 3: 9, 4: 8, 5: 10}  # players of rounds that are compared with the best possible


def play(source: random.Random, size: int) -> Event:
    """A whole tournament."""
    event = Event(Plan(size=size, rounds=source.randint(3, 7), fill=source.random() < 0.3))
    for at in range(source.randint(max(6, 2 * size), 40)):
        event.enter(f"p{at:03}", source.gauss(1500, 300))
    for number in range(event.plan.rounds):
        if source.random() < 0.2:
            event.withdraw(source.choice(event.entries).player)
        if source.random() < 0.2:
            event.enter(f"late{number}")
        event.rounds.append(next_round(event))
        for at, table in enumerate(event.rounds[-1]):
            if not table.bye:
                event.record(number, at, source.sample(range(1, len(table.players) + 1), len(table.players)))
    return event


def ways(players: Sequence[str], size: int) -> Iterator[list[list[str]]]:
    """All ways to make tables."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for others in combinations(rest, size - 1):
        left = [player for player in rest if player not in others]
        yield from ([[first, *others], *more] for more in ways(left, size))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    source = random.Random(arguments.seed)
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    begun = time.perf_counter()
    for number in range(arguments.tournaments):
        size = 2 + number % 4
        event, count = play(source, size), counts[size]
        known = history_of(event)
        people = [entry.player for entry in event.entries]
        count["tournaments"] += 1
        count["pairs"] += sum(known.met.values())
        again = sum(times - 1 for pair, times in known.met.items() if not any(name.startswith("computer") for name in pair))
        count["rematches"] += again
        count["with rematches"] += again > 0
        for player in people:
            had = [known.seats[player, seat] for seat in range(size)]
            count["seatings"] += 1
            count["uneven seats"] += max(had) - min(had) > 1 + (sum(had) % size > 0)
        byes = [known.byes[player] for player in people]
        count["byes"] += sum(byes)
        count["second byes"] += sum(times > 1 for times in byes)
    spent = time.perf_counter() - begun
    print(f"{arguments.tournaments} tournaments in {spent:.0f} s\n")
    print("| at a table | tournaments | pairs | rematches | tournaments with one | seats uneven by 2 or more | byes | second byes |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for size, count in sorted(counts.items()):
        uneven = f"{count['uneven seats'] / count['seatings']:.2%} of players"
        print(
            f"| {size} | {count['tournaments']} | {count['pairs']} | {count['rematches']} ({count['rematches'] / count['pairs']:.2%}) | "
            f"{count['with rematches'] / count['tournaments']:.1%} | {uneven} | {count['byes']} | {count['second byes']} |"
        )
    compare(source, arguments.tournaments // 20)


def compare(source: random.Random, rounds: int) -> None:
    """The search against all ways there are, on small rounds late in a tournament."""
    print("\n| at a table | players | rounds compared | best possible found | mean cost above the best |\n| --- | --- | --- | --- | --- |")
    for size, players in SMALL.items():
        best_found, above, done = 0, 0.0, 0
        while done < max(10, rounds // 4):
            event = Event(Plan(size=size, rounds=6))
            for at in range(players):
                event.enter(f"p{at}")
            for number in range(source.randint(1, 5)):
                event.rounds.append(next_round(event))
                for at in range(len(event.rounds[-1])):
                    if not event.rounds[-1][at].bye:
                        event.record(number, at, source.sample(range(1, size + 1), size))
            known = history_of(event)
            order = sorted(known.points, key=lambda player: -known.points[player])
            found = cost_of(arrange(order, [size] * (len(order) // size), known), known)
            best = min(cost_of(way, known) for way in ways(order, size))
            best_found += found < best + 1e-6
            above += found - best
            done += 1
        print(f"| {size} | {players} | {done} | {best_found / done:.1%} | {above / done:.2f} |", flush=True)


if __name__ == "__main__":
    main()
