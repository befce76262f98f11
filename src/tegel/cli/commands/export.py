"""Write the server's finished games as open data: one Parquet file, and a record of each.

tegel export folder                    games.parquet, and records/*.tegel, each of which `tegel verify` checks
tegel export folder --ndjson           games.ndjson instead of Parquet: a JSON object a line

People are named only if they agreed. docs/data.md describes the columns. The server may be running.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..common import add_database, add_json, console, database_address, print_json

if TYPE_CHECKING:
    from pathlib import Path

    from ...server.exporting import ExportedGame


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="where the files go; made if it is not there")
    add_database(parser)
    parser.add_argument("--after", type=int, default=0, metavar="TIME", help="only games that ended after this moment, in ms since 1970")
    parser.add_argument("--ndjson", action="store_true", help="write games.ndjson instead of games.parquet")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    import asyncio
    from pathlib import Path

    from ...envs.extras import need

    if not arguments.ndjson:
        need("pyarrow.parquet")
    address = database_address(arguments)
    folder = Path(arguments.folder).expanduser()
    (folder / "records").mkdir(parents=True, exist_ok=True)
    games = asyncio.run(read(address, arguments.after))
    for game in games:
        (folder / "records" / f"{game.id[:16]}.tegel").write_text(game.record, encoding="utf-8")
    file = write_lines(folder, games) if arguments.ndjson else write_parquet(folder, games)
    if arguments.json:
        print_json({"file": str(file), "games": len(games)})
    else:
        console().print(f"{file}: {len(games)} games; their records are in {folder / 'records'}")
    return 0


async def read(address: str, after: int) -> list[ExportedGame]:
    """All games, as they are at this moment."""
    from ...server.database import open_database
    from ...server.exporting import finished_games
    from ...server.store import Store

    async def ready(_: str) -> None:
        """The rules are compiled when they are first used."""

    engine = await open_database(address)
    try:
        return [game async for game in finished_games(Store(engine, ready), after)]
    finally:
        await engine.dispose()


def write_lines(folder: Path, games: list[ExportedGame]) -> Path:
    """A JSON object a line."""
    import msgspec

    file = folder / "games.ndjson"
    file.write_bytes(b"".join(msgspec.json.encode(game) + b"\n" for game in games))
    return file


def write_parquet(folder: Path, games: list[ExportedGame]) -> Path:
    """The same as columns; options and clock are JSON."""
    import json

    import msgspec

    from ...envs.extras import need

    arrow, parquet = need("pyarrow"), need("pyarrow.parquet")
    seat = arrow.struct(
        [
            ("name", arrow.string()),
            ("computer", arrow.string()),
            ("place", arrow.int16()),
            ("points", arrow.int16()),
            ("left", arrow.string()),
            ("luck", arrow.float64()),
        ]
    )
    kinds: dict[str, Any] = {
        **dict.fromkeys(("id", "game", "options", "clock", "record"), arrow.string()),
        **dict.fromkeys(("started", "ended"), arrow.timestamp("ms", tz="UTC")),
        "rules": arrow.int32(),
        "rated": arrow.bool_(),
        "seats": arrow.list_(seat),
        "moves": arrow.list_(arrow.int16()),
    }
    rows = [msgspec.to_builtins(game) for game in games]
    for row in rows:
        row["options"] = json.dumps(row["options"])
        row["clock"] = json.dumps(row["clock"]) if row["clock"] else None
    names = [field.name for field in msgspec.structs.fields(type(games[0]))] if games else sorted(kinds)
    schema = arrow.schema([(name, kinds[name]) for name in names], metadata={"tegel": "games 1"})
    file = folder / "games.parquet"
    parquet.write_table(arrow.Table.from_pylist(rows, schema), file, compression="zstd")
    return file
