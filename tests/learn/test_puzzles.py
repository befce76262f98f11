"""Puzzles: what is in the package is what the rules and the levels say; what is no puzzle is refused; a proof finds the one best move."""

from __future__ import annotations

import json
import runpy
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tegel.core.game import find_game, game_names
from tegel.core.lessons import Case
from tegel.core.table import Table
from tegel.learn.puzzles import working
from tegel.learn.puzzles.finding import find_puzzle
from tegel.learn.puzzles.levels import LOW
from tegel.learn.puzzles.proof import Effort, Interval, clear_away, usual
from tegel.learn.puzzles.puzzle import (
    BadPuzzle,
    Puzzle,
    check_puzzle,
    open_puzzle,
    read_puzzle,
    read_puzzles,
    shipped_puzzles,
    write_puzzle,
)
from tegel.learn.puzzles.rating import TRIES, rating_from
from tegel.learn.puzzles.themes import name_themes, themes_of
from tegel.learn.sharing import work_on
from tegel.search.review.marks import mark_of
from tegel.search.settings import LEVELS
from tests.commands import tegel
from tests.long import LONG
from tests.seeds import run_seed

QUICK = Effort(8, 2)
SAMPLE = 40  # puzzles that are looked at in every run, each time others


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return shipped_puzzles(find_game("azul"))[0]


@pytest.mark.parametrize("name", game_names())
def test_all_puzzles_in_the_package_are_what_they_should_be(name: str) -> None:
    """By the rules, in the long run all of them. That their moves are the best, `tegel puzzles verify` proves in minutes."""
    game = find_game(name)
    path = Path(str(resources.files("tegel.learn.puzzles") / f"{name}.jsonl"))
    puzzles = read_puzzles(path, game, check=LONG)
    assert len(puzzles) >= 300
    for puzzle in puzzles if LONG else Random(f"{run_seed()} {name}").sample(puzzles, SAMPLE):
        check_puzzle(puzzle, game)
        assert mark_of(puzzle.gap), f"{puzzle.id}: the second best is too good"
        assert all(found <= most for found, most in zip(puzzle.solved, LOW, strict=False)), f"{puzzle.id} is too easy"
        table = open_puzzle(puzzle)
        case = Case(table, lambda _: frozenset())
        tried = {game.code(each.move): each for each in case.tried}
        named = name_themes(case, tried[puzzle.solution[0]], tried[puzzle.second], puzzle.verified != "search")
        assert named == puzzle.themes, puzzle.id


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"id": "0123456789"}, "its id must be"),
        ({"position": "tegel position 1\n"}, "its position is none"),
        ({"solution": ["9b1"]}, "9b1 is not legal"),
        ({"solution": []}, "one move, and all that come to the same"),
        ({"second": None}, "cannot be the second best"),
        ({"line": []}, "its line must begin with the solution"),
        ({"gap": 0.0}, "do not go together"),
        ({"error": -0.1}, "do not go together"),
        ({"themes": ["fun"]}, "its themes must be some of"),
        ({"solved": [0] * 7}, "for each of 8 levels"),
        ({"solved": [TRIES + 1] * 8}, "for each of 8 levels"),
        ({"rating": 1}, "its rating must be"),
    ],
)
def test_a_puzzle_that_cannot_be_is_refused(puzzle: Puzzle, change: dict[str, Any], why: str) -> None:
    changed = msgspec.structs.replace(puzzle, **{"second": puzzle.solution[0]} if change == {"second": None} else change)
    with pytest.raises(BadPuzzle, match=why):
        check_puzzle(changed, find_game("azul"))


def test_a_position_that_shows_too_much_is_refused(puzzle: Puzzle) -> None:
    from tegel.learn.puzzles.puzzle import id_of

    seen = puzzle.position.replace("key hidden", f"key {'1' * 64} draws 20")
    with pytest.raises(BadPuzzle, match="more than the seat to move may know"):
        check_puzzle(msgspec.structs.replace(puzzle, position=seen, id=id_of(seen)), find_game("azul"))
    with pytest.raises(BadPuzzle, match="a position of azul, not of duel"):
        check_puzzle(puzzle, find_game("duel"))


