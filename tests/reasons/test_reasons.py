"""Why a move is better: what is said is true, tells nothing hidden, and can be said in every language."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

import tegel
from tegel.core import generic
from tegel.core.words import LANGUAGES
from tegel.reasons.checking import checked_reasons, count_again, is_true
from tegel.reasons.looking import explain, find_facts
from tegel.reasons.reasons import CONCEDED, SHOWN, Reason, rank_reasons, say_reason
from tests.configurations import CONFIGURATIONS, NAMES, new_table
from tests.seeds import run_seed

PLAYERS = ["Émile", "Ben", "Ingrid", "Öz", "Li"]
WRONG = re.compile(r"[{}]|  |\b1 (tiles|points|tegels|punten|tuiles|groups|groepen|groupes)\b|-\d")


def pairs(name: str, options: Any, count: int) -> list[tuple[tegel.Table, int, int]]:
    """Positions of random games, each with two legal moves."""
    source = random.Random(f"{run_seed()} {name} {options}")
    found: list[tuple[tegel.Table, int, int]] = []
    while len(found) < count:
        table = new_table(name, options, source.getrandbits(32))
        while not table.over and len(found) < count:
            better, other = source.sample(table.legal, 2)
            found.append((table.copy(), better, other))
            table.play(source.choice(table.legal))
    return found


@pytest.mark.parametrize(("configuration", "said"), list(zip(CONFIGURATIONS, NAMES, strict=True)), ids=NAMES)
def test_what_is_said_is_true_when_counted_again(configuration: tuple[str, Any], said: str) -> None:
    game, options = configuration
    told = 0
    for table, better, other in pairs(game, options, 40):
        found = explain(table.game, table.state, better, other)
        again = [count_again(table.game, table.state, move) for move in (better, other)]
        for reason in found:
            assert is_true(table.game, reason, *again), (reason, again, table.position)
            for language in LANGUAGES:
                sentence = say_reason(table.game, reason, PLAYERS[: table.players], language)
                assert sentence.endswith("."), sentence
                assert not WRONG.search(sentence), sentence
        told += len(found)
        assert len(found) <= SHOWN + 1
        assert checked_reasons(table.game, table.state, better, other) == found
    assert told > 0, said


@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_a_reason_that_is_wrong_is_found_out(game: str) -> None:
    tried = 0
    for table, better, other in pairs(game, {}, 60):
        again = [count_again(table.game, table.state, move) for move in (better, other)]
        for reason in explain(table.game, table.state, better, other):
            more = {**reason.better, "value": reason.better["value"] + 1}
            assert not is_true(table.game, reason._replace(better=more), *again)
            assert not is_true(table.game, reason._replace(though=not reason.though), *again)
            assert not is_true(table.game, reason._replace(better=reason.other, other=reason.better), *again)
            tried += 1
    assert tried > 0  # random games of Duel give 10 now and then


@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_nothing_hidden_matters(game: str) -> None:
    for table, better, other in pairs(game, {}, 30):
        meant = explain(table.game, table.state, better, other)
        for number in range(3):
            state = table.game.copy(table.state)
            generic.sample(state, table.turn or 0, np.array((number, 5, 6, 7), np.uint64))
            assert explain(table.game, state, better, other) == meant


def test_a_move_compared_with_itself_needs_no_words() -> None:
    table = tegel.game("azul", key=(1, 2, 3, 4))
    assert explain(table.game, table.state, table.legal[0], table.legal[0]) == []


def test_a_game_without_facts_has_no_reasons() -> None:
    table = tegel.game("azul", key=(1, 2, 3, 4))
    game = table.game
    assert find_facts(game) is not None
    object.__setattr__(game, "name", "heaps")
    try:
        assert explain(game, table.state, *table.legal[:2]) == []
    finally:
        object.__setattr__(game, "name", "azul")


WORTH = {"points": (1.0, 1), "line": (1.0, 1), "fell": (-2.0, 1), "supply": (0.1, 3), "reply": (-1.0, 1), "laid": (0.25, 1)}


def facts(**values: int) -> dict[str, dict[str, int]]:
    return {name: {"value": value} for name, value in values.items()}


def ranked(better: dict[str, dict[str, int]], other: dict[str, dict[str, int]]) -> list[tuple[str, bool]]:
    return [(reason.name, reason.though) for reason in rank_reasons(WORTH, ("line",), better, other)]


def test_the_weightiest_comes_first_and_only_differences_are_told() -> None:
    assert ranked(facts(points=5, fell=0, laid=3), facts(points=4, fell=3, laid=3)) == [("fell", False), ("points", False)]


def test_a_part_that_is_all_of_the_points_says_it_alone() -> None:
    assert ranked(facts(points=5, line=5), facts(points=1, line=1)) == [("line", False)]
    assert ranked(facts(points=5, line=5), facts(points=1, line=3)) == [("points", False), ("line", False)]


def test_too_small_a_difference_is_not_told() -> None:
    assert ranked(facts(supply=5), facts(supply=3)) == []
    assert ranked(facts(supply=6), facts(supply=3)) == [("supply", False)]


def test_what_the_other_move_has_for_it_is_conceded_last() -> None:
    assert ranked(facts(points=1, fell=0), facts(points=4, fell=1)) == [("fell", False), ("points", True)]
    assert ranked(facts(fell=2, reply=1), facts(fell=0, reply=5)) == [("reply", False)], "only points and replies are conceded"


def test_a_fact_of_one_move_alone_is_no_difference() -> None:
    assert ranked(facts(points=1, reply=3), facts(points=1)) == []


def test_a_reply_is_named_with_its_player_and_its_move() -> None:
    table = tegel.game("azul", key=(1, 2, 3, 4))
    game = table.game
    move = game.parse("3b4")
    reason = Reason("reply", {"value": 2, "seat": 1, "move": 0}, {"value": 6, "seat": 1, "move": move}, 2.8, False)
    said = say_reason(game, reason, ["Anna", "Ben"], "en")
    assert said == "Ben can then gain at most 2 points in one move, instead of 6 (blue from disc 3 to line 4)."
    assert "reply" in CONCEDED
    though = Reason("reply", {"value": 6, "seat": 1, "move": move}, {"value": 2, "seat": 1, "move": 0}, -2.8, True)
    assert say_reason(game, though, ["Anna", "Ben"], "nl").startswith("Maar Ben kan daarna in één zet 6 punten winnen (blauw van schijf 3")
