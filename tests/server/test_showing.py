"""What viewers are told besides the facts: whether it may be the last round, who is who, and why not, in their language."""

from __future__ import annotations

import random
from typing import Any

import pytest

import tegel
from tegel.core.errors import BadPosition, IllegalMove
from tegel.games.azul.view import last_round
from tegel.server.errors import NotFound, sentence
from tegel.server.guard import POLICY
from tegel.server.room import Room
from tegel.server.scene import Scene
from tegel.server.seat import Seat
from tegel.server.showing import show_table


def board(line: tuple[int | None, int], laid: int) -> dict[str, Any]:
    """A board of Azul whose second line and wall row are as given."""
    lines = [[None, 0], list(line), [None, 0], [None, 0], [None, 0]]
    wall = [[None] * 5, [1] * laid + [None] * (5 - laid), *([None] * 5 for _ in range(3))]
    return {"score": 0, "lines": lines, "wall": wall, "floor": []}


FELL = [[0, 1, 2, 3, None], *([None] * 5 for _ in range(4))]  # a wall whose first row lacks one tile, in the last column


def grey(wall: list[list[int | None]], lines: list[tuple[int | None, int]]) -> dict[str, Any]:
    """A board of the grey wall."""
    return {"score": 0, "lines": [list(line) for line in lines], "wall": wall, "floor": []}


@pytest.mark.rule("A7.2", "A6.1")
def test_a_line_that_would_fall_does_not_end_the_game() -> None:
    none: tuple[int | None, int] = (None, 0)
    lines = [(4, 1), none, none, none, none]
    assert last_round({"boards": [grey(FELL, lines)]})
    assert not last_round({"boards": [grey([*FELL[:3], [None, None, None, None, 4], FELL[4]], lines)]})


@pytest.mark.rule("A7.1", "A6.1")
def test_a_tile_laid_before_in_the_same_phase_can_let_a_line_fall() -> None:
    none: tuple[int | None, int] = (None, 0)
    wall: list[list[int | None]] = [[0, 1, 2, 3, None], [None] * 5, [1, 0, 3, 2, None], [None] * 5, [None] * 5]
    assert last_round({"boards": [grey(wall, [none, none, (4, 3), none, none])]})
    wall[1] = [0, 2, 1, None, None]
    wall[3] = [None, None, None, 4, None]
    both = [none, (4, 2), (4, 3), none, none]  # the second row takes 4 in the last column only, and the third then nowhere
    assert not last_round({"boards": [grey(wall, both)]})
    wall[3] = [None] * 5  # now it has a choice
    assert last_round({"boards": [grey(wall, both)]})


def test_a_row_that_was_completed_while_others_still_choose_ends_the_game() -> None:
    none: tuple[int | None, int] = (None, 0)
    assert last_round({"boards": [grey([[0, 1, 2, 3, 4], *FELL[1:]], [none] * 5)]})


@pytest.mark.parametrize(("line", "laid", "last"), [((2, 2), 4, True), ((2, 1), 4, False), ((2, 2), 3, False), ((None, 0), 4, False)])
def test_last_round_of_azul(line: tuple[int | None, int], laid: int, last: bool) -> None:
    assert last_round({"boards": [board((None, 0), 0), board(line, laid)]}) is last


@pytest.mark.parametrize("name", ["azul", "duel", "blockers"])
def test_every_game_ends_with_a_round_that_was_announced(name: str) -> None:
    table = tegel.game(name, key=(1, 2, 3, 4))
    assert show_table(Scene(table), 0, "en").last is False
    announced: list[bool] = []
    while not table.over:
        announced.append(show_table(Scene(table), -1, "en").last)
        table.play(table.legal[len(table.legal) // 2])
    assert announced[-1], "the last move of this game completes no line"
    assert sorted(announced) == announced, "what was announced once stays so until the end"
    assert show_table(Scene(table), 0, "en").last is False


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_the_last_round_of_azul_is_announced_when_the_full_lines_end_it(wall: str) -> None:
    """Many random games: what is announced before the last tile of a round is taken comes true, unless the owner chooses otherwise."""
    source = random.Random(wall)
    ended = 0
    for seed in range(30):
        table = tegel.game("azul", key=(seed, 2, 3, 4), wall=wall, rounds=12)
        while not table.over:
            before, number = last_round(table.view(-1).facts), table.state.round_number
            table.play(source.choice(table.legal))
            whole = any(None not in row for board in table.view(-1).facts["boards"] for row in board["wall"])
            if table.over or table.state.round_number != number:
                assert before or not whole or last_move_filled_a_line(table)
                ended += before and whole
                assert wall == "grey" or whole or not before
    assert ended > 3


def last_move_filled_a_line(table: Any) -> bool:
    """Whether the move that ended a round completed a line itself, so that nothing could be announced before it."""
    said = table.game.parts(table.moves[-1])
    return bool(said["kind"] == "take" and said["target"] > 0)


def test_two_computers_of_one_name_are_told_apart() -> None:
    def seat(at: int, kind: str, name: str, player: str | None) -> Seat:
        return Seat(at, kind, name, player, None, "", None, None)

    seats = [seat(0, "here", "Anna", None), *(seat(at, "computer", "", "greedy") for at in (1, 2, 3))]
    room = Room("game", {"name": "azul", "options": '{"players": 4}'}, seats)
    assert room.names("en") == ["Anna", "Magpie", "Magpie 2", "Magpie 3"]


@pytest.mark.parametrize(("language", "words"), [("nl", "geen stelling"), ("fr", "pas une position")])
def test_refusals_are_in_the_readers_language(language: str, words: str) -> None:
    assert words in sentence(BadPosition("no board"), language)
    assert "no board" in sentence(BadPosition("no board"), language)
    assert sentence(IllegalMove("no"), language) != sentence(IllegalMove("no"), "en") == "no"
    assert sentence(NotFound("no_game"), language) != sentence(NotFound("no_game"), "en")


def test_nothing_inline_is_allowed() -> None:
    assert "'unsafe-" not in POLICY, "of all that is unsafe only compiled WebAssembly, which can reach nothing by itself"
