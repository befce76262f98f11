"""Every example of docs/research runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tegel.arena.match import run_match
from tegel.arena.schedule import new_match
from tegel.core.game import find_game
from tegel.envs.features import layout_of
from tegel.envs.features.onehot import one_hot_of
from tegel.search.players import KINDS

PAGES = Path(__file__).parents[2] / "docs" / "research"
FENCED = re.compile(r"```python\n(.*?)```", re.DOTALL)


def examples() -> list[tuple[str, int, str]]:
    """Every fenced piece of Python, with its page and its number there."""
    pages = [(page.name, page.read_text(encoding="utf-8")) for page in sorted(PAGES.glob("*.md"))]
    return [(name, number, code) for name, text in pages for number, code in enumerate(FENCED.findall(text))]


EXAMPLES = examples()


@pytest.mark.parametrize(("page", "number", "code"), EXAMPLES, ids=[f"{page}-{number}" for page, number, _ in EXAMPLES])
def test_example(page, number, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(code, f"{page}, example {number}", "exec"), {"__name__": "example"})


@pytest.mark.parametrize("page", ["engine.md", "research/gymnasium.md"])
def test_pages_that_name_players_name_every_kind(page):
    text = (PAGES.parent / page).read_text(encoding="utf-8")
    assert [kind for kind in KINDS if re.search(rf"[`\"]{kind}\b", text) is None] == []


def test_a_policy_plays_in_the_arena_as_the_page_says(tmp_path, monkeypatch):
    text = (PAGES / "gymnasium.md").read_text(encoding="utf-8")
    code = re.search(r"Save this as `mine.py`:\n\n```py\n(.*?)```", text, re.DOTALL)
    assert code is not None
    (tmp_path / "mine.py").write_text(code[1])
    size = one_hot_of(layout_of(find_game("azul"))).size
    np.save(tmp_path / "policy.npy", np.random.default_rng(1).standard_normal((size, 305)))
    monkeypatch.chdir(tmp_path)
    match = new_match(find_game("azul"), {"players": 2}, ["mine.py:Policy", "random"], seed=1, limit=60.0)
    summary = run_match(match, games=2, workers=1)
    assert summary.games == 2
    assert summary.failures == []


def test_every_interface_has_an_example():
    assert {page for page, _, _ in EXAMPLES} == {"data.md", "gymnasium.md", "observations.md", "openspiel.md", "pettingzoo.md", "vector.md"}
