"""Computer players that think on a Ray cluster: a real one, on this machine."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest

import tegel
from tegel.core.errors import BadOption
from tegel.server import bots, ray_child
from tegel.server.bots import Bots
from tegel.server.metrics import Metrics
from tegel.server.ray_child import RayChild, read_cluster
from tegel.server.thinking_queue import Asker, Question
from tests.rotation import in_turn
from tests.server import scripted
from tests.server.client import Client
from tests.server.ray_cluster import OWN, Cluster
from tests.server.scripted import wait_for
from tests.server.several import supervised

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'tegel[cluster]'")
pytest.importorskip("grpc", reason="Ray's client is not installed: pip install 'tegel[cluster]'")


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    for name, value in OWN.items():
        monkeypatch.setenv(name, value)
    made = Cluster()
    made.start()
    try:
        yield made
    finally:
        ray.shutdown()
        made.remove()


@in_turn
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # of Ray's own threads, when the cluster dies
def test_slow_failing_and_dying_players_on_a_cluster_that_goes_away(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bots, "decide", scripted.decide)
    monkeypatch.setattr(bots, "load", scripted.load)
    metrics, numbers = Metrics(), count(1)

    async def scene(on_ray: Bots) -> None:
        def ask(action: str) -> Awaitable[int]:
            folder = tmp_path / action
            folder.mkdir()
            return on_ray.decide(Question("azul", f"{action}:{folder}", b"", next(numbers)), Asker(action, (action,), lambda: True))

        async def called(action: str, times: int) -> None:
            await asyncio.to_thread(wait_for, lambda: (tmp_path / action / f"call-{times - 1}").exists())

        assert await asyncio.gather(ask("move"), ask("die_first")) == [1, 2]
        await called("die_first", 2)
        assert metrics["tegel_bot_restarts_total"] == 1
        failing = asyncio.ensure_future(ask("raise"))
        await called("raise", 2)
        (tmp_path / "raise" / "go").touch()
        assert await failing == 3
        assert metrics["tegel_bot_restarts_total"] == 1, "no process had to be started anew"
        assert await ask("wait_first") == 4
        assert metrics["tegel_bot_restarts_total"] == 2, "it took too long"
        waiting = asyncio.ensure_future(ask("wait"))
        await called("wait", 1)
        await asyncio.to_thread(cluster.end)
        await asyncio.to_thread(cluster.start)
        await called("wait", 2)
        (tmp_path / "wait" / "go").touch()
        assert await waiting == 5

    async def play() -> None:
        on_ray = Bots(2, 10.0, metrics, start=partial(RayChild, cluster.address))
        try:
            await asyncio.wait_for(scene(on_ray), 500)
        finally:
            await on_ray.stop()

    asyncio.run(play())


@in_turn
def test_two_processes_let_a_computer_think_on_a_cluster(cluster: Cluster, shared: str) -> None:
    with supervised(shared, "--workers", cluster.address) as (url, _):
        client = Client(url)
        game = client.create("azul", "here", "computer")["game"]
        for ply in range(0, 8, 2):
            wait_for(lambda: client.get(f"/api/games/{game}")["turn"] == 0)
            state = client.get(f"/api/games/{game}/state", seat=0)
            client.post(f"/api/games/{game}/move", {"seat": 0, "id": str(ply), "ply": state["ply"], "moves": [state["legal"][0]["move"]]})
        wait_for(lambda: client.get(f"/api/games/{game}")["turn"] == 0)
        client.close()


def test_a_cluster_is_looked_at_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    address = "ray://[::1]:10001"
    monkeypatch.setattr(ray_child, "look_at", lambda address: (tegel.__version__, 9))
    assert [read_cluster(address, processes)[1] for processes in (1, 2, 4, 9)] == [9, 4, 2, 1]
    assert read_cluster(f"{address}/3", 3) == (address, 3)
    for words, processes in ((address, 10), (f"{address}/10", 1), (f"{address}/4", 3), (f"{address}/0", 1)):
        with pytest.raises(BadOption, match="has 9 cores: it cannot give"):
            read_cluster(words, processes)
    monkeypatch.setattr(ray_child, "look_at", lambda address: ("0.0.1", 9))
    with pytest.raises(BadOption, match=r"has Tegel 0\.0\.1; this is"):
        read_cluster(address, 1)


def test_what_is_refused_is_refused_before_the_server_is_imported() -> None:
    code = "import sys; from tegel.cli import main; print(main(['serve', '--workers', '0']), 'litestar' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert found.stdout == "2 False\n"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("ray://127.0.0.1:1", "no Ray cluster at ray://127.0.0.1:1"),
        ("ray://127.0.0.1", "a cluster is ray://HOST:PORT"),
        ("ray:127.0.0.1:1", "a cluster is ray://HOST:PORT"),
        ("0", "workers are 1 to 64"),
        ("many", "workers are 1 to 64"),
    ],
)
def test_what_is_no_place_to_think_is_one_clear_line(words: str, why: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tegel", "serve", "--port", "0", "--data", str(tmp_path), "--workers", words]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert found.returncode == 2
    assert why in found.stderr
    assert len(found.stderr.splitlines()) == 1
