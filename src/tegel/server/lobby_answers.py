"""What the lobby tells. docs/api.md explains each field. Nothing of a position is in it: who watches a game asks for that itself."""

from __future__ import annotations

import msgspec

from .answers import ClockSettings
from .socket_answers import NotUnderstood, Pong, RefusedFrame


class TableSeat(msgspec.Struct, omit_defaults=True):
    """Who sits there: a person by name, a bot account, a computer player, or nobody yet."""

    name: str
    player: str | None
    free: bool
    bot: bool = False


class PublicTable(msgspec.Struct):
    """What everybody sees of a table."""

    game: str
    name: str
    title: str
    options: dict[str, str | int]
    seats: list[TableSeat]
    clock: ClockSettings | None


class OpenTable(PublicTable):
    """A table with a free seat for anybody."""

    promise: str
    created: int
    fill_at: int | None  # when computers take the free seats
    fill_player: str | None
    bots: bool  # whether bot accounts may sit down


class PublicGame(PublicTable):
    """A game in progress that anybody may watch."""

    ply: int
    watchers: int


class Pool(msgspec.Struct, frozen=True):
    """What one can be seated for with the next who ask for the same."""

    game: str
    players: int
    clock: ClockSettings


class PoolShown(msgspec.Struct):
    pool: Pool
    waiting: int


class Lobby(msgspec.Struct):
    """Everything that is the same for all who look."""

    tables: list[OpenTable]
    games: list[PublicGame]
    featured: str | None  # one of the games
    pools: list[PoolShown]  # in which somebody waits
    pool_clocks: list[ClockSettings]
    people: int


class LobbyTold(msgspec.Struct, kw_only=True, tag_field="type", tag="lobby"):
    """The lobby as it is now; `mine` are the tables I sit at, `seeking` the pool I wait in."""

    lobby: Lobby
    mine: list[str]
    seeking: Pool | None


class Seeking(msgspec.Struct, kw_only=True, tag_field="type", tag="seeking"):
    """What was asked is done."""

    id: str
    seeking: Pool | None


class Paired(msgspec.Struct, kw_only=True, tag_field="type", tag="paired"):
    """Enough people asked for the same: the game is there and waits for everybody's commitment."""

    game: str
    seat: int


LobbyAnswer = LobbyTold | Seeking | Paired | RefusedFrame | Pong | NotUnderstood
