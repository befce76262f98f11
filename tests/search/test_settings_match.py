"""Matches between settings, and the count of mistakes at the end: their numbers are counted right."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks import endings, settings_match
from benchmarks.settings_match import Match, apply_changes, budget_of, changes_of, kept, network_of, play_set, standing
from tegel.arena.local import cores
from tegel.core.errors import BadOption
from tegel.core.game import find_game
from tegel.core.view import View
from tegel.search.network import save_network, shipped_network
from tegel.search.search_result import SearchResult
from tegel.search.settings import Settings
from tegel.search.think import learned_settings
from tests.configurations import new_table


def test_settings_keep_their_types() -> None:
    table = new_table("azul", {}, 1)
    usual = learned_settings(table.view(table.turn))
    changed = apply_changes(usual, changes_of(["prove=2", "explore=0.5", "sure=0"]))
    assert (changed.prove, changed.explore, changed.sure) == (2, 0.5, False)
    assert type(changed.prove) is int
    for wrong in (["depth=2"], ["prove=many"]):
        with pytest.raises(BadOption, match="NAME=NUMBER"):
            changes_of(wrong)
    for wrong in (["further=7"], ["spread=-0.1"]):
        with pytest.raises(BadOption, match="is a part, 0 to 1, not"):
            apply_changes(usual, changes_of(wrong))
    for budget in ("many", "s", "0"):
        with pytest.raises(BadOption):
            budget_of(budget)


def test_a_set_has_a_game_from_every_seat() -> None:
    match = Match("azul", {"players": "3", "rounds": "1"}, {}, {"explore": 0.5}, "2", True, 1)
    one = play_set(match, 0)
    assert len(one["shares"]) == len(one["leads"]) == 3
    again = play_set(match, 0)
    assert (again["shares"], again["leads"]) == (one["shares"], one["leads"])
    assert 0 < one["moves"][1] < one["moves"][0]
    assert standing([one, again]).startswith("6 games:")


def test_settings_may_be_changed_for_both(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, think = set(), settings_match.think

    def watched(*given: Any, settings: Settings, **more: Any) -> SearchResult:
        seen.add((settings.explore, settings.max_depth))
        return think(*given, settings=settings, **more)

    monkeypatch.setattr(settings_match, "think", watched)
    play_set(Match("azul", {"rounds": "1"}, {"explore": 5.0}, {"max_depth": 3.0}, "2", True, 1), 0)
    assert seen == {(5.0, 1000), (5.0, 3)}


def test_threads_are_the_changed_players(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, think = Counter[tuple[int, int]](), settings_match.think

    def watched(view: View, *given: Any, threads: int, **more: Any) -> SearchResult:
        seen[view.seat, threads] += 1
        return think(view, *given, threads=threads, **more)

    monkeypatch.setattr(settings_match, "think", watched)
    play_set(Match("azul", {"rounds": "1"}, {}, {}, "4", True, 1, threads=2), 0)
    assert set(seen) == {(0, 1), (0, 2), (1, 1), (1, 2)}, "in one game either seat"


@pytest.mark.parametrize("threads", ["0", "9999"])
def test_threads_that_there_are_not_are_refused(
    threads: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "argv", ["settings_match", "azul", "--set", "prove=1", "--threads", threads, "--out", str(tmp_path / "out")])
    with pytest.raises(SystemExit):
        settings_match.main()
    assert f"threads must be 1 to {cores()}" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_players_network_is_from_its_file(tmp_path: Path) -> None:
    game = find_game("azul")
    usual = shipped_network(game)
    assert usual is not None
    assert network_of(game, "", by_hand=False) is usual
    assert network_of(game, "", by_hand=True) is None
    other = usual._replace(trust=usual.trust + 1)
    save_network(game, other, tmp_path / "other.npz")
    for by_hand in (False, True):
        found = network_of(game, str(tmp_path / "other.npz"), by_hand)
        assert found is not None
        assert found.trust == pytest.approx(other.trust, abs=0.01)


def test_results_belong_to_one_match(tmp_path: Path) -> None:
    match = Match("azul", {}, {}, {"prove": 2.0}, "2", False, 1)
    path = tmp_path / "kept.jsonl"
    assert kept(path, match) == []
    path.write_text(settings_match.json.dumps(match._asdict()) + '\n{"set": 0}\n')
    assert kept(path, match) == [{"set": 0}]
    with pytest.raises(BadOption, match="another match"):
        kept(path, match._replace(seed=2))
    older = {name: value for name, value in match._asdict().items() if name != "threads"}
    path.write_text(settings_match.json.dumps(older) + '\n{"set": 0}\n')
    assert kept(path, match) == [{"set": 0}]


def test_mistakes_are_counted_by_game() -> None:
    counts = endings.play("azul", {"rounds": "1"}, 2, 2000, 1, 0)
    assert counts["positions"] > 0
    assert counts["missed"] <= counts["won"]
    assert counts["escapes"] <= counts["lost"]
    games = [Counter(positions=4, missed=1), Counter(positions=2)]
    assert endings.standing(games).startswith("2 games: positions 6, won 0, missed 1")
    assert endings.standing(games).endswith("mistakes a game 0.500 ± 0.693")
