"""The report on strength: its numbers are counted right, its positions can be reached, its runs go on where they stopped."""

from __future__ import annotations

import doctest
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from benchmarks.strength import matches, report, tables
from benchmarks.strength import preferences as asking
from benchmarks.strength.habits import habit_of
from benchmarks.strength.matches import PARTS, TABLES, Fixture, command, fixtures, hand_made, same_network
from benchmarks.strength.preferences import (
    POSITIONS,
    Answered,
    Opening,
    labels,
    policy,
    ponder,
    position,
    preferences,
    questions,
    read_lines,
)
from benchmarks.strength.report import markdown, opening_shares, where
from benchmarks.strength.tables import Found, doubling, find_matches, points_of, rating_by_time, score_of, share_interval, starts_of
from tegel.arena.playing import Played
from tegel.arena.schedule import Match, key_of, seating
from tegel.core.errors import BadOption
from tegel.core.game import find_game, game_names
from tegel.core.table import Table
from tegel.search import levels
from tegel.search.players import find_player
from tegel.search.think import learned_settings
from tegel.train.report import draw, rating_curve

ROOT = Path(__file__).parents[2]


def played(match: Match, number: int, places: list[int], points: list[int], first: int = 0) -> Played:
    seats = match.seats
    return Played(
        number, seating(match, number), first, places, list(points), [None] * seats, "1b1 2b2", [1.0, 3.0][:seats] + [3.0] * (seats - 2)
    )


def write(folder: Path, fixture: Fixture, games: list[tuple[list[int], list[int], int]], tail: bytes = b"") -> None:
    match = fixture.match(1)
    place = folder / fixture.folder
    place.mkdir(parents=True)
    (place / "match.json").write_bytes(msgspec.json.encode(match))
    lines = [msgspec.json.encode(played(match, number, *game)) for number, game in enumerate(games)]
    (place / "games.jsonl").write_bytes(b"\n".join(lines) + b"\n" + tail)


def test_the_learned_players_score_is_counted_by_whole_sets(tmp_path: Path) -> None:
    """It sits on seat 0, then on seat 1; a game without its other half, and one that was being written, do not count."""
    games = [([1, 2], [50, 40], 0), ([2, 1], [30, 60], 0), ([1, 2], [55, 45], 1), ([1, 1], [20, 20], 0), ([2, 1], [1, 99], 0)]
    write(tmp_path, Fixture("azul", "2", "greedy", "400"), games, b'{"number":5,')
    (found,) = find_matches(tmp_path)
    score = score_of(found)
    assert found.games == 4
    assert score.share == (1 + 1 + 1 + 0.5) / 4
    assert score.points == (50 + 60 + 55 + 20) / 4
    assert score.other_points == (40 + 30 + 45 + 20) / 4
    assert (score.fair, score.seconds, score.other_seconds) == (0.5, 2.0, 2.0)
    assert score.interval[0] < score.share < score.interval[1]
    assert score.elo > 0
    text = markdown(tmp_path)
    assert "`tegel match azul --players learned:400,greedy --games 4 --seed 1`" in text
    assert "87.5 %" in text
    assert "4 games; matches: 1." in text


def test_levels_are_told_step_by_step_and_table_by_table(tmp_path: Path) -> None:
    won, half = [([1, 2], [50, 40], 0), ([2, 1], [30, 60], 0)], [([1, 2], [50, 40], 0), ([1, 2], [60, 30], 0)]
    write(tmp_path, Fixture("duel", "2", "levels", "2"), won)
    write(tmp_path, Fixture("blockers", "2", "levels", "8"), half)
    lines = markdown(tmp_path).splitlines()
    assert "| levels | Blockers!, 2 | Azul Duel, 2 |" in lines
    assert "| 2 over 1 |  | all won (2) |" in lines
    assert any(line.startswith("| 8 over 7 | +0 ± ") and line.endswith(" (2) |  |") for line in lines)
    with pytest.raises(BadOption, match="no level"):
        Fixture("duel", "2", "levels", "1").match(1)


def test_a_weaker_learned_player_is_below_the_others(tmp_path: Path) -> None:
    write(tmp_path, Fixture("azul", "3", "equal", "9"), [([2, 1, 3], [2, 3, 1], 0), ([1, 2, 3], [3, 2, 1], 0), ([1, 2, 3], [3, 2, 1], 0)])
    (found,) = find_matches(tmp_path)
    score = score_of(found)
    assert score.share == 0
    assert score.elo < 0
    assert score.fair == pytest.approx(1 / 3)


