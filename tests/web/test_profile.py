"""The profile of somebody who has played: where points came from and where tiles were laid."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.test_pages import ask_axe, look_at

RATING = {"mean": 1612.0, "deviation": 60.0, "provisional": False, "listed": True, "games": 40, "wins": 24}
RATING |= {"luckless": 1590.0, "luckless_deviation": 55.0, "luck_games": 30}
SOURCES = {
    "azul": {"tile": 38.2, "floor": -9.1, "row": 4.4, "column": 6.1, "colour": 3.0},
    "duel": {"tile": 31.0, "special": 6.2, "floor": -3.3, "drawn": -1.5, "scoring": 12.4},
    "blockers": {"groups": 14.2, "captives": 3.1},
}
SIDES = {"azul": ("12345", "12345"), "duel": ("123456", "123456"), "blockers": ("ABCDEFGHI", "123456789")}


def told_of(anna: Any, game: str) -> None:
    """Let the server tell of many games of Anna, most of whose tiles lie in the third column and the second row."""
    rows, columns = SIDES[game]
    tiles = [[round(0.9 - 0.08 * abs(row - 1) - 0.1 * abs(column - 2), 3) for column in range(len(columns))] for row in range(len(rows))]
    tiles = [[max(0.02, each) for each in row] for row in tiles]
    named = {"id": "anna", "name": "Anna", "computer": False}
    curve = [{"pool": f"{game}-2", "time": 1_790_000_000_000 + at, "mean": 1500.0 + 4 * at, "deviation": 120.0 - at} for at in range(40)]
    answers = {
        "/api/players/anna": {"player": named, "you": False, "ratings": [{"pool": f"{game}-2", **RATING}], "curve": curve},
        "/api/players/anna/games": {"games": [], "next": None},
        "/api/players/me/against/anna": {"player": named, "other": named, "pools": []},
        f"/api/players/anna/statistics/{game}-2": {
            **{"pool": f"{game}-2", "games": 40, "points": 42.6, "sources": SOURCES[game], "seats": [[21, 13], [19, 11]]},
            **{"laid": {"rows": list(rows), "columns": list(columns), "tiles": tiles}, "luck": 0.02, "loss": 0.6, "measured": 30},
        },
    }

    def answer(route: Any) -> None:
        path = route.request.url.removeprefix(anna.address).partition("?")[0]
        if path in answers:
            route.fulfill(status=200, content_type="application/json", body=json.dumps(answers[path]))
        else:
            route.continue_()

    anna.page.route("**/api/players/**", answer)


@pytest.mark.parametrize(("game", "language", "said"), [
    ("azul", "en", "Favourite column: 3 (24% of the tiles). Favourite row: 2 (23%)."),
    ("duel", "nl", "Favoriete kolom: 3 (21% van de tegels). Favoriete rij: 2 (21%)."),
    ("blockers", "fr", "Colonne favorite : 3 (18 % des tuiles). Rangée favorite : B (18 %)."),
])  # fmt: skip
def test_where_somebody_lays_tiles(person: Any, game: str, language: str, said: str) -> None:
    anna = person(language=language)
    told_of(anna, game)
    anna.open("/player/anna", "[data-test=laid]")
    text = anna.page.locator("[data-test=favourites]").inner_text()
    assert text.replace("\u202f", " ").replace("\xa0", " ") == said
    rows, columns = SIDES[game]
    assert anna.page.locator("[data-test=laid] .space").count() == len(rows) * len(columns)
    anna.page.wait_for_selector("[data-test=figures] .bars li")
    assert anna.page.locator("[data-test=figures] .bars li").count() == len(SOURCES[game])
    assert "." not in "".join(anna.page.locator("[data-test=figures] .bars li > span:first-child").all_inner_texts()), "headings, no names"
    assert look_at(anna.page, language, board=False) == []
    assert ask_axe(anna.page, [((390, 664), "light"), ((1440, 900), "dark")]) == []
