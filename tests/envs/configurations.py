"""Tests of this layer for all configurations, or for the first of each game."""

from __future__ import annotations

from typing import Any

import pytest

from ..configurations import CONFIGURATIONS, NAMES


def every_configuration() -> Any:
    """Run a test for all games, numbers of players and variants."""
    return pytest.mark.parametrize(("name", "options"), CONFIGURATIONS, ids=NAMES)


def every_game() -> Any:
    """Run a test for the first configuration of each game."""
    first = dict(reversed(CONFIGURATIONS))
    return pytest.mark.parametrize(("name", "options"), sorted(first.items()), ids=sorted(first))