def test_what_beginning_is_worth_follows_whoever_began(tmp_path: Path) -> None:
    """Wins of the seat that began, whichever it was; points of all seats, and of the winners."""
    games = [([1, 2], [50, 40], 0), ([2, 1], [40, 60], 1), ([2, 1], [10, 30], 0), ([1, 2], [50, 20], 0)]
    write(tmp_path, Fixture("azul", "2", "itself", "400"), games)
    (found,) = find_matches(tmp_path)
    assert [share for share, _ in starts_of(found)] == [0.75, 0.25]
    points = points_of(found)
    assert points.seat == (50 + 40 + 40 + 60 + 10 + 30 + 50 + 20) / 8
    assert points.winner == (50 + 60 + 30 + 50) / 4
    assert points.moves == 2


def test_an_interval_stays_open_and_heeds_the_sets() -> None:
    assert share_interval(1.0, 100, 0.0)[0] == pytest.approx(0.963, abs=0.001)
    assert share_interval(0.0, 4, 0.0)[1] > 0.4
    narrow, wide = share_interval(0.6, 100, 0.01), share_interval(0.6, 100, 0.2)
    assert narrow[1] - narrow[0] == pytest.approx(0.19, abs=0.01)  # no narrower than independent games allow
    assert wide[1] - wide[0] == pytest.approx(0.37, abs=0.03)


def test_elo_a_doubling_is_the_line_through_the_sure_rows() -> None:
    slope = doubling([(100, 0, 10), (200, 70, 10), (400, 140, 10), (800, 5000, 1e6)])
    assert slope is not None
    assert slope.elo == pytest.approx(70, abs=0.1)
    assert doubling([(100, 50, 10)]) is None


def test_ratings_are_read_back_from_the_curve_of_a_run() -> None:
    rows: list[dict[str, Any]] = [
        {"kind": "gate", "seconds": 100.0, "score": 0.8, "promoted": True},
        {"kind": "gate", "seconds": 300.0, "score": 0.4, "promoted": False},
        {"kind": "gate", "seconds": 400.0, "score": 0.999, "promoted": True},
    ]
    for (seconds, rating), (wanted_seconds, wanted) in zip(rating_by_time(draw(rows)), rating_curve(rows), strict=True):
        assert seconds == pytest.approx(wanted_seconds, abs=1)
        assert rating == pytest.approx(wanted, abs=6)  # three digits of the scale
    assert rating_by_time("<svg></svg>") == []


@pytest.mark.parametrize("game", TABLES)
def test_every_match_can_be_played(game: str) -> None:
    """One learned seat at each table, the others alike; the command names the options that are not usual."""
    for fixture in fixtures(game, list(PARTS), [], []):
        match = fixture.match(1)
        assert len(match.players) == match.seats
        assert len(set(match.players[1:])) == 1
        assert (match.players[0] == match.players[1]) == (fixture.part == "itself")
    grey = Fixture("azul", "grey", "greedy", "400").match(2)
    assert command(grey, 10) == "tegel match azul -o wall=grey --players learned:400,greedy --games 10 --seed 2"
    words = [where(Found("azul", each, "greedy", "400", grey, {})) for each in ("4", "grey", "grey3")]
    assert words == ["Azul, 4", "Azul, 2, grey wall", "Azul, 3, grey wall"]


@pytest.mark.parametrize(
    ("game", "tables", "budgets"), [("chess", [], []), ("duel", ["grey"], []), ("azul", [], ["soon"]), ("azul", [], ["0"])]
)
def test_what_cannot_be_played_is_refused(game: str, tables: list[str], budgets: list[str]) -> None:
    with pytest.raises(BadOption):
        [fixture.match(1) for fixture in fixtures(game, ["greedy"], tables, budgets)]


