"""`tegel bot` against a real server: whole games of every kind, lost lines, restarts, tokens that end, and refusals that end it clearly."""

from __future__ import annotations

import json
import os
import queue
import secrets
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tegel.arena.online.api import Api
from tegel.arena.online.bot import read_invitation
from tegel.core.errors import BadOption
from tegel.core.record import Record
from tegel.core.replay import verify
from tegel.server.tokens import new_token
from tests.arena.test_bots import FIRST_LEGAL
from tests.commands import tegel
from tests.server.client import Client, Socket
from tests.server.conftest import Running
from tests.server.test_bot_accounts import make, open_table, person

PATIENCE = 120.0  # seconds, of the test
ROOT = Path(__file__).parents[2]


class Command:
    """`tegel bot` in a process of its own, and the lines it prints."""

    def __init__(self, url: str, token: str, *words: str) -> None:
        environment = {**os.environ, "TEGEL_TOKEN": token, "PYTHONPATH": str(ROOT / "src")}
        command = [sys.executable, "-m", "tegel", "bot", "--server", url, "--json", *words]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, env=environment
        )
        self.told: list[dict[str, Any]] = []
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def until(self, event: str) -> dict[str, Any]:
        """Wait for something it tells."""
        while line := self._next(event):
            self.told.append(json.loads(line))
            if self.told[-1]["event"] == event:
                return self.told[-1]
        raise AssertionError((event, self.told, self.errors()))

    def _next(self, event: str) -> str:
        try:
            return self._lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError(f"waited in vain for {event}, told {self.told}") from None

    def end(self) -> int:
        """Wait until it ends; its exit code."""
        return self.process.wait(PATIENCE)

    def errors(self) -> str:
        self.process.wait(PATIENCE)
        assert self.process.stderr is not None
        return self.process.stderr.read()


@pytest.fixture
def bot() -> Iterator[Callable[..., Command]]:
    """Start commands; whatever still runs at the end is ended."""
    running: list[Command] = []

    def start(server: Running | str, token: str, *words: str) -> Command:
        running.append(Command(server if isinstance(server, str) else server.url, token, *words))
        return running[-1]

    yield start
    for command in running:
        command.process.kill()
        command.process.wait(PATIENCE)
        for stream in (command.process.stdout, command.process.stderr):
            assert stream is not None
            stream.close()


def play_on(socket: Socket, plies: int | None = None) -> None:
    """Play one's own seat, the first legal move each time, to the end or for so many moves."""
    seat = socket.welcome["state"]["seat"] if socket.welcome["state"] else socket.seat
    made = 0
    while plies is None or made < plies:
        socket.until(lambda state: state and (state["over"] or state["turn"] == seat))
        if socket.state["over"]:
            return
        made += socket.move(socket.state["legal"][0]["move"])["type"] == "ack"


def sit(client: Client, game: str, seat: int) -> Socket:
    socket = client.sit(game, seat)
    socket.seat = seat
    return socket


def test_no_invitation_looks_like_an_option_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-first", "--json", "third-"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: next(drawn))
    assert new_token() == "third-"


@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_two_bots_play_a_whole_game(server: Running, bot: Callable[..., Command], game: str) -> None:
    """One of our players against one that is a class of the user's own; each adds to the draws, and the record proves it."""
    anna, watcher = person(server, "Anna"), server.client()
    one, two = make(person(server, "One"), "Greedy"), make(person(server, "Two"), "Mine")
    options = {"options": {"rounds": 2}} if game == "azul" else {}
    created = anna.create(game, "link", "link", **options)
    links = [seat["invitation"] for seat in created["seats"]]
    first = bot(server, one["token"], "--player", "greedy", "--game", game, "--join", f"{server.url}/join/{links[0]}")
    second = bot(server, two["token"], "--player", "random", "--join", links[1])
    for command in (first, second):
        assert command.until("over")["game"] == created["game"]
        assert command.end() == 0, command.errors()
    told = watcher.get(f"/api/games/{created['game']}")
    assert (told["status"], [seat["bot"] for seat in told["seats"]]) == ("over", [True, True])
    record = Record.loads(watcher.http.get(f"/api/games/{created['game']}/record").text)
    assert record.names == ("Greedy (bot)", "Mine (bot)")
    assert record.proof is not None
    assert all(record.proof.commitments), "both have committed to a nonce, and shown it"
    verify(record)


