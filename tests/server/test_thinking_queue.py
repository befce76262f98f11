"""Whose computer player thinks next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from tegel.server.thinking_queue import REMEMBERED, UNWATCHED_SHARE, Asker, Job, Question, ThinkingQueue


class Clock:
    """Time as the test wants it."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Bench:
    """A queue, and jobs for it."""

    def __init__(self, at_once: int = 1) -> None:
        self.clock = Clock()
        self.queue = ThinkingQueue(at_once, self.clock)
        self._numbers = count()

    def add(self, *people: str, player: str = "level:1", watched: bool = True) -> Job:
        number = next(self._numbers)
        asker = Asker(f"game {number}", people, lambda: watched)
        no_future: Any = None
        job = Job(number, Question("azul", player, b"", 0), asker, no_future, self.clock())
        self.queue.add(job)
        return job

    def think(self, seconds: float) -> Job:
        job = self.queue.take()
        assert job is not None
        self.clock.now += seconds
        self.queue.release(job, seconds, True)
        return job


@pytest.fixture
def bench() -> Iterator[Bench]:
    return Bench()


def test_many_games_of_one_do_not_hold_up_another(bench: Bench) -> None:
    slow = [bench.add("ada") for _ in range(20)]
    assert bench.think(30) is slow[0]
    quick = bench.add("ben")
    assert bench.think(0.1) is quick


def test_who_asks_while_anothers_first_move_is_thought_about_is_next(bench: Bench) -> None:
    for _ in range(3):
        bench.add("ada")
    running = bench.queue.take()
    assert running is not None
    quick = bench.add("ben")
    bench.queue.release(running, 0.01, True)
    assert bench.think(0.1) is quick, "however much shorter than expected it was"


def test_people_get_the_same_time_not_the_same_number_of_moves(bench: Bench) -> None:
    for _ in range(40):
        bench.add("slow", player="level:8")
        bench.add("quick", player="level:1")
    used = {"slow": 0.0, "quick": 0.0}
    for _ in range(44):
        job = bench.queue.take()
        assert job is not None
        seconds = 4.0 if job.question.player == "level:8" else 1.0
        bench.queue.release(job, seconds, True)
        used[job.asker.people[0]] += seconds
    assert used["slow"] == pytest.approx(used["quick"], abs=5)


def test_absence_earns_nothing(bench: Bench) -> None:
    bench.add("ada")
    bench.think(1)
    for _ in range(30):
        bench.add("ben")
        bench.think(1)
    bench.add("ben")
    for _ in range(10):
        bench.add("ada")
    first = [bench.think(1).asker.people[0] for _ in range(3)]
    assert "ben" in first, "ada's thirty seconds without a question are not hers to use now"


def test_the_shortest_of_ones_own_is_first(bench: Bench) -> None:
    for player, seconds in (("level:8", 5.0), ("level:2", 0.1)):
        bench.add("ada", player=player)
        bench.think(seconds)
    slow, quick = bench.add("ada", player="level:8"), bench.add("ada", player="level:2")
    assert [bench.think(1), bench.think(1)] == [quick, slow]


def test_a_long_one_is_not_put_off_for_ever(bench: Bench) -> None:
    for player, seconds in (("level:8", 5.0), ("level:2", 0.1)):
        bench.add("ada", player=player)
        bench.think(seconds)
    slow = bench.add("ada", player="level:8")
    turns = 0
    while turns < 100:
        turns += 1
        bench.add("ada", player="level:2")
        if bench.think(1) is slow:
            break
    assert 10 < turns < 100


def test_who_waits_is_before_who_does_not(bench: Bench) -> None:
    nobody = bench.add("ada", watched=False)
    somebody = [bench.add("ben") for _ in range(2 * UNWATCHED_SHARE)]
    thought = [bench.think(1) for _ in range(UNWATCHED_SHARE)]
    assert thought[: UNWATCHED_SHARE - 1] == somebody[: UNWATCHED_SHARE - 1]
    assert thought[-1] is nobody, "a game nobody watches is slow, but goes on"


def test_nobody_has_all_the_workers() -> None:
    bench = Bench(at_once=2)
    for _ in range(5):
        bench.add("ada")
    first, second = bench.queue.take(), bench.queue.take()
    assert first is not None
    assert second is not None
    assert bench.queue.take() is None
    other = bench.add("ben")
    assert bench.queue.take() is other
    bench.queue.release(first, 1, True)
    assert bench.queue.take() is not None


def test_a_game_of_two_is_both_of_theirs(bench: Bench) -> None:
    for _ in range(3):
        bench.add("ada")
    bench.think(10)
    both = bench.add("ada", "ben")
    assert bench.think(1) is both, "ben has had nothing yet"
    assert len(bench.queue) == 2


def test_what_is_removed_is_gone(bench: Bench) -> None:
    one, two = bench.add("ada", "ben"), bench.add("ada")
    bench.queue.remove(one)
    assert len(bench.queue) == 1
    assert bench.think(1) is two
    assert bench.queue.take() is None


def test_memory_stays_small(bench: Bench) -> None:
    for number in range(3 * REMEMBERED):
        bench.add(f"guest {number}")
        bench.think(number % 7)
    assert len(bench.queue._accounts) <= REMEMBERED + 2
