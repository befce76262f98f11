"""Tegel-Bench: frozen tasks, results that can be checked, and the table made from those in the repository."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tegel.benchmark.freezing as freezing
import tegel.benchmark.verifying as verifying
from benchmarks.learning_curves import draw, read
from tegel.arena.faults import Fault
from tegel.arena.playing import Played
from tegel.benchmark.results import BadResult, check, network_then, read_result, sum_up
from tegel.benchmark.table import BEGIN, END, markdown, put_into, read_results
from tegel.benchmark.tasks import frozen_tasks
from tegel.core.errors import BadOption
from tegel.core.game import find_game
from tegel.search.named_networks import FOLDER, network_named, shipped_hash
from tegel.search.network import BadNetwork
from tests.commands import tegel

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "benchmarks" / "results"
PAGE = ROOT / "docs" / "research" / "benchmark.md"
FROZEN = "299f627c58d5238d97b3dfa00f9ed943d279d5f067aeac4c151de487b6c44600"


@pytest.fixture(autouse=True)
def no_other_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, "")


def task(name: str) -> Any:
    (found,) = frozen_tasks().chosen(name)
    return found


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A result of two small tasks, with its games beside it."""
    out = tmp_path_factory.mktemp("bench") / "mine.json"
    words = ("--player", "random", "--tasks", "azul-2-greedy,blockers-4-greedy", "--games", "4", "--workers", "1", "--out", str(out))
    answer = tegel("benchmark", "run", *words)
    assert answer.returncode == 0, answer.stderr
    assert "azul-2-greedy" in answer.stdout
    return out


def test_version_1_does_not_change() -> None:
    """Whoever wants other tasks makes a version 2."""
    assert frozen_tasks().digest == FROZEN


def test_every_task_can_be_told_from_every_other_and_has_whole_sets() -> None:
    tasks = frozen_tasks()
    assert len({each.name for each in tasks.tasks}) == len(tasks.tasks)
    for each in tasks.tasks:
        assert each.games % each.seats == 0
        game = find_game(each.game)
        assert int(game.blank(game.options_from(each.options)).players) == each.seats
        assert tasks.opponents[each.game][each.opponent]


def test_a_result_holds_and_goes_on(played: Path) -> None:
    result = read_result(played)
    check(frozen_tasks(), result)
    assert [line.task for line in result.tasks] == ["azul-2-greedy", "blockers-4-greedy"]
    azul = result.tasks[0]
    assert azul.score.share <= 0.5
    assert azul.score.lead is not None
    assert azul.score.lead < 0
    before = played.read_bytes()
    again = tegel("benchmark", "run", "--player", "random", "--tasks", "azul-2-greedy", "--games", "2", "--out", str(played), "--json")
    assert json.loads(again.stdout)["tasks"][0]["games"] == 4
    assert played.read_bytes() == before


def test_a_result_that_goes_on_keeps_its_name(tmp_path: Path) -> None:
    out = tmp_path / "any.json"
    run = ("benchmark", "run", "--player", "random", "--tasks", "azul-2-greedy", "--out", str(out), "--games")
    names = []
    for games, told in (("2", ()), ("2", ("--name", "Any move", "--about", "whatever is legal")), ("4", ())):
        answer = tegel(*run, games, *told)
        assert answer.returncode == 0, answer.stderr
        names.append((read_result(out).name, read_result(out).about))
    assert names == [("random", ""), ("Any move", "whatever is legal"), ("Any move", "whatever is legal")]


def test_verify_replays_what_was_kept_and_plays_games_again(played: Path) -> None:
    answer = tegel("benchmark", "verify", str(played), "--kept", str(played.with_suffix(".games")), "--replay", "1", "--workers", "1")
    assert answer.returncode == 0, answer.stderr
    assert "8 games replayed, 2 played again" in answer.stdout


def changed(result: Any, **fields: Any) -> Any:
    line = msgspec.structs.replace(result.tasks[0], **fields)
    return msgspec.structs.replace(result, tasks=[line, *result.tasks[1:]])


def test_what_was_changed_is_found(played: Path, tmp_path: Path) -> None:
    tasks, result = frozen_tasks(), read_result(played)
    better = msgspec.structs.replace(result.tasks[0].score, share=1.0)
    with pytest.raises(BadResult, match="does not follow"):
        check(tasks, changed(result, score=better))
    with pytest.raises(BadResult, match="each of the 4 games"):
        check(tasks, changed(result, outcomes="111"))
    with pytest.raises(BadResult, match="like 50-40"):
        check(tasks, changed(result, points="1-2 3-4 x 5-6"))
    with pytest.raises(BadResult, match="no task"):
        check(tasks, changed(result, task="chess"))
    with pytest.raises(BadResult, match="with the tasks abc"):
        check(tasks, msgspec.structs.replace(result, digest="abc"))
    with pytest.raises(BadResult, match="twice"):
        check(tasks, msgspec.structs.replace(result, tasks=result.tasks * 2))


