"""The same match on Ray, started on this machine, ends in the same table."""

from __future__ import annotations

import json

import pytest

from tests.arena.common import tegel

pytest.importorskip("ray", reason="Ray is not installed: pip install 'tegel[cluster]'")

WORDS = ["match", "azul", "--players", "greedy,random", "--games", "20", "--json"]


def test_the_same_table_on_a_cluster() -> None:
    here = tegel(*WORDS)
    there = tegel(*WORDS, "--cluster", "local")
    assert there.returncode == 0, there.stderr
    assert json.loads(there.stdout) == json.loads(here.stdout)


def test_no_cluster_at_an_address_is_one_clear_line() -> None:
    found = tegel(*WORDS, "--cluster", "127.0.0.1:1")
    assert found.returncode == 2
    assert b"no Ray cluster at 127.0.0.1:1" in found.stderr
    assert b"Traceback" not in found.stderr
