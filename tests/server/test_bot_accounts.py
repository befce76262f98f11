"""Bot accounts: a token, a mark wherever their name stands, limits of their own; and nothing they could be used for against others."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tegel.core.record import Record
from tegel.server.bot_accounts import MOST_BOTS
from tegel.server.bot_tables import bots
from tegel.server.costs import BOTS_MAY, COSTS
from tegel.server.errors import TooMany
from tegel.server.limits import BOT, BOTS, RATES, Limits
from tegel.server.rating_tables import rated, rated_seats
from tegel.server.redact import redact
from tegel.server.settings import Caps
from tegel.server.tables import guests, seats
from tegel.server.who import Who
from tests.server import plain_http
from tests.server.at_home import rows
from tests.server.client import Client, Socket, close_code
from tests.server.conftest import Running
from tests.server.test_limits import standing_still
from tests.server.test_lobby import wait_no_longer_than

CLOCK = {"base": 600, "increment": 5}


def person(server: Running, name: str) -> Client:
    """A browser whose guest has a name."""
    client = server.client()
    client.http.put("/api/me", json={"name": name})
    return client


def make(owner: Client, name: str = "Deep") -> dict[str, Any]:
    made: dict[str, Any] = owner.post("/api/me/bots", {"name": name}, 201)
    return made


class Program(Client):
    """A program that has the token of a bot account."""

    def __init__(self, server: Running, token: str) -> None:
        super().__init__(server.url)
        self.token = token
        self.http.headers["authorization"] = f"Bearer {token}"
        server._clients.append(self)

    def sit(self, game: str, seat: int = -1, **more: Any) -> Socket:
        return super().sit(game, seat, token=self.token, **more)


def program(server: Running, owner: Client, name: str = "Deep") -> Program:
    return Program(server, make(owner, name)["token"])


def play(*sockets: Socket) -> None:
    """Play to the end, each on its turn."""
    while not sockets[0].state["over"]:
        mover = sockets[sockets[0].state["turn"]]
        mover.until(lambda state: state["ply"] == sockets[0].state["ply"])
        assert mover.move(mover.state["legal"][0]["move"])["type"] == "ack"
        number = mover.state["number"]
        for socket in sockets:
            socket.until(lambda state, number=number: state["number"] >= number)


def test_a_bot_is_made_listed_given_a_new_token_and_removed(two_kinds: Running) -> None:
    anna = person(two_kinds, "Anna")
    assert anna.get("/api/me/bots") == {"bots": [], "most": MOST_BOTS}
    made = make(anna, " Deep  Tile ")
    assert made["name"] == "Deep Tile"
    listed = {name: made[name] for name in ("id", "name", "created")}
    assert anna.get("/api/me/bots")["bots"] == [listed], "the token is shown once"
    bot = Program(two_kinds, made["token"])
    assert bot.get("/api/me") == {"guest": True, "name": "Deep Tile", "bot": True}
    assert not bot.http.cookies, "no cookie is made for it"
    stored = str(rows(two_kinds, select(bots)) + rows(two_kinds, select(guests)))
    assert made["token"] not in stored
    renewed = anna.post(f"/api/me/bots/{made['id']}/token", {}, 201)["token"]
    assert bot.get("/api/me", 403)["error"] == "forbidden"
    assert Program(two_kinds, renewed).get("/api/me")["name"] == "Deep Tile"
    assert anna.http.delete(f"/api/me/bots/{made['id']}").status_code == 204
    assert Program(two_kinds, renewed).get("/api/me", 403)["error"] == "forbidden"
    assert anna.get("/api/me/bots")["bots"] == []
    assert not rows(two_kinds, select(bots))


def test_another_persons_bots_are_none_of_ones_own(server: Running) -> None:
    anna, ben = person(server, "Anna"), person(server, "Ben")
    made = make(anna)
    assert ben.get("/api/me/bots")["bots"] == []
    for wrong in (made["id"], "nobody"):
        ben.post(f"/api/me/bots/{wrong}/token", {}, 404)
        assert ben.http.delete(f"/api/me/bots/{wrong}").status_code == 404
        server.client().post(f"/api/me/bots/{wrong}/token", {}, 404)
    assert Program(server, made["token"]).get("/api/me")["bot"]


def test_an_owner_has_few_bots_also_when_asked_for_at_once(two_kinds: Running) -> None:
    assert MOST_BOTS == 5, "as docs/bots.md says; each takes seats that people want"
    anna = person(two_kinds, "Anna")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda at: anna.http.post("/api/me/bots", json={"name": f"Bot {at}"}).status_code, range(MOST_BOTS + 3)))
    assert sorted(answers) == [201] * MOST_BOTS + [429] * 3
    assert len(rows(two_kinds, select(bots))) == MOST_BOTS
    assert len(rows(two_kinds, select(guests))) == MOST_BOTS + 1, "what was refused has left nothing"
    one = anna.get("/api/me/bots")["bots"][0]["id"]
    anna.http.delete(f"/api/me/bots/{one}")
    make(anna, "Another")


@pytest.mark.parametrize("name", ["", " ", "a" * 25, "a\nb", "\u200b"])
def test_a_name_that_is_none_is_refused(server: Running, name: str) -> None:
    stranger = server.client()
    assert stranger.http.post("/api/me/bots", json={"name": name}).status_code == 400
    assert stranger.get("/api/me")["guest"] is False, "nobody was made for it"


def test_a_bot_may_do_what_is_listed_and_nothing_else(server: Running) -> None:
    """Every other route is refused before anything is looked at, also those that ask nobody who they are."""
    assert set(COSTS) >= BOTS_MAY
    bot = program(server, person(server, "Anna"))
    for route in sorted(COSTS):
        method, path = route.split(" ")
        if method == "SOCKET" or not path.startswith("/api/") or route in BOTS_MAY:
            continue
        filled = path.replace("{ply}", "1").replace("{", "").replace("}", "")
        answer = bot.http.request(method, filled, json={} if method in ("POST", "PUT") else None)
        assert answer.status_code == 403, (route, answer.text)
        assert "people" in answer.json()["say"], route
    assert bot.get("/api/me")["name"] == "Deep", "it is still what it was"


def test_a_bot_never_seeks_asks_for_hints_or_for_a_rematch(server: Running) -> None:
    anna = person(server, "Anna")
    bot = program(server, person(server, "Owner"))
    with connect(server.url.replace("http", "ws") + "/api/lobby/socket") as lobby:
        watching = Socket.__new__(Socket)
        watching.raw, watching.state, watching.events = lobby, None, []
        watching.send({"type": "hello", "token": bot.token})
        assert watching.receive("lobby")["lobby"]["people"] == 0, "a bot that looks is nobody who could be played"
        watching.send({"type": "seek", "id": "1", "game": "azul", "players": 2, "clock": {"base": 300, "increment": 5}})
        assert watching.receive("refused")["error"] == "forbidden"
    created = anna.create("azul", "here", "link")
    bot.join(created["seats"][1]["invitation"])
    socket = bot.sit(created["game"], 1)
    for frame in ({"type": "hint", "ply": 0}, {"type": "rematch"}):
        answer = socket.ask({"id": "x", **frame})
        assert (answer["type"], answer["error"]) == ("refused", "forbidden")


def test_a_bot_plays_under_its_own_name_marked_wherever_it_stands(server: Running) -> None:
    anna, bot, watcher = person(server, "Anna"), program(server, person(server, "Owner"), "Deep"), server.client()
    created = anna.create("azul", "here", "link", options={"rounds": 1})
    game, invitation = created["game"], created["seats"][1]["invitation"]
    joined = bot.join(invitation, name="Anna")
    assert joined == {"game": game, "seat": 1, "token": None}, "its own token is all it needs, and all that must be ended"

    def marked(seats: list[dict[str, Any]]) -> list[Any]:
        return [(seat["name"], seat.get("bot", False)) for seat in seats]

    expected = [("Anna", False), ("Deep", True)]
    playing = anna.sit(game, 0), bot.sit(game, 1)
    assert marked(playing[0].welcome["summary"]["seats"]) == expected
    assert marked(watcher.get(f"/api/games/{game}")["seats"]) == expected
    assert marked(watcher.get(f"/api/invitations/{invitation}")["game"]["seats"]) == expected
    assert marked(watcher.sit(game).welcome["summary"]["seats"]) == expected
    play(*playing)
    assert marked(watcher.get(f"/api/games/{game}")["seats"]) == expected
    assert marked(anna.get("/api/me/games")["games"][0]["seats"]) == expected
    assert marked(bot.get("/api/me/games")["games"][0]["seats"]) == expected
    record = Record.loads(watcher.http.get(f"/api/games/{game}/record").text)
    assert record.names == ("Anna", "Deep (bot)")
    again = anna.post(f"/api/games/{game}/rematch", {"id": "again"})["game"]
    assert marked(watcher.get(f"/api/games/{again}")["seats"]) == expected[::-1]


def open_table(client: Client, *kinds: str, **offer: Any) -> str:
    game: str = client.create("azul", *kinds, clock=CLOCK, offer=offer)["game"]
    return game


def test_the_lobby_says_which_tables_take_bots_and_marks_them(server: Running) -> None:
    anna, bot = person(server, "Anna"), program(server, person(server, "Owner"), "Deep")
    game, other = open_table(anna, "here", "link", "link", bots=True), open_table(anna, "here", "link")
    sockets = [anna.sit(each, 0) for each in (game, other)]
    tables = {table["game"]: table for table in bot.get("/api/lobby")["lobby"]["tables"]}
    assert (tables[game]["bots"], tables[other]["bots"]) == (True, False)
    assert bot.post(f"/api/games/{other}/join", {"seat": 1}, 403)["error"] == "forbidden"
    assert bot.post(f"/api/games/{game}/join", {"seat": 1, "name": "Anna"})["token"] is None
    shown = next(table for table in server.client().get("/api/lobby")["lobby"]["tables"] if table["game"] == game)
    assert [(seat["name"], seat.get("bot", False)) for seat in shown["seats"]] == [("Anna", False), ("Deep", True), ("", False)]
    assert sockets[0].receive("summary")["summary"]["seats"][1]["bot"] is True, "whoever made the table is told at once"


def test_a_seat_that_is_free_again_is_no_bots(serve: Callable[..., Running]) -> None:
    server = serve()
    anna, bot, ben = person(server, "Anna"), program(server, person(server, "Owner")), person(server, "Ben")
    game = open_table(anna, "here", "link", "link", bots=True)
    socket = anna.sit(game, 0)
    bot.post(f"/api/games/{game}/join", {"seat": 1})
    wait_no_longer_than(server, 0.5)
    while socket.receive("event")["event"]["kind"] != "vacated":
        pass
    ben.post(f"/api/games/{game}/join", {"seat": 1})
    assert [seat.get("bot", False) for seat in ben.get(f"/api/games/{game}")["seats"]] == [False, False, False]


def test_nobody_sits_at_an_open_table_with_their_own_bot(server: Running) -> None:
    owner, anna = person(server, "Owner"), person(server, "Anna")
    first, second = program(server, owner, "One"), program(server, owner, "Two")
    mine = owner.create("azul", "here", "link", "link", clock=CLOCK, offer={"bots": True})
    assert first.post(f"/api/games/{mine['game']}/join", {"seat": 1}, 403)["error"] == "forbidden"
    first.post("/api/join", {"invitation": mine["seats"][1]["invitation"]}, 403)
    hers = open_table(anna, "here", "link", "link", bots=True)
    first.post(f"/api/games/{hers}/join", {"seat": 1})
    second.post(f"/api/games/{hers}/join", {"seat": 2}, 403)
    owner.post(f"/api/games/{hers}/join", {"seat": 2}, 403)
    first.post(f"/api/games/{hers}/join", {"seat": 1})
    person(server, "Ben").post(f"/api/games/{hers}/join", {"seat": 2})


def test_all_bots_of_somebody_take_few_seats_at_tables_that_wait(serve: Callable[..., Running]) -> None:
    server = serve(limits=1.0, most_tables=2)
    owner, makers = person(server, "Owner"), [person(server, name) for name in ("Anna", "Ben", "Chloe")]
    programs = [program(server, owner, name) for name in ("One", "Two", "Three")]
    tables = [open_table(maker, "here", "link", "link", bots=True) for maker in makers]
    for bot, table in zip(programs[:2], tables, strict=False):
        bot.post(f"/api/games/{table}/join", {"seat": 1})
    assert programs[2].post(f"/api/games/{tables[2]}/join", {"seat": 1}, 429)["error"] == "too_many"
    owner.post(f"/api/games/{tables[2]}/join", {"seat": 1})


def test_a_bot_that_keeps_people_waiting_keeps_all_bots_of_its_owner_out(serve: Callable[..., Running]) -> None:
    server = serve()
    owner, anna = person(server, "Owner"), person(server, "Anna")
    one, two = program(server, owner, "One"), program(server, owner, "Two")
    table = open_table(anna, "here", "link", bots=True)
    socket = anna.sit(table, 0)
    one.post(f"/api/games/{table}/join", {"seat": 1, "commitment": "0" * 64})
    wait_no_longer_than(server, 0.5)
    while socket.receive("event")["event"]["kind"] != "closed":
        pass
    wait_no_longer_than(server, 60)
    again = open_table(anna, "here", "link", bots=True)
    for bot in (one, two):
        assert bot.post(f"/api/games/{again}/join", {"seat": 1}, 429)["error"] == "too_many"
    other = person(server, "Ben")
    assert owner.http.post(f"/api/games/{open_table(other, 'here', 'link')}/join", json={"seat": 1}).status_code == 200


def test_owner_and_bot_are_two_people_who_see_only_their_own(server: Running) -> None:
    owner = person(server, "Owner")
    bot = program(server, owner)
    created = owner.create("blockers", "here", "link")
    game = created["game"]
    bot.join(created["seats"][1]["invitation"])
    owner.get(f"/api/games/{game}/state", 403, seat=1)
    bot.get(f"/api/games/{game}/state", 403, seat=0)
    bot.get(f"/api/games/{game}/position", 403, seat=0)
    both = plain_http.Client(base_url=server.url, cookies=dict(owner.http.cookies), headers={"authorization": f"Bearer {bot.token}"})
    with both:
        assert both.get("/api/me").json()["bot"], "with a cookie beside its token it is the bot and nobody else"
        assert both.get(f"/api/games/{game}/state", params={"seat": 0}).status_code == 403
        assert both.get(f"/api/games/{game}/state", params={"seat": 1}).status_code == 200
    seen = bot.get(f"/api/games/{game}/state", seat=1)["view"]
    watched = server.client().get(f"/api/games/{game}/state", seat=-1)["view"]
    assert [isinstance(rack, list) for rack in seen["racks"]].count(True) == 2, "its own two racks"
    assert [isinstance(rack, list) for rack in watched["racks"]].count(True) == 0
    stolen = plain_http.Client(base_url=server.url, cookies={"tegel_guest": bot.token})
    with stolen:
        assert stolen.get("/api/me").json()["guest"] is False, "its token is no cookie"
    for code, hello in ((4403, {"seat": 0}), (4403, {"seat": 1, "token": "bot." + "x" * 32})):
        with pytest.raises(ConnectionClosed) as closed:
            bot.sit(game, **hello) if "token" not in hello else Client.sit(bot, game, **hello)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code


def test_a_token_that_ends_takes_its_sockets_and_streams_with_it(two_kinds: Running) -> None:
    owner, anna = person(two_kinds, "Owner"), person(two_kinds, "Anna")
    made = make(owner)
    bot = Program(two_kinds, made["token"])
    created = anna.create("azul", "here", "link")
    game = created["game"]
    bot.join(created["seats"][1]["invitation"])
    socket = bot.sit(game, 1)
    with bot.http.stream("GET", f"/api/games/{game}/stream", params={"seat": 1}) as stream:
        lines = stream.iter_lines()
        next(lines)
        renewed = owner.post(f"/api/me/bots/{made['id']}/token", {}, 201)["token"]
        assert close_code(socket) == 4403
        assert list(lines)[-1] == "", "the stream ends"
    assert bot.http.post(f"/api/games/{game}/resign", json={"seat": 1, "id": "r"}).status_code == 403
    again = Program(two_kinds, renewed)
    assert again.sit(game, 1).state["seat"] == 1, "it plays on with the new one"
    anna.get(f"/api/games/{game}")
    owner.http.delete(f"/api/me/bots/{made['id']}")
    seat = anna.get(f"/api/games/{game}")["seats"][1]
    assert (seat["bot"], "Deep" in seat["name"]) == (True, False), "without its name it is still marked"


def test_bots_go_with_their_owner(two_kinds: Running) -> None:
    owner, anna = person(two_kinds, "Owner"), person(two_kinds, "Anna")
    bot = program(two_kinds, owner)
    created = anna.create("azul", "here", "link")
    bot.join(created["seats"][1]["invitation"])
    socket = bot.sit(created["game"], 1)
    owner.http.delete("/api/me")
    assert close_code(socket) == 4403
    bot.get("/api/me", 403)
    assert anna.get(f"/api/games/{created['game']}")["seats"][1]["bot"] is True
    assert {row["owner"] for row in rows(two_kinds, select(seats.c.owner).where(seats.c.seat == 1))} == {""}
    assert not rows(two_kinds, select(bots))


def test_bots_move_along_with_their_owner(server: Running) -> None:
    account, browser, anna = person(server, "Account"), person(server, "Guest"), person(server, "Anna")
    code = account.post("/api/account/codes", {}, 201)["codes"][0]
    bot = program(server, browser)
    created = anna.create("azul", "here", "link")
    bot.join(created["seats"][1]["invitation"])
    socket = bot.sit(created["game"], 1)
    browser.post("/api/account/recover", {"code": code, "bring": True})
    assert close_code(socket) == 1013, "it comes back as a bot of the account"
    assert [each["name"] for each in account.get("/api/me/bots")["bots"]] == ["Deep"]
    assert bot.sit(created["game"], 1).state["seat"] == 1
    table = open_table(account, "here", "link", bots=True)
    assert bot.post(f"/api/games/{table}/join", {"seat": 1}, 403)["error"] == "forbidden", "its owner sits there now"


def test_games_with_bots_count_for_nobodys_rating(serve: Callable[..., Running]) -> None:
    server = serve(one_address=True)
    anna, bot = person(server, "Anna"), program(server, person(server, "Owner"))
    created = anna.create("azul", "here", "link", options={"rounds": 1}, clock=CLOCK)
    bot.join(created["seats"][1]["invitation"])
    play(anna.sit(created["game"], 0), bot.sit(created["game"], 1))
    assert [row["verdict"] for row in rows(server, select(rated))] == ["bot"]
    assert not rows(server, select(rated_seats))


def test_bots_have_limits_of_their_own_which_all_of_an_owner_share() -> None:
    time = [0.0]
    limits = Limits(clock=lambda: time[0])
    burst = RATES["move"].burst
    owner = Who("anna", address="192.0.2.1")
    fleet = [Who(f"bot.{at}", address=f"192.0.2.{10 + at}", owner="anna") for at in range(5)]

    def spend(who: Who) -> int:
        """How many moves one can make before it is too much."""
        for count in range(10_000):
            try:
                limits.spend("move", who)
            except TooMany:
                return count
        raise AssertionError("no limit")

    assert spend(fleet[0]) == burst * BOT, "one bot"
    assert spend(owner) == burst, "its owner has all of their own"
    assert sum(spend(bot) for bot in fleet[1:]) == burst * BOTS - burst * BOT, "all together"
    assert spend(Who("bot.9", address="192.0.2.99", owner="ben")) == burst * BOT, "another owner's"
    time[0] += 10
    assert sum(spend(bot) for bot in fleet) == pytest.approx(min(burst * BOTS, RATES["move"].each_second * BOTS * 10), abs=1)


def test_a_bot_that_asks_too_often_is_told_to_wait_and_its_owner_is_not(serve: Callable[..., Running]) -> None:
    server = serve()
    standing_still(server)
    owner = person(server, "Owner")
    bot = program(server, owner)
    answers = [bot.http.get("/api/lobby") for _ in range(12)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert int(refused[0].headers["retry-after"]) >= 1
    assert owner.http.get("/api/lobby").status_code == 200


def test_making_bots_has_a_limit(serve: Callable[..., Running]) -> None:
    server = serve(limits=1.0)
    owner = person(server, "Owner")
    made = make(owner)
    answers = [owner.http.post(f"/api/me/bots/{made['id']}/token").status_code for _ in range(int(RATES["keys"].burst) + 1)]
    assert answers[-1] == 429
    assert answers[0] == 201


def test_all_bots_of_an_owner_share_a_cap_on_sockets(serve: Callable[..., Running]) -> None:
    server = serve(caps=Caps(sockets_of_sender=3))
    owner, anna = person(server, "Owner"), person(server, "Anna")
    one, two = program(server, owner, "One"), program(server, owner, "Two")
    game = anna.create("azul", "here", "link")["game"]
    for bot in (one, one, two):
        bot.sit(game)
    with pytest.raises(ConnectionClosed) as closed:
        two.sit(game)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4429
    owner.sit(game)


def test_made_up_tokens_are_looked_up_within_a_limit(serve: Callable[..., Running]) -> None:
    server = serve(limits=0.1)
    with plain_http.Client(base_url=server.url) as stranger:
        answers = [stranger.get("/api/me", headers={"authorization": f"Bearer bot.{at:032}"}).status_code for at in range(40)]
    assert set(answers) == {403, 429}


def test_a_bots_token_is_blotted_out_of_logs() -> None:
    token = "bot." + "a" * 32
    assert token not in redact(f"refused {token} at the door")
    assert "a" * 32 not in redact(f'{{"token": "{token}"}} {token}')


def test_what_somebody_takes_along_names_their_bots(server: Running) -> None:
    owner = person(server, "Owner")
    made = make(owner)
    told = owner.http.get("/api/me/export").json()
    assert told["bots"] == [{"id": made["id"], "name": "Deep", "created": made["created"]}]
    assert made["token"] not in str(told)