def test_games_that_were_never_played_so_are_found(played: Path, tmp_path: Path) -> None:
    """Outcomes and score that fit each other, but not the games."""
    from tegel.benchmark.results import score_of

    result = read_result(played)
    line = result.tasks[0]
    points = "99-1 " * 3 + "99-1"
    forged = changed(result, outcomes="1111", points=points, score=score_of(task("azul-2-greedy"), "1111", points))
    file = tmp_path / "forged.json"
    file.write_bytes(msgspec.json.encode(forged))
    shutil.copytree(played.with_suffix(".games"), tmp_path / "kept")
    assert tegel("benchmark", "verify", str(file)).returncode == 0
    for words in (("--replay", "1", "--workers", "1"), ("--kept", str(tmp_path / "kept"))):
        answer = tegel("benchmark", "verify", str(file), *words)
        assert answer.returncode == 2
        assert "game 1 ended" in answer.stderr
    moved = msgspec.structs.replace(line, moves="0" * 64)
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(result, tasks=[moved])))
    assert "not those of the result" in tegel("benchmark", "verify", str(file), "--kept", str(tmp_path / "kept")).stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "--player", "nobody", "--out", "x.json"), "no player 'nobody'"),
        (("run", "--player", "greedy", "--out", "x.json", "--tasks", "chess"), "no task 'chess'"),
        (("run", "--player", "greedy", "--out", "x.json", "--games", "0"), "at least 1"),
        (("run", "--player", "greedy", "--out", "x.json", "--games", "2", "--quick"), "one of them"),
        (("run", "--player", "greedy", "--out", "x.json", "--networks", "nowhere"), "no folder nowhere"),
        (("verify", "nothing.json"), "cannot read nothing.json"),
        (("verify", "a.json", "b.json", "--kept", "x"), "one file"),
        (("verify", "nothing.json", "--replay", "-1"), "number of games"),
        (("table", "nothing.json"), "cannot read nothing.json"),
        (("table", "."), "no results"),
    ],
)
def test_bad_input(words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = tegel("benchmark", *words)
    assert answer.returncode == 2
    assert said in answer.stderr
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_no_result_and_one_of_another_player(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text("{}")
    assert "no result of the benchmark" in tegel("benchmark", "verify", str(file)).stderr
    shutil.copy(played, file)
    answer = tegel("benchmark", "run", "--player", "greedy", "--tasks", "azul-2-greedy", "--games", "2", "--out", str(file))
    assert answer.returncode == 2
    assert "a result with player random, not greedy" in answer.stderr


def test_the_tasks_are_listed() -> None:
    assert "azul-2-level5" in tegel("benchmark", "tasks").stdout
    assert json.loads(tegel("benchmark", "tasks", "--json").stdout)["digest"] == frozen_tasks().digest


def test_an_opponent_that_changed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A level with another definition, other rules, and a network that is not here: never silently another opponent."""
    tasks = frozen_tasks()
    with monkeypatch.context() as patch:
        patch.setattr(freezing, "fingerprint", lambda game, player, release="": "another")
        with pytest.raises(freezing.OpponentChanged, match="level:3 of azul is not the player that Tegel-Bench v1 froze"):
            freezing.seated(tasks, task("azul-2-level3"))
    with pytest.raises(freezing.OpponentChanged, match="version 7 of the rules"):
        freezing.seated(msgspec.structs.replace(tasks, rules=dict.fromkeys(tasks.rules, 7)), task("azul-2-greedy"))
    gone = msgspec.structs.replace(tasks, networks=dict.fromkeys(tasks.networks, "0" * 64))
    with pytest.raises(freezing.OpponentChanged, match="name its folder with --networks"):
        freezing.seated(gone, task("duel-level8"))
    assert freezing.seated(gone, task("azul-2-level1")) == "level:1@0.1.0"


def test_every_opponent_can_be_had() -> None:
    """Whatever network the package ships now."""
    tasks = frozen_tasks()
    assert freezing.seated(tasks, task("azul-2-level5")) == "level:5@2ef5cd6d7f98"
    assert network_named(find_game("azul"), "2ef5cd6d7f98").hidden > 0
    for each in tasks.tasks:
        assert freezing.seated(tasks, each).startswith(each.opponent)


def test_an_opponent_that_fails_gives_no_result() -> None:
    fault = Fault("crashed", "no network")
    game = Played(0, ["mine", "level:5"], 0, [1, 2], [None, None], [None, fault], "", [0.1, 0.1])
    with pytest.raises(BadResult, match="level:5 failed in game 1"):
        sum_up(task("azul-2-level5"), [game])


def test_a_definition_decides_the_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("azul")
    before = freezing.fingerprint(game, "level:3")
    assert before != freezing.fingerprint(game, "level:5")
    levels = list(freezing.levels("azul"))
    levels[2] = msgspec.structs.replace(levels[2], simulations=9)
    monkeypatch.setattr(freezing, "levels", lambda name, release: tuple(levels))
    assert freezing.fingerprint(game, "level:3") != before


def test_networks_are_found_by_their_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("duel")
    shipped = shipped_hash(game)
    assert network_named(game, shipped[:12]) is network_named(game, shipped[:12])
    with pytest.raises(BadNetwork, match="the variable TEGEL_NETWORKS"):
        network_named(game, "0" * 12)
    other = Path(freezing.__file__).parents[1] / "search" / "networks" / "azul.npz"
    shutil.copy(other, tmp_path / "kept.npz")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    with pytest.raises(BadNetwork, match="none in"):
        network_named(game, "0" * 12)
    assert network_named(find_game("azul"), shipped_hash(find_game("azul"))[:12]).hidden > 0
    with pytest.raises(BadNetwork, match="does not fit duel"):
        network_named(game, shipped_hash(find_game("azul"))[:12])


def test_the_page_has_the_table_of_the_results_in_the_repository() -> None:
    """`tegel benchmark table benchmarks/results --into docs/research/benchmark.md` makes it."""
    page = PAGE.read_text(encoding="utf-8")
    tasks = frozen_tasks()
    assert put_into(page, markdown(tasks, read_results(tasks, [RESULTS]))) == page


@pytest.mark.parametrize(("files", "only", "picture"), [(["ppo"], "", "ppo.svg"), (["dqn", "ppo"], "(", "dqn.svg")])
def test_the_pictures_show_the_curves_in_the_repository(files: list[str], only: str, picture: str) -> None:
    """docs/research/benchmark.md has the commands that make them."""
    runs = read([ROOT / "benchmarks" / "curves" / f"azul_{file}.json" for file in files], only)
    assert draw(runs) == PAGE.with_name(picture).read_text(encoding="utf-8")


def test_a_page_without_marks_is_refused(played: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing")
    assert "has no marks" in tegel("benchmark", "table", str(played), "--into", str(page)).stderr
    page.write_text(f"{BEGIN}{END}")
    assert tegel("benchmark", "table", str(played), "--into", str(page)).returncode == 0
    assert "(4 games)" in page.read_text()
    with pytest.raises(BadOption):
        put_into("", "")


@pytest.fixture(scope="module")
def lucky(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A result with the luck of the draws taken out."""
    out = tmp_path_factory.mktemp("luck") / "lucky.json"
    words = ("--player", "greedy", "--tasks", "azul-2-random", "--games", "2", "--workers", "1", "--luck-adjusted", "--out", str(out))
    answer = tegel("benchmark", "run", *words)
    assert answer.returncode == 0, answer.stderr
    assert "without luck" in answer.stdout
    return out


def test_luck_is_taken_out_and_can_be_checked(lucky: Path) -> None:
    tasks, result = frozen_tasks(), read_result(lucky)
    (line,) = result.tasks
    assert line.luck is not None
    check(tasks, result)
    given = [float(each) for each in line.luck.given.split()]
    assert len(given) == line.games
    assert any(given)
    assert line.luck.share == pytest.approx(line.score.share - sum(given) / len(given), abs=1e-3)  # so few games: it counts as measured
    for forged in ({"share": 0.9876}, {"given": "0.1000 0.1000"}, {"given": "0.1"}):
        with pytest.raises(BadResult, match="without luck does not follow"):
            check(tasks, changed(result, luck=msgspec.structs.replace(line.luck, **forged)))
    answer = tegel("benchmark", "verify", str(lucky), "--kept", str(lucky.with_suffix(".games")))
    assert "2 games replayed" in answer.stdout, answer.stderr


def test_luck_has_a_table_of_its_own(lucky: Path, played: Path) -> None:
    tasks = frozen_tasks()
    table = markdown(tasks, read_results(tasks, [lucky, played]))
    (line,) = read_result(lucky).tasks
    assert line.luck is not None
    assert f"| azul-2-random | greedy | 100.0 ± 0.0 (2 games) | {100 * line.luck.share:.1f} ± " in table
    assert "luck" not in markdown(tasks, read_results(tasks, [played]))


def test_core_seconds_are_told_and_the_clock_only_with_a_mark(played: Path) -> None:
    """Results from before they were measured hold, and are not taken for what they are not."""
    tasks, result = frozen_tasks(), read_result(played)
    line = result.tasks[0]
    assert line.core_seconds is not None
    assert line.core_seconds <= line.seconds + 0.01
    old = changed(result, core_seconds=None, seconds=1.25)
    assert b"core_seconds" not in msgspec.json.encode(old.tasks[0])
    check(tasks, old)
    assert "| 1.25 † |" in markdown(tasks, [old])
    table = markdown(tasks, [changed(result, core_seconds=0.125)])
    assert "| 0.125 |" in table
    assert "†" not in table


def test_a_result_names_the_network_for_each_number_of_players(tmp_path: Path) -> None:
    """Those from before Azul had one for more than two name one for all."""
    game, tasks = find_game("azul"), frozen_tasks()
    two, four = task("azul-2-greedy"), task("azul-4-greedy")
    before = read_result(RESULTS / "level8_53d6.json")
    old = msgspec.structs.replace(before, networks={"azul": "0" * 64}, tasks=[msgspec.structs.replace(before.tasks[0], task=four.name)])
    assert network_then(tasks, old, four) == "0" * 64
    assert network_then(tasks, msgspec.structs.replace(old, tasks=before.tasks), four) == "", "nothing was played with four"
    file = tmp_path / "fresh.json"
    words = ("--tasks", f"{two.name},{four.name}", "--games", "4", "--workers", "1", "--out", str(file))
    assert tegel("benchmark", "run", "--player", "level:5", *words).returncode == 0
    fresh = read_result(file)
    assert fresh.networks == {"azul": shipped_hash(game), "azul-many": shipped_hash(game, 4)}
    assert [network_then(tasks, fresh, each) for each in (two, four)] == list(fresh.networks.values())
    assert verifying.play_again(tasks, fresh, 1) == 2
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(fresh, networks={"azul": shipped_hash(game)})))
    answer = tegel(
        "benchmark", "run", "--player", "level:5", "--tasks", "azul-4-level3", "--games", "4", "--workers", "1", "--out", str(file)
    )
    assert answer.returncode == 2, "it would mix two players"
    assert f"begun with the network {shipped_hash(game)[:12]} of azul" in answer.stderr


