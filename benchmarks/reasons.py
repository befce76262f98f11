"""Explains pairs of moves in positions of self-play and counts every reason again: python benchmarks/reasons.py --count 10000.

All games and configurations take part in turn. A contradiction is a sentence whose numbers are otherwise when they are counted from the
positions before and after the moves, or that cannot be said in one of the three languages.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

from tegel.core.differential import random_key
from tegel.core.game import find_game, game_names
from tegel.core.table import Table
from tegel.core.words import LANGUAGES
from tegel.reasons.checking import count_again, is_true
from tegel.reasons.looking import explain
from tegel.reasons.reasons import Reason, say_reason

NAMES = ["Anna", "Ben", "Chloé", "Dirk", "Eva"]
TRIED = 4  # moves from which self-play takes the one that brings most: positions are less wild than those of random play


def contradiction(table: Table, reason: Reason, again: list[dict[str, dict[str, int]]]) -> str:
    """What is wrong with a reason; nothing if it is true and can be said."""
    if not is_true(table.game, reason, *again):
        return f"{reason} is {again[0].get(reason.name)} and {again[1].get(reason.name)}"
    for language in LANGUAGES:
        said = say_reason(table.game, reason, NAMES[: table.players], language)
        if "{" in said or "}" in said or "  " in said or not said.endswith("."):
            return f"{language}: {said}"
    return ""


def play_on(table: Table, source: random.Random) -> None:
    """One move of self-play."""
    seat = table.turn or 0
    sign = -1 if table.game.fewest_wins else 1
    tried = []
    for move in source.sample(table.legal, min(TRIED, len(table.legal))):
        after = table.copy()
        after.play(move)
        tried.append((sign * after.preview[seat], move))
    table.play(max(tried)[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="explanations in all (default 1000)")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    source = random.Random(arguments.seed)
    variants = [(name, options) for name in game_names() for options in find_game(name).variants]
    explained, facts, wrong, begun = Counter[str](), Counter[str](), 0, time.perf_counter()
    pairs = 0
    tables: list[Table | None] = [None] * len(variants)
    while sum(explained.values()) < arguments.count:
        for at, (name, options) in enumerate(variants):
            table = tables[at]
            if table is None or table.over:
                game = find_game(name)
                table = tables[at] = Table(game, game.simulation_options(options), random_key(source))
            better, other = source.sample(table.legal, 2)
            found = explain(table.game, table.state, better, other)
            if found and all(reason.though for reason in found):  # it is the other that can be explained
                better, other = other, better
                found = explain(table.game, table.state, better, other)
            pairs += 1
            if found:
                explained[name] += 1
                again = [count_again(table.game, table.state, move) for move in (better, other)]
                for reason in found:
                    facts[f"{name}.{'though' if reason.though else 'why'}.{reason.name}"] += 1
                    if said := contradiction(table, reason, again):
                        wrong += 1
                        print(f"{name} {options} {table.game.code(better)} {table.game.code(other)}: {said}\n{table.position}")
            play_on(table, source)
    seconds = time.perf_counter() - begun
    for fact, count in sorted(facts.items()):
        print(f"{fact:32} {count:7}")
    print(f"{sum(explained.values())} explanations of {pairs} pairs of moves: {dict(explained)}")
    print(f"{sum(facts.values())} sentences, each in {len(LANGUAGES)} languages")
    print(f"{wrong} contradictions, {seconds:.0f} s")


if __name__ == "__main__":
    main()
