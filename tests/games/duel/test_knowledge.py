"""Who knows which plate, and what else is hidden (D3.9, D8)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

import tegel
from tegel.core import generic
from tegel.core.errors import BadPosition
from tegel.core.position import read_position, write_position
from tegel.games.duel.plates import NAMES, is_special
from tegel.search.inputs import find_inputs, write_inputs

from .build import duel
from .build import names as plate_names

SUNS = "bbkty rrkk"


def plate(word: int | str | None) -> str | None:
    """A plate as a view gives it, by name; or its back."""
    return NAMES[word] if isinstance(word, int) else word


def seen(table, seat: int, place: str) -> list[str | None]:
    """The plates of the stack or of those drawn, as a seat sees them."""
    return [plate(word) for word in table.view(seat).facts[place]]


def drawing(*codes: str, **more):
    """Seat 0 draws from a stack with a known top."""
    table = duel({"tokens": 2, "score": 9}, {"tokens": 2, "score": 20}, suns=SUNS, stack="YK/TS JB/TK TR/BJ SK/RB", **more)
    for code in codes:
        table.play(code)
    return table


@pytest.mark.rule("D8", "D1.2")
def test_of_the_stack_only_the_top_back_is_seen() -> None:
    """D8, D1.2"""
    table = tegel.game("duel", key=(4, 3, 2, 1))
    stack = [word for word in table.state.stack if word != -1]
    for seat in (-1, 0, 1):
        assert seen(table, seat, "stack") == ["S" if is_special(stack[0]) else "J"] + ["?"] * (len(stack) - 1)
        assert [plate(word) for word in table.view(seat).facts["display"]] == [NAMES[word] for word in table.state.display]


def swapped(table, first: int, second: int):
    """The same game with two plates of the stack exchanged."""
    other = table.game.copy(table.state)
    other.stack[first], other.stack[second] = table.state.stack[second], table.state.stack[first]
    assert generic.check(other) == 0
    return other


@pytest.mark.rule("D8")
def test_the_order_of_hidden_plates_changes_nothing_that_anybody_is_sent() -> None:
    """D8: neither facts, nor text, nor drawing, nor what bots and networks are given depend on the backs below the top."""
    table = drawing("draw", "draw", "draw", "look", "k2", "u3", "@1n")
    hidden = [at for at in range(1, 18) if table.state.stack[at] != -1 and table.state.stack_known[at] == 0]
    special = [at for at in hidden if is_special(table.state.stack[at])]
    joker = [at for at in hidden if not is_special(table.state.stack[at])]
    assert special
    assert joker
    layout = find_inputs(table.game).LAYOUT
    for first, second in product(special, joker):
        other = swapped(table, first, second)
        for seat in (-1, 0, 1):
            view, twin = table.view(seat), table.game.copy(other)
            generic.hide(twin, seat)
            assert twin.tobytes() == view.state.tobytes()
            assert table.game.view(twin) == view.facts
            assert write_position(table.game, twin) == write_position(table.game, view.state)
            assert table.game.draw(other, seat, table.names, "en") == table.game.draw(table.state, seat, table.names, "en")
        for seat in (0, 1):
            inputs = np.zeros((3, layout.size), np.float32)
            for state, out in zip((table.state, other, twin), inputs, strict=True):
                write_inputs(state, seat, out)
            assert (inputs == inputs[0]).all()


@pytest.mark.rule("D8")
def test_a_view_as_text_says_which_plates_are_unknown() -> None:
    """D8: and reads back to the same; backs that nobody can have seen are refused."""
    table = drawing("draw", "draw", "draw", "look", "k2", "u3", "@1n")
    for seat, bottom in ((0, "TR/BJ:1 YK/TS:1"), (1, "J:1 S:1"), (-1, "J:1 S:1")):
        text = write_position(table.game, table.view(seat).state)
        stack = next(line for line in text.splitlines() if line.startswith("stack "))
        assert stack == f"stack S {'? ' * 9}{bottom}"
        _, state = read_position(text)
        assert state.tobytes() == table.view(seat).state.tobytes()
        for wrong in ("stack S S ?", "stack ? ? ?"):
            with pytest.raises(BadPosition, match="backs are known where they were seen"):
                read_position(text.replace("stack S ? ?", wrong))
        with pytest.raises(BadPosition, match="expected one of"):
            read_position(text.replace("stack S ?", "stack S X"))


@pytest.mark.rule("D3.1", "D3.9")
def test_nobody_knows_a_drawn_plate_before_the_drawer_looks() -> None:
    """D3.1, D3.9: one draws unseen."""
    table = drawing("draw", "draw", "draw")
    for seat in (-1, 0, 1):
        assert seen(table, seat, "drawn") == ["S", "J", "J"]


@pytest.mark.rule("D3.9")
def test_the_drawer_alone_sees_the_fronts() -> None:
    """D3.9"""
    table = drawing("draw", "draw", "draw", "look")
    assert seen(table, 0, "drawn") == ["YK/TS", "JB/TK", "TR/BJ"]
    for seat in (-1, 1):
        assert seen(table, seat, "drawn") == ["S", "J", "J"]


@pytest.mark.rule("D3.9")
def test_the_kept_plate_is_open_and_all_see_which_one_it_was() -> None:
    """D3.9"""
    table = drawing("draw", "draw", "draw", "look", "k2")
    for seat, rest in ((-1, ["S", None, "J"]), (0, ["YK/TS", None, "TR/BJ"]), (1, ["S", None, "J"])):
        assert plate(table.view(seat).facts["hand"]) == "JB/TK"
        assert seen(table, seat, "drawn") == rest


@pytest.mark.rule("D3.9", "D8")
def test_who_returned_plates_knows_them_and_where_they_lie() -> None:
    """D3.9, D8: the other follows their backs only."""
    table = drawing("draw", "draw", "draw", "look", "k2", "u3", "@1n")
    assert seen(table, 0, "stack")[-2:] == ["TR/BJ", "YK/TS"]
    for seat in (-1, 1):
        assert seen(table, seat, "stack")[-2:] == ["J", "S"]
    for seat in (-1, 0, 1):
        assert table.view(seat).facts["returned"] == 2
        assert seen(table, seat, "stack")[:-2] == ["S", *["?"] * (len(seen(table, seat, "stack")) - 3)]


@pytest.mark.rule("D3.9", "D8")
def test_both_know_what_both_have_looked_at() -> None:
    """D3.9, D8: seat 1 draws the whole stack, and returns with the others a plate that seat 0 knows already."""
    table = drawing("draw", "draw", "look", "k1", "@1n")
    below = len(seen(table, 0, "stack"))
    assert seen(table, 0, "stack")[-1] == "JB/TK"
    for _ in range(below):
        table.play("draw")
    assert seen(table, 0, "drawn")[-1] == "JB/TK"
    assert seen(table, 1, "drawn")[-1] == "JB/TK"  # the stack is empty, so seat 1 has looked
    assert set(seen(table, 0, "drawn")[:-1]) == {"S", "J"}
    table.play("k1")
    table.play(f"u{below}")
    while table.codes[0].startswith("u"):
        table.play(table.codes[0])
    assert seen(table, 0, "stack")[0] == seen(table, 1, "stack")[0] == "JB/TK"
    assert set(seen(table, 0, "stack")[1:]) == {"S", "J"}  # all of them were drawn: their backs are known
    assert not {"S", "J"} & set(seen(table, 1, "stack"))
    assert set(seen(table, -1, "stack")) == {"S", "J"}


@pytest.mark.rule("D3.9")
def test_what_one_knows_stays_known_when_it_is_drawn_again_unseen() -> None:
    """D3.9: seat 1 draws the plate that seat 0 returned; seat 0 can follow it, seat 1 has not looked."""
    table = drawing("draw", "draw", "look", "k1", "@1n")
    below = len(seen(table, 0, "stack"))
    for _ in range(below - 1):
        table.play("draw")
    assert set(seen(table, 1, "drawn")) == {"S", "J"}
    table.play("look")
    assert seen(table, 0, "stack") == ["JB/TK"]
    assert seen(table, 1, "stack") == ["J"]


@pytest.mark.rule("D8")
def test_knowledge_moves_up_with_the_stack() -> None:
    """D8: plates turned up for the display bring the known one to the top."""
    table = duel({"tokens": 1, "score": 9}, round_number=3, display="TK/RJ - -", stack="YK/TS JB/TK SK/RB YB/KS")
    for code in ("draw", "draw", "look", "k1"):
        table.play(code)
    assert seen(table, 0, "stack") == ["S", "?", "JB/TK"]
    table.play("@1n")
    assert table.state.round_number == 4
    assert [plate(word) for word in table.view(1).facts["display"]] == ["TK/RJ", "SK/RB", "YB/KS"]
    assert seen(table, 0, "stack") == ["JB/TK"]
    assert seen(table, 1, "stack") == ["J"]


@pytest.mark.rule("D8")
def test_face_down_chips_are_hidden_and_the_tiles_in_bag_and_tower_public() -> None:
    """D8: what is known of the chips is which ones were not yet revealed."""
    table = duel(suns="bbkty rrrr tykb", chips="down down - ty", tower="kk")
    for seat in (-1, 0, 1):
        facts = table.view(seat).facts
        assert facts["chips"] == ["down", "down", None, 5]
        assert sum(facts["chips_left"]) == 18
        assert facts["bag"] == table.state.bag.tolist()
        assert facts["tower"] == [0, 0, 0, 2, 0]
        assert not table.view(seat).state.key.any()


@pytest.mark.rule("D8")
def test_a_guess_keeps_what_is_known_and_the_backs_that_were_seen() -> None:
    """D8: and varies all the rest."""
    table = drawing("draw", "draw", "draw", "look", "k2", "u3", "@1n")
    truth = [word for word in table.state.stack if word != -1]
    for seat in (0, 1):
        view = table.view(seat)
        guesses = [view.imagine((seed, 0, 0, 0)) for seed in range(60)]
        for guess in guesses:
            assert generic.check(guess) == 0
            stack = [word for word in guess.stack if word != -1]
            assert sorted(map(is_special, stack)) == sorted(map(is_special, truth))
            for at in (0, -2, -1):
                assert is_special(stack[at]) == is_special(truth[at])
            assert seat == 1 or stack[-2:] == truth[-2:]
        for position in range(1, len(truth) - 2):
            found = {int(guess.stack[position]) for guess in guesses}
            assert {is_special(word) for word in found} == {True, False}
            assert len(found) > 4
        assert len({tuple(guess.key) for guess in guesses}) == 60


@pytest.mark.rule("D8")
def test_all_stacks_that_fit_are_equally_likely() -> None:
    """D8: two special and two joker plates are left, the top is special, and a joker plate was returned."""
    table = duel({"tokens": 2, "score": 9}, {"tokens": 2}, round_number=4, display="- - -", stack="YK/TS JB/TK SK/RB TR/BJ")
    table.state.stack_known[3] = 1
    for seat, fits in ((0, 4), (1, 8), (-1, 8)):
        guesses = Counter(tuple(plate_names(table.view(seat).imagine((seed, 7, 0, 0)).stack)) for seed in range(4000))
        assert len(guesses) == fits
        expected = 4000 / fits
        assert sum((count - expected) ** 2 / expected for count in guesses.values()) < 30  # chi-squared, 7 degrees: once in 10,000


@pytest.mark.rule("D8")
def test_the_chips_come_from_the_future_that_is_guessed() -> None:
    """D8: nobody can read off a view which chip lies under a stack."""
    view = duel(suns="bbkty rrrr tykb").view(0)
    chips = set()
    for seed in range(40):
        state = view.imagine((seed, 1, 0, 0))
        generic.apply(state, view.game.parse("1r4"), None)
        chips.add(int(state.chips[0]))
    assert len(chips) > 5
