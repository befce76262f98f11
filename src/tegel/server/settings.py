"""How a server is run: where it listens, where it keeps its games, how much it allows."""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec
import platformdirs

from ..core.errors import BadOption

HOST = "127.0.0.1"
PORT = 8321
FRAME = 8 * 1024  # the largest frame and body a client may send
TEXT = 256 * 1024  # the largest record or position
MOST_EVENTS = 500  # events told at once
PROJECT = "https://github.com/tegel-games/tegel"
CONTACT = re.compile(r"mailto:[^@\s:?]+@[a-z0-9-]+(\.[a-z0-9-]+)+|https://[a-z0-9-]+(\.[a-z0-9-]+)+(/[!-~]*)?", re.IGNORECASE | re.ASCII)


def data_folder() -> Path:
    """The user's folder for games; ``TEGEL_DATA`` overrides it."""
    if given := os.environ.get("TEGEL_DATA"):
        return Path(given)
    return platformdirs.user_data_path("tegel", appauthor=False)


class Caps(msgspec.Struct, frozen=True):
    """How many may be connected at once, and how many seconds they may take."""

    connections: int = 5_000  # on which HTTP is spoken
    connections_of_network: int = 300  # of one IPv4 address or IPv6 /64
    sockets: int = 10_000  # sockets and streams, in all
    sockets_of_network: int = 500
    sockets_of_sender: int = 30  # of one guest or seat token
    watchers: int = 300  # of one game; those who play it are let in besides
    seekers_of_network: int = 50  # who wait in the pools of the lobby
    head: float = 15.0  # for a request to come far enough to be handled, also between two requests
    body: float = 30.0  # for the rest of it
    answer: float = 30.0  # for a piece of an answer to be taken
    idle: int = 15  # of silence between two requests
    hello: float = 10.0  # for the first frame of a socket
    presence: float = 0.5  # between two announcements of who is here


class Settings(msgspec.Struct, frozen=True):
    """Everything a server is told."""

    host: str = HOST
    port: int = PORT
    database: str = ""  # a database address; empty: games.db in the data folder
    data: Path = msgspec.field(default_factory=data_folder)
    shared: bool = False  # several processes serve the database together
    slot: int = 0  # which of the processes of this machine; only the first compiles
    link: str = "127.0.0.1"  # the address at which the other processes reach this one
    workers: int = 1  # processes in which computer players think
    cluster: str = ""  # the Ray cluster they run on, ray://HOST:PORT; empty: this machine
    origins: tuple[str, ...] = ()  # other sites whose pages may use this server, such as a development server
    host_names: tuple[str, ...] = ()  # names this server answers to besides its own; "*": all
    proxy: str = ""  # addresses of reverse proxies whose word about the client is taken, with commas between; empty: nobody's
    limits: float = 1.0  # multiplies every rate limit, and how many games there may be
    caps: Caps = Caps()
    patience: float = 60.0  # seconds a computer player may think before it is started anew
    most_games: int = 100  # unfinished games of a guest
    most_games_address: int = 500  # and of an address
    most_tables: int = 3  # open tables of a guest that wait for people
    most_tables_address: int = 20  # and of an address
    no_show: float = 30.0  # seconds an open table waits for somebody who is away
    engines: bool = False  # whether the engine for browsers is offered, and built where it can be
    export_token: str = ""  # who holds it may stream all finished games; empty: nobody may
    one_address: bool = False  # whether games between people at one address count for ratings, as at a club's own server
    contact: str = ""  # whom push services turn to about this server, mailto: or https:; empty: this server's own page
    absence: float = 30.0  # seconds a person must be away before the others may let the computer take over

    def __post_init__(self) -> None:
        if self.contact and not CONTACT.fullmatch(self.contact):
            raise BadOption(f"a contact is mailto:somebody@tegel.example or https://tegel.example, not {self.contact!r}")

    @property
    def push_contact(self) -> str:
        """Whom push services turn to; one without a public name has nobody but those who make Tegel."""
        names = (f"https://{name}" for name in self.host_names)
        return self.contact or next((name for name in names if CONTACT.fullmatch(name)), PROJECT)

    @property
    def address(self) -> str:
        """The database's address as SQLAlchemy writes it."""
        if not self.database:
            return f"sqlite+aiosqlite:///{self.data / 'games.db'}"
        if "://" not in self.database:
            return f"sqlite+aiosqlite:///{Path(self.database).expanduser().absolute()}"
        return self.database.replace("postgresql://", "postgresql+asyncpg://", 1).replace("sqlite://", "sqlite+aiosqlite://", 1)
