"""Reviews: decisions, what the result is made of, marks and figures, from Python and from the command line."""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import tegel
from tegel.cli import main
from tegel.core import generic
from tegel.core.differential import random_key
from tegel.core.errors import BadOption
from tegel.core.view import View
from tegel.core.words import LANGUAGES
from tegel.search.curve import draw_curve
from tegel.search.players import find_player
from tegel.search.review.decisions import judge
from tegel.search.review.effort import Effort, review_of, usual_effort
from tegel.search.review.marks import MARKS, mark_of
from tegel.search.review.native import Native
from tegel.search.review.numbers import DECISION, Numbers
from tegel.search.review.performance import level_at, performance_of
from tegel.search.review.plain import plain_review
from tegel.search.review.review import Review, review
from tegel.search.review.sums import Parts, add_up
from tegel.search.review.values import Evaluator
from tests.configurations import new_table, play_random

FAST = ["--simulations", "20", "--redraws", "2", "--threads", "1"]
QUICK = Effort(simulations=20, redraws=2)


def play(table: tegel.Table, *names: str) -> tegel.Record:
    """A whole game of these players."""
    players = [find_player(name, 1) for name in names]
    while table.turn is not None:
        table.play(players[table.turn].decide(table.view(table.turn)))
    return table.record


@pytest.fixture(scope="module")
def game_over() -> tegel.Record:
    """A game of greedy against random."""
    return play(tegel.game("azul", key=(5, 6, 7, 8), names=["Ann", "Bob <&>"], rounds=3), "greedy", "random")


@pytest.fixture(scope="module")
def reviewed(game_over: tegel.Record) -> Review:
    return review(game_over, Effort(100, 2), seed=1)


def assert_adds_up(parts: Parts, digits: int) -> None:
    """Printed to so many digits, the parts add up to the result exactly."""
    for seat, result in enumerate(parts.result):
        printed = [parts.start, parts.luck, parts.errors, parts.gifts, parts.rest]
        assert sum(round(part[seat] * 10**digits) for part in printed) == round(result * 10**digits)
        assert parts.errors[seat] == parts.given[seat][seat]
        assert all(part[seat] == round(part[seat], digits) for part in printed)


def test_a_review_finds_what_was_lost(game_over: tegel.Record, reviewed: Review) -> None:
    assert len(reviewed.decisions) == len(game_over.moves)
    assert len(reviewed.curve) == len(game_over.moves) + 1
    assert all(sum(win) == pytest.approx(1) for win in reviewed.curve)
    assert all(decision.loss >= 0 for decision in reviewed.decisions)
    assert all(sum(decision.change.win) == pytest.approx(0, abs=1e-9) for decision in reviewed.decisions)
    assert all(decision.change.win[decision.seat] == pytest.approx(-decision.loss) for decision in reviewed.decisions)
    assert reviewed.performance(1).mean_loss > reviewed.performance(0).mean_loss  # random loses more than greedy
    assert reviewed.performance(1).accuracy < reviewed.performance(0).accuracy
    assert reviewed.curve[-1] == (1.0, 0.0)
    losses = [decision.loss for decision in reviewed.turning_points]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] == max(decision.loss for decision in reviewed.decisions)


def test_the_parts_add_up_to_the_result(reviewed: Review) -> None:
    for digits in (1, 3, 4, 8):
        assert_adds_up(reviewed.parts(digits), digits)
        assert_adds_up(reviewed.point_parts(digits), digits)
    parts = reviewed.parts()
    assert parts.start == [0.5, 0.5]
    assert parts.result == [1, 0]
    assert parts.gifts[0] == -parts.errors[1]  # with two players one's loss is the other's gain
    assert parts.luck[0] == pytest.approx(-parts.luck[1])


def test_the_parts_add_up_with_several_players() -> None:
    table = tegel.game("blockers", players=3, key=(1, 2, 3, 4))
    while table.turn is not None and len(table.moves) < 55:
        play_random(table, len(table.moves), most=len(table.moves) + 1)
    record = play(table, "greedy", "greedy", "greedy")
    found = review(record, Effort(4, 2), seed=1)
    assert_adds_up(found.parts(), 4)
    assert found.parts().start == [0.3333, 0.3333, 0.3333]
    assert sum(sum(luck.win) for luck in found.luck) == pytest.approx(0, abs=1e-9)
    for giver, line in enumerate(found.parts().given):
        assert line[giver] <= 0
        assert sum(line) == pytest.approx(0, abs=3e-4)


def test_sums_by_hand() -> None:
    parts = add_up([1 / 3] * 3, [0.5, 0.5, 0], [[0.06, -0.03, -0.03], [0.01, 0, -0.01]], [[-0.1, 0.1, 0], [0.05, 0.05, -0.1]], [0, 2], 2)
    assert parts.luck == [0.07, -0.03, -0.04]
    assert parts.given == [[-0.1, 0.1, 0], [0, 0, 0], [0.05, 0.05, -0.1]]
    assert parts.gifts == [0.05, 0.15, 0]
    assert parts.rest == [0.15, 0.05, -0.19]
    assert_adds_up(parts, 2)


def test_the_answer_does_not_depend_on_threads(game_over: tegel.Record) -> None:
    found = [plain_review(review(game_over, QUICK, seed=3, threads=threads)) for threads in (1, 3)]
    assert found[0] == found[1]
    assert plain_review(review(game_over, QUICK, seed=4)) != found[0]