@pytest.mark.parametrize(
    ("line", "why"),
    [("", "no puzzle"), ("{}\n", "missing required field `id`"), ("[1]\n", "Expected `object`"), ("{", "no puzzle")],
)
def test_a_line_that_is_no_puzzle_is_refused(line: str, why: str) -> None:
    with pytest.raises(BadPuzzle, match=why):
        read_puzzle(line)


def test_a_file_is_read_strictly(puzzle: Puzzle, tmp_path: Path) -> None:
    game, file, line = find_game("azul"), tmp_path / "puzzles.jsonl", write_puzzle(puzzle)
    file.write_text(line)
    assert read_puzzles(file, game) == [puzzle]
    for text, why in (
        (line + line, f"line 2: {puzzle.id} is there already"),
        (line.rstrip(), "line 1: it is not written as we write puzzles"),
        (line.replace(",", ", ", 1), "line 1: it is not written as we write puzzles"),
        (line.replace('"rating"', '"fun":1,"rating"'), "line 1: this is no puzzle"),
        (line + "\n", "line 2: this is no puzzle"),
    ):
        file.write_text(text)
        with pytest.raises(BadPuzzle, match=why):
            read_puzzles(file, game)
    with pytest.raises(BadPuzzle, match="cannot read"):
        read_puzzles(tmp_path / "nothing", game)


def test_moves_clearly_behind_are_dropped_and_two_rivals_stay() -> None:
    known = {move: Interval(mean, 0.01, 0.026) for move, mean in enumerate([0.1, 0.5, 0.2, 0.3, 0.46])}
    assert clear_away(known) == [1, 4, 3]


def test_ratings_follow_the_levels() -> None:
    easy, harder, hardest = ([0] * fails + [TRIES] * (len(LEVELS) - fails) for fails in (2, 5, 8))
    assert rating_from(easy) < rating_from(harder) < rating_from(hardest)


def test_a_solved_end_of_a_round_holds_with_every_seed_and_is_found_again() -> None:
    game = find_game("azul")
    exact = [puzzle for puzzle in shipped_puzzles(game) if puzzle.verified == "round" and puzzle.position.count("board") == 2]
    puzzle = min(exact, key=lambda puzzle: len(Table.from_position(puzzle.position).legal))
    proof = working.verify_puzzle(working.Check(puzzle, "azul", 77))
    assert proof is not None
    assert proof.how == "round"
    assert abs(proof.gap - puzzle.gap) < 0.05
    wrong = msgspec.structs.replace(puzzle, solution=[puzzle.second])
    assert working.verify_puzzle(working.Check(wrong, "azul", 77)) is None, "another move does not pass for it"


def test_what_was_found_is_found_again() -> None:
    hard = [puzzle for puzzle in shipped_puzzles(find_game("azul")) if puzzle.verified == "round" and not any(puzzle.solved[:3])]
    puzzle = max(hard, key=lambda puzzle: puzzle.gap)
    again = find_puzzle(open_puzzle(puzzle), 1, usual("azul"))
    assert again is not None
    assert (again.id, again.solution, again.second, again.themes) == (puzzle.id, puzzle.solution, puzzle.second, puzzle.themes)
    check_puzzle(again, find_game("azul"))