def test_a_bot_takes_a_seat_that_is_offered_to_bots_and_lets_people_take_back(
    server: Running, bot: Callable[..., Command], tmp_path: Path
) -> None:
    anna, ben = person(server, "Anna"), person(server, "Ben")
    file = tmp_path / "mine.py"
    file.write_text("class MyBot:\n    def decide(self, view):\n        return view.legal[-1]\n")
    closed = open_table(ben, "here", "link")
    refusing = sit(ben, closed, 0)
    game = open_table(anna, "here", "link", bots=True)
    socket = sit(anna, game, 0)
    command = bot(server, make(person(server, "Owner"))["token"], "--player", f"{file}:MyBot", "--game", "azul")
    assert command.until("sat_down")["game"] == game, "and not at the table that takes no bots"
    play_on(socket, 1)
    socket.until(lambda state: state["turn"] == 0)
    play_on(socket, 2)
    before = socket.state["ply"]
    socket.until(lambda state: state["turn"] == 0 or state["over"])
    assert refusing.state is None
    assert before > 0
    command.process.send_signal(signal.SIGINT)
    assert command.until("stopping")
    assert command.process.poll() is None, "a game that has begun is finished"
    anna.post(f"/api/games/{game}/resign", {"seat": 0, "id": "enough"})
    assert command.end() == 0, command.errors()
    assert command.until("over")["place"] == 1


def test_a_program_in_any_language_plays_at_two_tables_at_once(server: Running, bot: Callable[..., Command], tmp_path: Path) -> None:
    """It sits down at two of three tables, plays both, and takes the third when one of them is over."""
    anna = person(server, "Anna")
    file = tmp_path / "program.py"
    file.write_text(FIRST_LEGAL)
    sockets = {game: sit(anna, game, 0) for game in [open_table(anna, "here", "link", bots=True) for _ in range(3)]}
    player = f"cmd:{shlex.quote(sys.executable)} -S {shlex.quote(str(file))}"
    command = bot(server, make(person(server, "Owner"))["token"], "--player", player, "--game", "azul", "--tables", "2")
    played = [command.until("sat_down")["game"] for _ in range(2)]
    (third,) = set(sockets) - set(played)
    for _ in range(2):
        for game in played:  # neither waits for the other
            play_on(sockets[game], 1)
            sockets[game].until(lambda state: state["turn"] == 0)
    for game in played:
        moves = [event for event in anna.get(f"/api/games/{game}/events")["events"] if event["kind"] == "move" and event["seat"] == 1]
        assert len(moves) >= 2
    assert anna.get(f"/api/games/{third}")["status"] == "waiting", "two are enough"
    anna.post(f"/api/games/{played[0]}/resign", {"seat": 0, "id": "enough"})
    assert command.until("over")["game"] == played[0]
    assert command.until("sat_down")["game"] == third
    play_on(sockets[third], 1)
    command.process.send_signal(signal.SIGINT)
    assert command.until("stopping")
    for game in (played[1], third):
        anna.post(f"/api/games/{game}/resign", {"seat": 0, "id": "enough"})
    assert command.end() == 0, command.errors()


def test_a_bot_plays_on_after_the_server_was_restarted(serve: Callable[..., Running], bot: Callable[..., Command]) -> None:
    server = serve()
    anna = person(server, "Anna")
    token = make(person(server, "Owner"))["token"]
    created = anna.create("azul", "here", "link", options={"rounds": 1})
    command = bot(server, token, "--player", "random", "--join", created["seats"][1]["invitation"])
    command.until("begun")
    play_on(sit(anna, created["game"], 0), 1)
    cookies, port = dict(anna.http.cookies), server.port
    server.stop()
    command.until("lost")
    again = serve(port=port)
    command.until("back")
    anna = again.client()
    anna.http.cookies.update(cookies)
    play_on(sit(anna, created["game"], 0))
    assert command.until("over")["players"] == 2
    assert command.end() == 0, command.errors()


