"""Computer players in their processes: slow, failing, dying and unwanted ones harm nobody else."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import pytest

from tegel.server import bots, worker
from tegel.server.bots import Bots, Withdrawn
from tegel.server.metrics import Metrics
from tegel.server.thinking_queue import Asker, Question
from tests.server import scripted
from tests.server.scripted import wait_for

Scene = Callable[["Stage"], Awaitable[None]]


class Stage:
    """Players that follow a script."""

    def __init__(self, folder: Path, workers: int, patience: float) -> None:
        self.metrics = Metrics()
        self.bots = Bots(workers, patience, self.metrics)
        self._folder = folder
        self._numbers = count(1)

    def folder(self, name: str) -> Path:
        made = self._folder / name
        made.mkdir(exist_ok=True)
        return made

    def ask(self, action: str, name: str, person: str = "ada") -> asyncio.Task[int]:
        question = Question("azul", f"{action}:{self.folder(name)}", b"", next(self._numbers))
        return asyncio.create_task(self.bots.decide(question, Asker(name, (person,), lambda: True)))

    def calls(self, name: str) -> int:
        return len(list(self.folder(name).glob("call-*")))

    async def called(self, name: str, times: int = 1) -> list[int]:
        """The processes that were asked, once it was so many."""
        await asyncio.to_thread(wait_for, lambda: self.calls(name) >= times)
        return [int(wait_for((self.folder(name) / f"call-{at}").read_text)) for at in range(times)]

    def let_go(self, name: str) -> None:
        (self.folder(name) / "go").touch()


@pytest.fixture(autouse=True)
def script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "decide", scripted.decide)
    monkeypatch.setattr(bots, "load", scripted.load)


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., None]]:
    def run(scene: Scene, workers: int = 1, patience: float = 120.0) -> None:
        async def all_of_it() -> None:
            async with on_stage(Stage(tmp_path, workers, patience)) as stage:
                await asyncio.wait_for(scene(stage), 240)

        asyncio.run(all_of_it())

    return run


@asynccontextmanager
async def on_stage(stage: Stage) -> AsyncIterator[Stage]:
    try:
        yield stage
    finally:
        await stage.bots.stop()


def test_twenty_slow_games_of_one_delay_another_by_one_job(play: Callable[..., None]) -> None:
    async def scene(stage: Stage) -> None:
        slow = [stage.ask("wait", f"slow-{at}") for at in range(20)]
        await stage.called("slow-0")
        quick = stage.ask("move", "quick", "ben")
        stage.let_go("slow-0")
        assert await quick == 21
        assert sum(stage.calls(f"slow-{at}") for at in range(20)) <= 2, "the one that was running, and perhaps the next"
        for at in range(20):
            stage.let_go(f"slow-{at}")
        assert await asyncio.gather(*slow) == list(range(1, 21))

    play(scene)


def test_waiting_in_the_queue_is_not_thinking(play: Callable[..., None]) -> None:
    async def scene(stage: Stage) -> None:
        begun = asyncio.get_running_loop().time()
        asked = [stage.ask("nap", f"game-{at}", f"guest-{at % 3}") for at in range(80)]
        assert await asyncio.gather(*asked) == list(range(1, 81))
        assert asyncio.get_running_loop().time() - begun > 80 * scripted.NAP > 1.0

    play(scene, patience=1.0)


def test_a_killed_worker_means_again(play: Callable[..., None]) -> None:
    async def scene(stage: Stage) -> None:
        asked = stage.ask("wait", "game")
        (pid,) = await stage.called("game")
        os.kill(pid, signal.SIGKILL)
        _, second = await stage.called("game", 2)
        assert second != pid
        stage.let_go("game")
        assert await asked == 1
        assert stage.metrics["tegel_bot_restarts_total"] == 1

    play(scene)


def test_a_worker_killed_while_idle_is_replaced(play: Callable[..., None]) -> None:
    async def scene(stage: Stage) -> None:
        assert await stage.ask("move", "one") == 1
        os.kill(stage.bots.pids[0], signal.SIGKILL)
        assert await stage.ask("move", "two") == 2

    play(scene)


def test_a_dying_worker_takes_no_other_with_it(play: Callable[..., None]) -> None:
    async def scene(stage: Stage) -> None:
        other = stage.ask("wait", "other", "ben")
        (pid,) = await stage.called("other")
        assert await stage.ask("die_first", "game") == 2
        assert stage.calls("game") == 2
        stage.let_go("other")
        assert await other == 1
        assert stage.calls("other") == 1, "it was not disturbed"
        assert pid in stage.bots.pids

    play(scene, workers=2)


def test_a_player_that_raises_is_asked_again_and_the_others_go_on(play: Callable[..., None]) -> None:
    async def scene(stage: Stage) -> None:
        failing = stage.ask("raise", "failing")
        await stage.called("failing", 2)
        pids = stage.bots.pids
        assert await stage.ask("move", "other", "ben") == 2
        assert stage.bots.pids == pids, "no process had to be started anew"
        stage.let_go("failing")
        assert await failing == 1
        assert stage.metrics["tegel_bot_failures_total"] == stage.calls("failing") - 1
        assert stage.metrics["tegel_bot_restarts_total"] == 0

    play(scene)


def test_too_long_is_ended_alone_and_asked_again(play: Callable[..., None]) -> None:
    async def scene(stage: Stage) -> None:
        assert await stage.ask("wait_first", "game") == 1
        assert stage.calls("game") == 2
        assert stage.metrics["tegel_bot_failures_total"] == 1
        assert stage.metrics["tegel_bot_thinking_seconds_total"] >= 1

    play(scene, patience=1.0)


def test_who_is_cancelled_leaves_the_queue(play: Callable[..., None]) -> None:
    async def scene(stage: Stage) -> None:
        running = stage.ask("wait", "running")
        await stage.called("running")
        unwanted, wanted = stage.ask("move", "unwanted"), stage.ask("move", "wanted")
        await asyncio.sleep(0)
        unwanted.cancel()
        stage.let_go("running")
        assert await running == 1
        assert await wanted == 3
        assert stage.calls("unwanted") == 0
        assert unwanted.cancelled()

    play(scene)


def test_who_is_cancelled_while_it_is_thought_about_harms_nobody(play: Callable[..., None]) -> None:
    async def scene(stage: Stage) -> None:
        running = stage.ask("wait", "running")
        (pid,) = await stage.called("running")
        running.cancel()
        other = stage.ask("move", "other")
        stage.let_go("running")
        assert await other == 2
        assert stage.bots.pids == [pid]

    play(scene)


def test_a_position_that_has_changed_is_not_thought_about(play: Callable[..., None]) -> None:
    async def scene(stage: Stage) -> None:
        running = stage.ask("wait", "running")
        await stage.called("running")
        queued = stage.ask("move", "queued")
        await asyncio.sleep(0)
        for name, asked in (("running", running), ("queued", queued)):
            stage.bots.withdraw(name)
            with pytest.raises(Withdrawn):
                await asked
        again = stage.ask("move", "again")
        stage.let_go("running")
        assert await again == 3
        assert stage.calls("queued") == 0

    play(scene)


def test_stopping_does_not_hold_up_the_loop(play: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()
    join = worker.Worker.join

    def join_when_the_loop_is_free(self: worker.Worker, patience: float) -> None:
        assert free.wait(60), "the loop was held up"
        join(self, patience)

    monkeypatch.setattr(worker.Worker, "join", join_when_the_loop_is_free)

    async def scene(stage: Stage) -> None:
        running = stage.ask("wait", "running")
        (pid,) = await stage.called("running")
        stopping = asyncio.create_task(stage.bots.stop())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        free.set()
        await stopping
        assert running.cancelled() or running.done()
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    play(scene)


def test_of_equal_questions_of_one_sender_all_are_cancelled_at_stop(play: Callable[..., None]) -> None:
    async def scene(stage: Stage) -> None:
        asked = [stage.ask("wait", "same") for _ in range(2)]
        await stage.called("same")
        await stage.bots.stop()
        await asyncio.wait(asked, timeout=60)
        assert [each.cancelled() for each in asked] == [True, True]

    play(scene)


def test_a_judgement_that_fails_again_and_again_is_given_up(play: Callable[..., None]) -> None:
    async def scene(stage: Stage) -> None:
        question = Question("azul", f"raise:{stage.folder('same')}", b"", 0)
        with pytest.raises(bots.Unanswered):
            await stage.bots.judge(question, Asker("same", ("ada",), lambda: True))
        assert stage.calls("same") == 1 + bots.MOST_FAILURES

    play(scene)
