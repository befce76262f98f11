"""The study of other networks, at toy size: the shapes fit the game, nothing held out is learned from, and the command runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'tegel[train]'")

from benchmarks.networks.games import Pace, Selfplay, play, split  # noqa: E402
from benchmarks.networks.learning import Errors, LearningSettings, answers, compare, copy_ends, examine, guide, judge, learn, mean_by_game  # noqa: E402
from benchmarks.networks.shapes import Above, Deep, Tokens, Twin  # noqa: E402
from benchmarks.networks.traces import back_up  # noqa: E402
from tegel.core.game import find_game  # noqa: E402
from tegel.search.halves import halves, join  # noqa: E402
from tegel.search.inputs import find_inputs  # noqa: E402
from tegel.search.inputs.azul import BAG, BY_COLUMN, BY_SOURCE, DISC, HEADS, IN_CENTRE, LAYOUT  # noqa: E402
from tegel.search.network import POINTS_SCALE  # noqa: E402
from tegel.train.gate import evaluator  # noqa: E402
from tegel.train.model import from_network, new_model, to_network  # noqa: E402
from tegel.train.plan import Plan  # noqa: E402
from tests.long import takes_minutes  # noqa: E402

ROOT = Path(__file__).parents[2]
AZUL = find_game("azul")


@pytest.fixture(autouse=True)
def _same_luck() -> None:
    torch.manual_seed(1)


@pytest.fixture(scope="module")
def window() -> Any:
    plan = Plan(game="azul", options=(({"players": 2}, 1.0),), games=16, visits=2, window=75)
    return play(plan, AZUL, new_model(AZUL, 8), 1e9, lambda step: None)


@pytest.mark.parametrize("seats", [2, 4])
def test_all_shapes_answer_alike(seats: int) -> None:
    inputs = torch.rand(3, LAYOUT.size)
    usual = new_model(AZUL, 8)(inputs)
    for model in (Deep(LAYOUT.size, HEADS, 12, 1), Tokens(seats, 12, 1)):
        assert [found.shape for found in model(inputs)] == [found.shape for found in usual]


def test_discs_are_alike_to_tokens() -> None:
    """With two discs exchanged their ratings are exchanged, and nothing else changes."""
    model = Tokens(2, 12, 2).double()
    inputs = torch.rand(1, LAYOUT.size, dtype=torch.float64)
    order = [1, 0, 2, 3, 4, 5, 6, 7, 8]
    exchanged = inputs.clone()
    exchanged[:, DISC:IN_CENTRE] = inputs[:, DISC:IN_CENTRE].unflatten(1, (9, 5))[:, order].flatten(1)
    (heads, answer), (other_heads, other_answer) = model(inputs), model(exchanged)
    assert torch.allclose(answer, other_answer)
    sources, others = (found[:, BY_SOURCE:BY_COLUMN].unflatten(1, (10, 5)) for found in (heads, other_heads))
    assert torch.allclose(sources[:, [*order, 9]], others)
    assert torch.allclose(heads[:, :BY_SOURCE], other_heads[:, :BY_SOURCE])
    assert not torch.allclose(sources[:, 0], sources[:, 1])


@takes_minutes
def test_whole_games_are_held_out(window: Any) -> None:
    places = split(window)
    slots = [set((part % window.count).tolist()) for part in (places.learned, places.choosing, places.telling)]
    assert all(slots)
    assert len(set.union(*slots)) == sum(map(len, slots))
    assert bool(window.usable(torch.cat([places.learned, places.choosing, places.telling])).all())
    starts = window.inputs[places.starts // window.count, :, places.starts % window.count][:, DISC:IN_CENTRE].sum(1)
    assert len(starts) > 0
    assert torch.allclose(starts.float(), torch.full_like(starts.float(), 5.0))  # five full discs


@takes_minutes
def test_a_ring_of_steps_forgets_the_oldest() -> None:
    """A window of the last 48 of 75 steps holds what a long one holds of them, and knows the same starts of rounds."""
    model, found = new_model(AZUL, 8), []
    for steps in (75, 48):
        games = Selfplay(Plan(game="azul", options=(({"players": 2}, 1.0),), games=16, visits=2, window=steps), AZUL)
        games.go_on(model, 75, 1e9, lambda step: None)
        found.append(games.record)
    long, ring = found
    kept = list(range(75 - 48, 75))
    rows = [step % 48 for step in kept]
    assert torch.equal(ring.inputs[rows], long.inputs[kept])
    assert torch.equal(ring.tensors["ready"][rows], long.tensors["ready"][kept])
    starts, all_starts = ring.asked.view(48, -1)[rows], long.asked.view(75, -1)[kept]
    assert torch.equal(starts[1:], all_starts[1:])
    assert bool(starts.any())
    assert not bool(starts[0].any())


@takes_minutes
def test_what_is_learned_shows(window: Any) -> None:
    places = split(window)
    model = Deep(LAYOUT.size, HEADS, 24, 1)
    before = examine(model, window, places.learned)
    updates = []
    learn(model, window, places, LearningSettings(6, 32, 3e-3, starts=True), lambda done, total: updates.append((done, total)))
    found = compare(examine(model, window, places.learned), before, starts=False)
    assert all(more < 0 for _, more, _ in found.values())
    assert updates[-1][0] == updates[-1][1] == len(updates)


def test_intervals_count_games_not_positions() -> None:
    values, games = torch.tensor([1.0, 1.0, 0.0, 0.0]), torch.tensor([3, 3, 5, 5])
    mean, reach = mean_by_game(values, games)
    assert mean == 0.5
    assert reach == pytest.approx(1.96 * 0.5 / 2**0.5)
    assert mean_by_game(values.repeat(2), games.repeat(2))[1] == pytest.approx(reach)
    errors = Errors(values[:, None].repeat(1, 3), torch.tensor([True, False, True, False]), games)
    assert compare(errors, errors, starts=True)["win"] == (0.5, 0.0, 0.0)


@takes_minutes
def test_the_command_runs(tmp_path: Path) -> None:
    small = "--games 16 --visits 2 --steps 75 --passes 1 --width 12 --depth 1 --sample 32 --match 4 --match-visits 2 --device cpu"
    command = [sys.executable, "-m", "benchmarks.networks", *small.split(), "--shapes", "shipped,starts,deep"]
    done = subprocess.run([*command, "--out", str(tmp_path / "found.json")], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "found.json").read_text())
    assert list(found["networks"]) == ["shipped", "starts", "deep"]
    assert found["networks"]["shipped"]["result"]["everywhere"]["win"][1:] == [0.0, 0.0]
    assert 0 <= found["networks"]["deep"]["match"]["score"] <= 1
    refused = subprocess.run([*command[:3], "--shapes", "round"], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert refused.returncode == 2
    assert "there is no shape 'round'" in refused.stderr


@takes_minutes
def test_two_halves_stay_apart_while_they_learn(window: Any) -> None:
    network = join(to_network(new_model(AZUL, 8)), to_network(new_model(AZUL, 8)))
    model = from_network(AZUL, network)
    learn(model, window, split(window), LearningSettings(1, 32, 1e-2), lambda done, total: None)
    rater, valuer = halves(to_network(model))
    assert rater.hidden == valuer.hidden == 8
    assert not np.array_equal(rater.middle, network.middle[:8, :8])
    assert not np.array_equal(valuer.middle, network.middle[8:, 8:])


def test_a_twin_answers_as_its_network_does() -> None:
    twin = Twin(new_model(AZUL, 8), new_model(AZUL, 8))
    inputs = torch.rand(3, LAYOUT.size)
    for one, other in zip(twin(inputs), from_network(AZUL, twin.network())(inputs), strict=True):
        assert torch.allclose(one, other, atol=1e-5)


def test_a_pair_that_sees_no_deal_answers_as_its_network_does() -> None:
    """Whatever is on the discs: what is not there is in the bag."""
    undeal = torch.from_numpy(find_inputs(AZUL).undeal(np.eye(LAYOUT.size, dtype=np.float32)))
    twin = Twin(new_model(AZUL, 8), new_model(AZUL, 12), undeal)
    network = twin.network()
    assert network.undealt[0] == 1
    inputs = torch.rand(3, LAYOUT.size)
    for one, other in zip(twin(inputs), from_network(AZUL, network)(inputs), strict=True):
        assert torch.allclose(one, other, atol=1e-4)
    moved = inputs.clone()
    moved[:, DISC] -= 0.25  # a tile is a quarter of the first disc
    moved[:, BAG] += 0.05  # and a twentieth in the bag
    assert torch.allclose(twin(moved)[1], twin(inputs)[1], atol=1e-5)
    assert not torch.allclose(twin(moved)[0], twin(inputs)[0], atol=1e-5)


@takes_minutes
def test_values_are_copied_where_searches_ended() -> None:
    plan = Plan(game="azul", options=(({"players": 2}, 1.0),), games=16, visits=4, window=12)
    games = Selfplay(plan, AZUL, ends=True, deeper=4)
    games.go_on(new_model(AZUL, 8), 12, 1e9, lambda step: None)
    undeal = torch.from_numpy(find_inputs(AZUL).undeal(np.eye(LAYOUT.size, dtype=np.float32)))
    teacher, moves = new_model(AZUL, 8), new_model(AZUL, 8)
    with torch.no_grad():
        teacher.answer.weight *= 10
    before = [weights.clone() for weights in moves.parameters()]
    for source in (teacher, None):
        student = Twin(moves, new_model(AZUL, 12), undeal)
        first, later = (
            copy_ends(student, source, games.record, LearningSettings(passes, 32, 3e-3), lambda done, total: None) for passes in (0.2, 40)
        )
        assert later.off < first.off
        assert later.passes == pytest.approx(40, rel=0.1)
    assert all(torch.equal(one, other) for one, other in zip(before, moves.parameters(), strict=True))


@takes_minutes
def test_searches_go_on_where_others_ended() -> None:
    """They tell what the best move of each is worth, from the seat to move on; games that are over tell nothing."""
    plan = Plan(game="azul", options=(({"players": 3}, 0.5), ({"players": 2}, 0.5)), games=8, visits=4, window=6)
    games = Selfplay(plan, AZUL, Pace(2, 2), ends=True, deeper=6)
    games.go_on(new_model(AZUL, 8), 6, 1e9, lambda step: None)
    record, deeper = games.record, games.deeper
    assert deeper is not None
    assert record.looked.sum(1).tolist() == [8, 0, 8, 0, 8, 0]
    ends = games.batch.tensors["ends"].clone()
    ends[3, AZUL.dtype.fields["turn"][1]] = 255  # over
    told, known = deeper.look(ends, evaluator(new_model(AZUL, 8), torch.float32), 1.0)
    assert known.tolist() == [True] * 3 + [False] + [True] * 4
    trees, turns, players = deeper.batch.trees, deeper.batch.turns, deeper.batch.players
    for at in known.nonzero()[:, 0].tolist():
        edges = trees.edges[at][: int(trees.choices[at])]
        best = edges[edges["visits"] == edges["visits"].max()]
        node = trees.nodes[at][best[(best["worth"] / best["visits"]).argmax()]["node"]]
        order = [(int(turns[at]) + n) % int(players[at]) for n in range(int(players[at]))]
        wanted = [*(node["win"][order] / node["visits"]), *(node["points"][order] / node["visits"] / POINTS_SCALE)]
        assert told[at, [*range(len(order)), *range(5, 5 + len(order))]].tolist() == pytest.approx(wanted, abs=1e-5)
        assert float(told[at, : len(order)].sum()) == pytest.approx(1, abs=1e-4)


@takes_minutes
def test_a_teacher_changes_the_targets(window: Any) -> None:
    places = split(window)
    sample = window.take(places.learned[:20], 0.5)
    teacher = new_model(AZUL, 8)
    guided = guide(sample, teacher)
    for name in ("targets", "win"):
        assert torch.allclose(getattr(guided, name).sum(1), torch.ones(20), atol=1e-4)
        assert not torch.allclose(getattr(guided, name), getattr(sample, name))
    again = guide(guided, teacher)  # nearer to the teacher
    likely, chances, _ = answers(teacher, sample)
    assert (again.win - chances.exp() * sample.seats).abs().sum() < (guided.win - chances.exp() * sample.seats).abs().sum()
    assert (again.targets - likely.exp() * sample.moves).abs().sum() < (guided.targets - likely.exp() * sample.moves).abs().sum()


def test_a_network_above_another_begins_with_its_answers() -> None:
    known, more = new_model(AZUL, 8), Deep(LAYOUT.size, HEADS, 12, 1)
    for layer in (more.heads[-1], more.value[-1]):
        torch.nn.init.zeros_(layer.weight)
        torch.nn.init.zeros_(layer.bias)
    inputs = torch.rand(3, LAYOUT.size)
    above = Above(known, more)
    for one, other in zip(above(inputs), known(inputs), strict=True):
        assert torch.allclose(one, other)
    assert not any(part.requires_grad for part in above.known.parameters())


@takes_minutes
def test_few_visits_play_on_and_only_whole_searches_teach_moves() -> None:
    plan = Plan(game="azul", options=(({"players": 2}, 1.0),), games=8, visits=6, window=9)
    games = Selfplay(plan, AZUL, Pace(4, 2), ends=True)
    games.go_on(new_model(AZUL, 8), 5, 1e9, lambda step: None)
    record = games.record
    assert record.seen == 5
    assert record.searched(torch.arange(9 * 8)).view(9, 8)[:, 0].nonzero().flatten().tolist() == [0, 4, 8]
    assert record.searched(torch.arange(9 * 8), since=4).view(9, 8)[:, 0].nonzero().flatten().tolist() == [4, 8]
    inputs, seats = record.draw_ends(20)
    assert inputs.shape == (20, LAYOUT.size)
    assert bool((inputs.abs().sum(1) > 0).all())  # something was seen where searches ended
    assert seats.sum(1).tolist() == [2] * 20


@takes_minutes
def test_where_nothing_was_searched_moves_are_the_teachers(window: Any) -> None:
    sample = window.take(split(window).learned[:20], 0.5)
    teacher, valuer = new_model(AZUL, 8), new_model(AZUL, 8)
    searched = torch.arange(20) % 2 == 0
    guided = guide(sample, teacher, searched, valuer)
    likely, _, _ = answers(teacher, sample)
    assert torch.allclose(guided.targets[~searched], (likely.exp() * sample.moves)[~searched], atol=1e-6)
    assert not torch.allclose(guided.targets[searched], (likely.exp() * sample.moves)[searched], atol=1e-3)
    assert torch.allclose(guided.win, guide(sample, valuer).win)


def test_values_by_later_searches() -> None:
    """Two games of three seats in a window of five steps, of which the last is not over: by hand."""
    zeros = torch.zeros(5, 1, 4)
    found: dict[str, Any] = {name: zeros.clone() for name in ("win", "points", "end_win", "end_points")}
    found |= {"seats": torch.tensor([[0], [1], [2], [0], [1]]), "ready": torch.tensor([[1], [1], [1], [0], [0]])}
    found["counts"] = torch.tensor([[2], [0], [2], [2], [2]])
    found["win"][:3, 0, :3] = torch.tensor([[0.2, 0.3, 0.5], [9.0, 9.0, 9.0], [0.6, 0.4, 0.0]])  # nothing was noted in the second step
    found["end_win"][:3, 0, :3] = torch.tensor([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])  # the third seat won
    found["end_points"][:3, 0, :3] = torch.tensor([[10.0, 20.0, 30.0], [20.0, 30.0, 10.0], [30.0, 10.0, 20.0]])
    found["points"][:3] = found["end_points"][:3]
    worths = back_up(found, [4, 3, 2, 1, 0], torch.tensor([3]), 0.75)
    by_hand = [[0.1, 0.0, 0.9], [0.0, 0.9, 0.1], [1.0, 0.0, 0.0]]
    assert torch.allclose(worths["win"][:3, 0, :3], torch.tensor(by_hand))
    assert torch.equal(worths["points"][:3], found["end_points"][:3])
    assert not worths["win"][:, :, 3].any()
    for trace, told in ((0.0, [0.4, 0.0, 0.6]), (1.0, [0.0, 0.0, 1.0])):
        assert torch.allclose(back_up(found, [4, 3, 2, 1, 0], torch.tensor([3]), trace)["win"][0, 0, :3], torch.tensor(told))


@takes_minutes
def test_what_later_searches_say_is_learned(window: Any) -> None:
    """Of the end of the game alone they say what is learned without them; and else not."""
    places = split(window).learned[:20]
    window.look_back(1.0)
    ended = window.take(places, 0.0)
    assert torch.equal(window.take_later(places).win, ended.win)
    assert torch.equal(window.take_later(places).points, ended.points)
    window.look_back(0.5)
    later = window.take_later(places)
    assert torch.allclose(later.win.sum(1), torch.ones(20), atol=1e-3)
    assert not torch.allclose(later.win, ended.win, atol=1e-2)
    model = new_model(AZUL, 8)
    wrong = [judge(model, window, LearningSettings(1, 20, 1e-3, 0.0, later=way), places)[1] for way in (False, True)]
    assert wrong[0] != wrong[1]