def test_a_token_that_ends_in_the_middle_ends_the_command(server: Running, bot: Callable[..., Command]) -> None:
    anna, owner = person(server, "Anna"), person(server, "Owner")
    made = make(owner)
    created = anna.create("azul", "here", "link")
    command = bot(server, made["token"], "--player", "random", "--join", created["seats"][1]["invitation"])
    command.until("begun")
    owner.post(f"/api/me/bots/{made['id']}/token", {}, 201)
    assert command.end() == 2
    assert "no bot account with this token" in command.errors()


def test_a_bot_that_is_started_again_goes_on_with_its_games(server: Running, bot: Callable[..., Command]) -> None:
    anna = person(server, "Anna")
    token = make(person(server, "Owner"))["token"]
    created = anna.create("azul", "here", "link", options={"rounds": 1})
    first = bot(server, token, "--player", "random", "--join", created["seats"][1]["invitation"])
    first.until("begun")
    first.process.kill()
    socket = sit(anna, created["game"], 0)
    second = bot(server, token, "--player", "random", "--game", "azul")
    play_on(socket)
    assert second.until("over")["game"] == created["game"]
    again = anna.post(f"/api/games/{created['game']}/rematch", {"id": "again"})["game"]
    assert second.until("begun")["game"] == again, "and with the rematch that was asked for"
    second.process.send_signal(signal.SIGINT)
    second.until("stopping")
    second.process.send_signal(signal.SIGINT)
    assert second.end() == 130


def test_a_program_that_fails_gives_its_seat_up(server: Running, bot: Callable[..., Command], tmp_path: Path) -> None:
    anna = person(server, "Anna")
    file = tmp_path / "broken.py"
    file.write_text("class Broken:\n    def decide(self, view):\n        return 32000\n")
    created = anna.create("azul", "here", "link")
    command = bot(server, make(person(server, "Owner"))["token"], "--player", f"{file}:Broken", "--join", created["seats"][1]["invitation"])
    socket = sit(anna, created["game"], 0)
    play_on(socket, 1)
    assert command.until("fault")["kind"] == "illegal"
    socket.until(lambda state: state["over"])
    assert socket.state["result"]["winners"] == [0]
    assert command.end() == 0


def test_refusals_end_the_command_with_a_clear_line(server: Running) -> None:
    anna = person(server, "Anna")
    made = make(person(server, "Owner"))
    created = anna.create("azul", "here", "link")
    invitation = created["seats"][1]["invitation"]
    person(server, "Ben").join(invitation)

    def run(token: str, *words: str) -> str:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TEGEL_TOKEN", token)
            ended = tegel("bot", "--player", "random", "--game", "azul", "--server", server.url, *words)
        assert ended.returncode == 2, ended.stdout
        assert ended.stderr.count("\n") == 1, ended.stderr
        return ended.stderr

    assert "needs its token" in run("")
    assert "no token" in run("bot. x")
    assert "no bot account with this token" in run("bot." + "x" * 32)
    assert "not the token of a bot account" in run("something")
    assert "no such invitation" in run(made["token"], "--join", "nothing")
    assert "taken" in run(made["token"], "--join", invitation)
    assert "not for the server" in run(made["token"], "--join", "https://elsewhere.example/join/abc")
    assert "there is no player" in run(made["token"], "--player", "level:9")
    assert "from 1 to" in run(made["token"], "--tables", "99")
    assert "there is no game" in run(made["token"], "--game", "chess")
    assert "its address" in run(made["token"], "--server", "tegel.example")
    assert "this bot plays azul" in run(made["token"], "--join", anna.create("duel", "here", "link")["seats"][1]["invitation"])


def test_a_token_goes_to_its_own_server_only() -> None:
    assert read_invitation("abc", "a.example") == "abc"
    assert read_invitation("https://a.example/join/abc/", "a.example") == "abc"
    with pytest.raises(BadOption):
        read_invitation("https://b.example/join/abc", "a.example")
    assert Api("http://tegel.example", "bot.x").is_open
    assert not Api("https://tegel.example", "bot.x").is_open
    assert not Api("http://localhost:8321", "bot.x").is_open