def test_a_result_names_its_network_and_is_played_again_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the repository was made with a network that the package no longer ships as its own."""
    game, tasks = find_game("azul"), frozen_tasks()
    old = tasks.networks["azul"]
    assert old != shipped_hash(game)
    assert freezing.as_it_was(game, "level:5", old) == f"level:5@{old[:12]}"
    assert freezing.as_it_was(game, "level:5", shipped_hash(game)) == freezing.as_it_was(game, "level:5", "") == "level:5"
    assert freezing.as_it_was(game, "learned:400", old) == f"learned:400@{old[:12]}"
    with pytest.raises(freezing.OpponentChanged, match="does not ship"):
        freezing.as_it_was(game, "level:5", "0" * 64)
    assert freezing.as_it_was(game, "level:5", shipped_hash(game), players=4) == f"level:5@{shipped_hash(game)[:12]}"
    result = read_result(RESULTS / "level5.json")
    assert result.networks == {"azul": old}
    (line,) = [line for line in result.tasks if line.task == "azul-2-level5"]
    seated: list[list[str]] = []
    monkeypatch.setattr(verifying, "play_here", lambda jobs, workers: [seated.append(job.seats) for job in jobs][:0])
    verifying.play_again(tasks, msgspec.structs.replace(result, tasks=[line]), 2)
    assert seated == [[f"level:5@{old[:12]}"] * 2] * 2
    file = tmp_path / "level5.json"
    begun = msgspec.json.encode(msgspec.structs.replace(result, tasks=[]))
    file.write_bytes(begun)
    words = ("--tasks", "blockers-2-random,azul-2-random", "--games", "2", "--workers", "1", "--out", str(file), "--name", "other")
    answer = tegel("benchmark", "run", "--player", "level:5", *words)
    assert answer.returncode == 2
    assert f"begun with the network {old[:12]} of azul" in answer.stderr
    assert file.read_bytes() == begun, "who is refused changes nothing, and plays no task before"
    fresh = tmp_path / "fresh.json"
    words = ("--tasks", "azul-2-random,duel-random", "--games", "2", "--workers", "1", "--out", str(fresh))
    assert tegel("benchmark", "run", "--player", "level:5", *words).returncode == 0
    assert read_result(fresh).networks == {"azul": shipped_hash(game)}