@pytest.mark.parametrize(("name", "options"), [("blockers", {"players": 3}), ("duel", {})])
def test_what_a_player_could_not_know_changes_no_mark(name: str, options: dict[str, object]) -> None:
    table = play_random(new_table(name, options, 1), 1, most=30)
    evaluator, source = Evaluator(Native(table.game), 6), random.Random(1)
    differed = 0
    for ply in range(8, 30, 3):
        state, move = table.state_at(ply), table.moves[ply]
        hidden, turn = table.game.copy(state), int(state["turn"])
        generic.hide(hidden, turn)
        other = View(table.game, hidden, turn).imagine(random_key(source))
        differed += state.tobytes() != other.tobytes()
        judged = [judge(evaluator, world, ply, move, Numbers(evaluator.engine, 1, DECISION, ply)) for world in (state, other)]
        assert judged[0] == judged[1]
    assert differed


def test_moves_that_come_to_the_same_are_not_counted() -> None:
    found = performance_of("azul", 2, [], [])
    assert (found.decisions, found.accuracy, found.level) == (0, 100.0, None)


def test_marks_begin_at_their_limits() -> None:
    limits = [least for least, _ in MARKS]
    assert limits == sorted(limits, reverse=True)
    for least, name in MARKS:
        assert mark_of(least) == name
        assert mark_of(least - 1e-9) != name
    assert mark_of(0) == ""


@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_levels_have_a_falling_scale(game: str) -> None:
    assert review_of(game).losses  # every game of ours was measured
    for scale in review_of(game).losses.values():
        assert len(scale) == 8
        assert scale == sorted(scale, reverse=True)
        assert len(set(scale)) == 8
        for level, loss in enumerate(scale, 1):
            assert level_at(scale, loss) == pytest.approx(level)


def test_more_losses_give_a_lower_level_and_a_wider_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tegel.search.review.performance._scale", lambda game, players: [1.0 - 0.1 * level for level in range(8)])
    good = performance_of("azul", 2, [-0.001] * 30, [-0.01] * 30)
    bad = performance_of("azul", 2, [-0.1, 0.0] * 15, [-1.0, 0.0] * 15)
    assert good.accuracy > bad.accuracy
    assert good.accuracy_margin < bad.accuracy_margin
    assert good.level is not None
    assert bad.level is not None
    assert bad.level_low is not None
    assert bad.level_high is not None
    assert bad.level_low <= bad.level <= bad.level_high <= good.level


def test_points_lost_in_a_decided_game_count_for_the_level() -> None:
    scale = review_of("duel").losses["2"]
    lost = performance_of("duel", 2, [0.0] * 40, [-(scale[0] + scale[1]) / 2] * 40)  # nothing could cost any chance any more
    kept = performance_of("duel", 2, [0.0] * 40, [-scale[6]] * 40)
    assert lost.accuracy == kept.accuracy == 100
    assert lost.level is not None
    assert kept.level is not None
    assert lost.level < 2
    assert kept.level > 6


def test_the_curve_is_a_picture(reviewed: Review) -> None:
    for language in LANGUAGES:
        picture = ElementTree.fromstring(draw_curve(reviewed, language))
        lines = picture.findall("{http://www.w3.org/2000/svg}polyline")
        assert len(lines) == 2
        assert len(lines[0].attrib["points"].split()) == len(reviewed.curve)
        assert len({line.attrib["stroke-dasharray"] for line in lines}) == 2


def test_a_running_game_cannot_be_reviewed() -> None:
    table = play_random(new_table("azul", {}, 1), 1, most=5)
    with pytest.raises(BadOption, match="over"):
        review(table.record, QUICK)


def test_every_game_has_an_effort() -> None:
    for game in ("azul", "duel", "blockers", "elsewhere"):
        assert usual_effort(game).simulations > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str], game_over: tegel.Record, language: str) -> None:
    game_over.save(tmp_path / "game.tegel")
    curve = tmp_path / "curve.svg"
    assert main(["analyse", str(tmp_path / "game.tegel"), *FAST, "--curve", str(curve), "--language", language]) == 0
    told = capsys.readouterr()
    assert told.out.count("Bob <&>") > len(game_over.moves) // 2 + 3
    assert curve.read_text().startswith("<svg")
    assert "azul" in told.err  # the progress
    assert not re.search(r"-0[.,]0", told.out)
    for word in ("luck", "made_of", "played", "accuracy"):
        assert tegel.core.words.say(language, f"search.review.{word}") in told.out


def test_the_command_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str], game_over: tegel.Record) -> None:
    game_over.save(tmp_path / "game.tegel")
    assert main(["analyse", str(tmp_path / "game.tegel"), *FAST, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["curve"]) == len(answer["moves"]) + 1
    assert answer["luck"][0]["ply"] == 0
    assert len(answer["luck"]) == 3  # the set-up and two deals more
    parts = answer["parts"]
    for seat in (0, 1):
        total = sum(round(10_000 * parts[name][seat]) for name in ("start", "luck", "errors", "gifts", "rest"))
        assert total == round(10_000 * parts["result"][seat])
    assert set(answer["performance"][0]["marks"]) == {"blunder", "mistake", "inaccuracy"}


@pytest.mark.parametrize(
    "words",
    [["missing.tegel"], ["RUNNING"], ["OVER", "--redraws", "1"], ["OVER", "--simulations", "0"], ["OVER", "--threads", "0"]],
)
def test_bad_input_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], game_over: tegel.Record, words: list[str]) -> None:
    new_table("azul", {}, 1).record.save(tmp_path / "running.tegel")
    game_over.save(tmp_path / "over.tegel")
    names = {"RUNNING": str(tmp_path / "running.tegel"), "OVER": str(tmp_path / "over.tegel")}
    assert main(["analyse", *(names.get(word, word) for word in words)]) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("tegel: ")]
    assert len(said) == 1
