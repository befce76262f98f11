"""The screens about people: one's games and figures, the lobby, ratings, tournaments, the account."""

from __future__ import annotations

from typing import Any

from scenes import SCENES, position

from .playing import start_again
from .taking import COMPUTER, HERE, Gallery, Screen, page_at, play_out


def statistics(gallery: Gallery, page: Any) -> None:
    """After some games."""
    for at, game in enumerate(("azul", "azul", "duel", "blockers")):
        player = {"kind": "computer", "player": f"level:{at + 1}"}
        made = gallery.create(page, position=position(SCENES[game]), seats=[HERE, player])["game"]
        gallery.resign(page, made)
    gallery.open(page, "/statistics", "main section")


def no_statistics(gallery: Gallery, page: Any) -> None:
    gallery.open(page, "/statistics", "main .button")


def games(gallery: Gallery, page: Any) -> None:
    start_again(gallery, page)
    made = gallery.create(page, game="azul", seats=[HERE, COMPUTER])["game"]
    gallery.resign(page, made)
    gallery.open(page, "/games", "main li")


NAMES = ("Ben", "Cleo", "Dirk", "Emmanuelle-Charlotte", "Fatima", "Gijs", "Hannelore", "Ivo", "Jo", "Kees", "Lotte")
CLOCK = {"base": 600, "increment": 5}


class Other:
    """Somebody else, without a window; without a name whoever looks at the page."""

    def __init__(self, gallery: Gallery, page: Any, name: str) -> None:
        self.name, self._address = name, gallery.address
        self._request = page.context.browser.new_context().request if name else page.context.request

    def post(self, path: str, **data: Any) -> Any:
        answer = self._request.post(f"{self._address}/api{path}", data=data)
        assert answer.ok, answer.text()
        return answer.json()


def lobby(gallery: Gallery, page: Any) -> None:
    """With tables that wait for somebody, and games to watch."""
    for name, game, seats in (("Ben", "azul", 2), ("Emmanuelle-Charlotte", "blockers", 5), ("Cleo", "duel", 2)):
        other = Other(gallery, page, name)
        free = [{"kind": "link"}] * (seats - 1)
        other.post("/games", game=game, seats=[{"kind": "here", "name": name}, *free], clock=CLOCK, offer={"fill": None})
    gallery.open(page, "/lobby", "[data-test=sit]")


def tournament(what: str, rounds: int) -> Screen:
    """A tournament of 11 after so many rounds, the last of which is being played: as its director, as a player, or on the wall."""

    def show(gallery: Gallery, page: Any) -> None:
        own = Other(gallery, page, "")
        others = [Other(gallery, page, name) for name in NAMES]
        director = others[0] if what == "player" else own
        id = director.post("/tournaments", title="Club evening of the Tile Friends", game="azul", rounds=4)["id"]
        for each in others:
            each.post(f"/tournaments/{id}/enter", name=each.name)
        if what == "player":
            own.post(f"/tournaments/{id}/enter", name="Anna")
        for round in range(1, rounds + 1):
            made = director.post(f"/tournaments/{id}/round")
            for at, table in enumerate(made["tables"][-1] if round < rounds else made["tables"][-1][:1]):
                if not table["over"]:
                    director.post(f"/tournaments/{id}/result", round=round, table=at + 1, places=[1, 2])
        gallery.open(page, f"/tournament/{id}/screen" if what == "screen" else f"/tournament/{id}", "[data-test=standings]")

    return show


def tournaments(gallery: Gallery, page: Any) -> None:
    tournament("director", 2)(gallery, page)
    gallery.open(page, "/tournaments", "[data-test=my-tournaments] li")


def deciding(gallery: Gallery, page: Any) -> None:
    """The director says how a table ended."""
    tournament("director", 2)(gallery, page)
    page.locator("[data-test^=decide-]").first.click()
    page.wait_for_selector("[data-test=decide-table]")


def rate(gallery: Gallery, page: Any) -> None:
    """Games that count, some given up after a move and some played to their end."""
    request = page.context.request
    request.put(f"{gallery.address}/api/me", data={"name": "Anna"})
    request.put(f"{gallery.address}/api/me/player", data={"shown": True, "reviewed": True})
    for at in range(10):
        player = {"kind": "computer", "player": f"level:{at % 4 + 1}"}
        made: str = gallery.create(page, game="duel" if at == 9 else "azul", seats=[HERE, player], clock=CLOCK)["game"]
        if at % 3:
            play_out(gallery, page, made, 4)
            gallery.resign(page, made)
        else:
            play_out(gallery, page, made)
    while len(request.get(f"{gallery.address}/api/players/me").json()["ratings"]) != 2:
        page.wait_for_timeout(300)


def ratings(gallery: Gallery, page: Any) -> None:
    rate(gallery, page)
    gallery.open(page, "/ratings", "[data-test=leaderboard], [data-test=own-rating]")


def profile(gallery: Gallery, page: Any) -> None:
    rate(gallery, page)
    gallery.open(page, "/player/me", "[data-test=history] li")


def account(what: str) -> Screen:
    """The account: none yet, fresh recovery codes, or with them."""

    def show(gallery: Gallery, page: Any) -> None:
        gallery.open(page, "/account", "[data-test=export]")
        if what == "none":
            return
        page.click("[data-test=make-codes]")
        page.wait_for_selector("[data-test=fresh-codes]")
        if what == "kept":
            page.click("[data-test=codes-kept]")
            page.wait_for_selector("[data-test=fresh-codes]", state="detached")

    return show


SCREENS: dict[str, Screen] = {
    "games": games,
    "statistics": statistics,
    "statistics-none": no_statistics,
    "settings": page_at("/settings", "#theme"),
    "lobby": lobby,
    "ratings": ratings,
    "ratings-none": page_at("/ratings", "#pool"),
    "player": profile,
    "player-none": page_at("/player/me", "[data-test=fresh]"),
    "tournaments": tournaments,
    "tournaments-none": page_at("/tournaments", "[data-test=make]:enabled"),
    "tournament-open": tournament("director", 0),
    "tournament-director": tournament("director", 3),
    "tournament-player": tournament("player", 3),
    "tournament-deciding": deciding,
    "tournament-screen": tournament("screen", 3),
    "tournament-screen-open": tournament("screen", 0),
    "account-none": account("none"),
    "account-codes": account("fresh"),
    "account": account("kept"),
}
