"""The lessons: every task is a real position, and what is said of each legal move is what the rules say."""

from __future__ import annotations

import pytest

from tegel.core.game import find_game, game_names
from tegel.core.lessons import REACHED, Case, answers
from tegel.core.table import Table
from tegel.learn.finding import TASKS, best_moves
from tegel.learn.lessons import goals, read_tasks


@pytest.mark.parametrize("name", game_names())
def test_every_answer_is_what_the_rules_say(name: str) -> None:
    game = find_game(name)
    taught = goals(game)
    shipped = read_tasks(game)
    assert [lesson["name"] for lesson in shipped] == [lesson.name for lesson in taught]
    assert 6 <= len(taught) <= 8
    for lesson, kept in zip(taught, shipped, strict=True):
        assert len(kept["tasks"]) == TASKS, lesson.name
        for task in kept["tasks"]:
            case = Case(Table.from_position(task["position"]), best_moves)
            said = {code: reason for reason, codes in task["moves"].items() for code in codes.split()}
            assert said == answers(lesson, case), lesson.name
            assert REACHED in said.values(), lesson.name
            assert set(said.values()) != {REACHED}, lesson.name


def test_a_lesson_asks_only_where_there_is_something_to_find() -> None:
    game = find_game("azul")
    take, finish, *_ = goals(game)
    start = Case(Table(game, game.options_from({}), key=(1, 2, 3, 4)), best_moves)
    assert take.suits(start)
    assert "floor" in answers(take, start).values()
    assert all(reason != REACHED for code, reason in answers(finish, start).items() if code.endswith("0")), "the floor fills no line"