def test_new_puzzles_are_added_to_a_file(puzzle: Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not found here, which takes long: each game of self-play brings the same two."""
    orders = []
    twins = [puzzle, shipped_puzzles(find_game("azul"))[1]]
    monkeypatch.setattr(working, "search_game", lambda order: orders.append(order) or twins)
    file = tmp_path / "made.jsonl"
    words = ["puzzles", "make", "azul", "--out", str(file), "--seed", "7", "--json"]
    told = json.loads(tegel(*words, "--count", "1", "-o", "players=3").stdout)
    assert (told["found"], told["games"], orders[0].seed, orders[0].given) == (1, 1, 7, {"players": "3"})
    assert read_puzzles(file, find_game("azul")) == [puzzle]
    tegel(*words, "--count", "1")
    assert read_puzzles(file, find_game("azul")) == twins, "what is there stays, and is not added again"
    assert json.loads(tegel(*words, "--minutes", "0.01").stdout)["found"] == 0, "there is nothing new, and it stops in time"


def test_a_position_without_a_best_move_is_no_puzzle() -> None:
    game = find_game("azul")
    assert find_puzzle(Table(game, game.options_from({}), (1, 2, 3, 4)), 1, QUICK) is None


def test_work_comes_back_in_order_whatever_does_it() -> None:
    assert list(work_on(abs, [-3, -1, -2], 1)) == [3, 1, 2]
    assert list(work_on(abs, range(-9, 0), 2)) == list(range(9, 0, -1))


def test_the_command_verifies_tries_and_shows(tmp_path: Path) -> None:
    game = find_game("azul")
    puzzles = [puzzle for puzzle in shipped_puzzles(game) if puzzle.verified == "round"][:2]
    file, kept = tmp_path / "two.jsonl", tmp_path / "kept.jsonl"
    file.write_text("".join(map(write_puzzle, puzzles)))
    said = tegel("puzzles", "verify", "azul", "--file", str(file), "--seed", "5", "--keep", str(kept), "--json")
    told = json.loads(said.stdout)["games"][0]
    assert (told["puzzles"], told["hold"] + len(told["failed"])) == (2, 2)
    assert len(kept.read_text().splitlines()) == told["hold"]
    assert said.returncode == (1 if told["failed"] else 0)
    greedy = tegel("puzzles", "solve", "azul", "--file", str(file), "--player", "greedy")
    assert greedy.stdout == "greedy solves 0 of 2 puzzles of azul (0%).\n", "it finds none, by construction"
    shown = tegel("puzzles", "show", "azul", puzzles[0].id, "--file", str(file), "--solution", "--language", "nl")
    assert "De beste zet is" in shown.stdout
    assert len(json.loads(tegel("puzzles", "show", "azul", "--json").stdout)["puzzles"]) == len(shipped_puzzles(game))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["make", "azul", "--out", "/nowhere/at/all"], "cannot write /nowhere/at/all"),
        (["make", "azul", "--out", "x", "--count", "0"], "--count must be at least 1"),
        (["make", "azul", "--out", "x", "--jobs", "0"], "at least 1"),
        (["solve", "--player", "level:9"], "there is no player 'level:9'"),
        (["verify", "--file", "x"], "say of which game"),
        (["show", "azul", "nothing"], "there is no puzzle nothing"),
    ],
)
def test_bad_orders_are_refused_in_a_line(words: list[str], why: str) -> None:
    said = tegel("puzzles", *words)
    assert said.returncode == 2
    assert why in said.stderr
    assert len(said.stderr.strip().splitlines()) == 1


def test_the_app_has_words_for_every_theme() -> None:
    words = (Path(__file__).parents[2] / "web/src/words/puzzles.en.ts").read_text(encoding="utf-8")
    for name in game_names():
        named = themes_of(find_game(name))
        assert len(set(named)) == len(named)
        assert [theme for theme in named if f'"theme.{name}.{theme}"' not in words] == []


def test_new_puzzles_are_built_into_the_app(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What the app was built from includes them, so that it is built again."""
    building = runpy.run_path(str(Path(__file__).parents[2] / "web/build.py"))
    watched = building["fingerprint"].__globals__
    monkeypatch.setitem(watched, "WEB", tmp_path / "web" / "web")
    monkeypatch.setitem(watched, "LEARNT", [tmp_path / "web" / "learn"])
    (tmp_path / "web" / "learn" / "puzzles").mkdir(parents=True)
    before = building["fingerprint"]()
    (tmp_path / "web" / "learn" / "puzzles" / "azul.jsonl").write_text("one\n")
    assert building["fingerprint"]() != before
