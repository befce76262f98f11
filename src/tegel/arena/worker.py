"""A worker of the arena: python -m tegel.arena.worker. A game to play comes in as a line, the played game goes out as a line."""

from __future__ import annotations

import msgspec

from .bots import Bench
from .lines import serve
from .playing import play_game
from .schedule import Job


def main() -> None:
    """Play until the input ends; then the programs at the table end too."""
    bench = Bench()

    def answer(line: bytes) -> bytes:
        return msgspec.json.encode(play_game(msgspec.json.decode(line, type=Job), bench))

    serve(answer, leave=bench.close)


if __name__ == "__main__":
    main()
