"""Connecting to a Ray cluster that turns us away."""

from __future__ import annotations

import pytest

from tegel.core import cluster
from tegel.core.errors import BadOption

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'tegel[cluster]'")

REFUSED = """Initialization failure from server:
Traceback (most recent call last):
  File "proxier.py", line 704, in Datapath
RuntimeError: Starting Ray client server failed.
"""


@pytest.fixture
def turned_away(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whoever joins is turned away as often as there are answers left."""
    answers: list[str] = []

    def init(**_: object) -> None:
        if answers:
            raise ConnectionAbortedError(answers.pop())

    monkeypatch.setattr(cluster, "_knock", lambda _: None)
    monkeypatch.setattr(cluster, "PAUSE", 0.0)
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "shutdown", lambda: None)
    monkeypatch.setattr(ray, "init", init)
    return answers


def test_who_is_turned_away_asks_again(turned_away: list[str]) -> None:
    turned_away += [REFUSED] * (cluster.TRIES - 1)
    assert cluster.connect("ray://127.0.0.1:1", "this") is ray
    assert not turned_away


def test_who_is_always_turned_away_says_why_in_one_line(turned_away: list[str]) -> None:
    turned_away += [REFUSED] * cluster.TRIES
    with pytest.raises(BadOption) as refused:
        cluster.connect("ray://127.0.0.1:1", "this")
    why = "Initialization failure from server: RuntimeError: Starting Ray client server failed."
    assert str(refused.value) == f"no Ray cluster at ray://127.0.0.1:1: {why}"


def test_a_refusal_without_words_is_told_by_its_kind(turned_away: list[str]) -> None:
    turned_away += [""] * cluster.TRIES
    with pytest.raises(BadOption, match=r"ConnectionAbortedError$"):
        cluster.connect("ray://127.0.0.1:1", "this")