@pytest.mark.parametrize("game", game_names())
def test_level_8_without_a_network_is_a_plain_search(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the hand-made level 8 has a name."""
    monkeypatch.setattr(levels, "shipped_network", lambda game, players: None)
    for name in questions(game):
        view = position(name).view(position(name).turn or 0)
        assert find_player("level:8", 5).decide(view) == find_player(hand_made(game), 5).decide(view)


@pytest.mark.parametrize("game", game_names())
def test_positions_and_answers_are_legal(game: str) -> None:
    asked = questions(game)
    assert asked
    for name, question in asked.items():
        table = position(name)
        assert table.game.name == game
        assert len(question.answers) >= 2
        assert set(question.answers) <= set(table.codes)


def test_every_position_is_asked_about() -> None:
    assert {path.stem for path in POSITIONS.glob("*.txt")} == {name for game in game_names() for name in questions(game)}


def test_the_policy_told_is_the_networks_own() -> None:
    table = position("blockers-join")
    view = table.view(table.turn or 0)
    told = policy(view)
    assert sum(told.values()) == pytest.approx(1)
    spread = learned_settings(view).spread
    assert spread > 0
    for choice in ponder(view, 1, 0).choices:
        assert choice.prior == pytest.approx((1 - spread) * told[choice.code] + spread / len(told), rel=1e-5)


def test_azuls_columns_are_those_of_the_wall() -> None:
    """A line of one tile, filled and laid: the wall's column is the one that was counted."""
    game = find_game("azul")
    table = Table(game, game.options_from({}), (1, 2, 3, 4))
    source = random.Random(1)
    first = table.turn
    assert first is not None
    move = next(move for move in table.legal if game.parts(move)["target"] == 1)
    said = labels("azul", game.parts(move))
    table.play(move)
    while table.state["round_number"] == 1:
        rest = [move for move in table.legal if table.turn != first or game.parts(move)["target"] != 1]
        table.play(source.choice(rest))
    row = table.state["boards"][first]["wall"][0].tolist()
    assert said == {"line": "line 1", "column": f"column {[colour >= 0 for colour in row].index(True) + 1}"}


def test_a_folder_tells_of_one_network(tmp_path: Path) -> None:
    same_network("azul", tmp_path)
    same_network("azul", tmp_path)
    assert "Azul `" in markdown(tmp_path)
    (tmp_path / "azul-network.txt").write_text("0" * 64 + "\n")
    with pytest.raises(BadOption, match="another network"):
        same_network("azul", tmp_path)


def test_tables_go_between_the_marks_of_a_page() -> None:
    page = f"before\n\n{report.BEGIN}\nold\n{report.END}\n\nafter\n"
    fresh = report.put_into(page, "new\n")
    assert fresh == f"before\n\n{report.BEGIN}\n\nnew\n\n{report.END}\n\nafter\n"
    assert report.put_into(fresh, "new\n") == fresh
    with pytest.raises(BadOption):
        report.put_into("no marks", "new")


def test_habits_are_counted_where_there_was_a_choice() -> None:
    """A player that always, or never, takes to the floor if it has the choice."""
    for wanted in (True, False):
        match = Fixture("azul", "2", "itself", "1").match(1)
        games = []
        for number in range(2):
            game = find_game("azul")
            table = Table(game, game.options_from(match.options | {"rounds": 2}), key_of(match, number))
            while not table.over:
                fitting = [move for move in table.legal if (game.parts(move)["target"] == 0) == wanted]
                table.play((fitting or table.legal)[-1])  # long lines fill slowly: at times the floor is all that is left
            codes = " ".join(map(game.code, table.moves))
            games.append(Played(number, seating(match, number), 0, [1, 1], [0, 0], [None, None], codes, [0.0, 0.0]))
        habit = habit_of(match, [games])
        assert habit.could > 20
        assert habit.share == wanted


def test_answers_that_are_there_are_not_asked_again(tmp_path: Path) -> None:
    """Killed in the middle of a line, the command goes on and ends with the same answers."""
    path = tmp_path / "azul-preferences.jsonl"
    preferences("azul", 8, 2, 1, path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    asked: list[int] = []
    preferences("azul", 8, 2, 1, path, lambda done, total: asked.append(total))
    assert path.read_bytes() == whole
    assert set(asked) == {1}
    lines = read_lines(path)
    assert {line.name for line in lines if isinstance(line, Answered)} == set(questions("azul"))
    openings = [line for line in lines if isinstance(line, Opening)]
    for asked_about in ("line", "column"):
        for share in zip(*opening_shares(openings, asked_about).values(), strict=True):
            assert sum(share) == pytest.approx(1)
    assert "denying the opponent" in markdown(tmp_path)


@pytest.mark.parametrize("module", [matches, asking, report, tables])
def test_examples(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "benchmarks.strength", *words], cwd=ROOT, capture_output=True, text=True, timeout=120)


def test_a_run_stops_in_time_and_goes_on(tmp_path: Path) -> None:
    words = ["azul", "greedy", "--tables", "2", "--budget", "2", "--games", "4", "--workers", "1", "--out", str(tmp_path)]
    stopped = run(*words, "--minutes", "0")
    assert stopped.returncode == 0, stopped.stderr
    assert "goes on" in stopped.stderr
    assert not find_matches(tmp_path)
    assert run(*words, "--json", str(tmp_path / "all.json")).returncode == 0
    (row,) = msgspec.json.decode((tmp_path / "all.json").read_bytes())["matches"]
    assert (row["part"], row["games"]) == ("greedy", 4)
    told = run("report", str(tmp_path))
    assert "--players learned:2,greedy --games 4" in told.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["azul", "nothing", "--out", "x"], "no part"),
        (["azul", "greedy"], "--out"),
        (["report", "nowhere"], "one folder"),
        (["report", ".", "--into", "nowhere.md"], "no page"),
    ],
)
def test_bad_requests_are_told_so(words: list[str], why: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert why in done.stderr
    assert "Traceback" not in done.stderr
