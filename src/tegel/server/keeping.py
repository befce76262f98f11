"""The games that stay in memory although nobody holds them: the last ones used, few enough and short enough together."""

from __future__ import annotations

from collections import OrderedDict

from .room import Room

GAMES = 3000
ENTRIES = 300_000  # of all of them together; an entry takes one to two kilobytes, and a game may have thousands


class Kept:
    """Holds on to games; the one used longest ago is let go first."""

    def __init__(self, most: int = GAMES, most_entries: int = ENTRIES) -> None:
        self._most = most
        self._most_entries = most_entries
        self._rooms: OrderedDict[str, tuple[Room, int]] = OrderedDict()  # each with its length when it was last used
        self._entries = 0

    def use(self, room: Room) -> None:
        """Remember a game as the last one used; that one is kept however long it is."""
        self.drop(room.id)
        self._rooms[room.id] = room, room.number
        self._entries += room.number
        while len(self._rooms) > self._most or (self._entries > self._most_entries and len(self._rooms) > 1):
            self.drop(next(iter(self._rooms)))

    def drop(self, game: str) -> None:
        """Let a game go."""
        if (known := self._rooms.pop(game, None)) is not None:
            self._entries -= known[1]

    def __len__(self) -> int:
        return len(self._rooms)
