"""What can be wrong with a position is said in every language; the English sentence is the check's own."""

from __future__ import annotations

import pytest

from tegel.core.game import find_game, game_names
from tegel.core.words import LANGUAGES, catalogue


@pytest.mark.parametrize("name", game_names())
def test_every_check_has_a_sentence(name: str) -> None:
    checks = find_game(name).checks
    for language in LANGUAGES:
        said = catalogue(language)
        assert [f"{name}.check.{number}" in said for number in range(1, len(checks))] == [True] * (len(checks) - 1)
        assert f"{name}.check.{len(checks)}" not in said
    english = [catalogue("en")[f"{name}.check.{number}"] for number in range(1, len(checks))]
    assert english == [check[0].upper() + check[1:] + "." for check in checks[1:]]
