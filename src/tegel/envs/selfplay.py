"""Games by named players, written as Parquet: a row for every decision, a file for every stretch of games.

Game number n of a run always comes out the same, whatever the number of processes, so an interrupted run is resumed by running it again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .. import __version__
from ..core.cluster import connect, results_of
from ..core.errors import BadOption
from ..core.game import Game, find_game
from ..core.generic import apply, legal, result, setup
from ..search.players import find_player
from .extras import need
from .features import DTYPE, cut_short, layout_of, see_vector
from .opponents import view_for
from .vector.bodies import game_key

OLD_MANIFEST = "selfplay.json"  # runs of older versions have it; readers of Parquet folders stumble over it
PART_GAMES = 100


@dataclass(frozen=True)
class Run:
    """What is played: everything that decides how the games come out."""

    game: str
    options: dict[str, Any]
    players: list[str]
    games: int
    seed: int = 0
    part_games: int = PART_GAMES

    def check(self) -> None:
        """Complain about whatever is not possible, before anything is played."""
        game = find_game(self.game)
        seats = int(game.blank(game.simulation_options(self.options)).players)
        if len(self.players) != seats:
            raise BadOption(f"{len(self.players)} players were given for {seats} seats")
        if self.games < 1 or self.part_games < 1:
            raise BadOption("the number of games, and of games in a file, must be at least 1")
        if not 0 <= self.seed < 2**63:
            raise BadOption(f"a seed is a number from 0 to 2^63 - 1, not {self.seed}")
        for name in self.players:
            find_player(name)

    @property
    def parts(self) -> int:
        """How many files the run has."""
        return -(-self.games // self.part_games)


def schema(run: Run) -> Any:
    """The columns of the files, with all that is needed to understand them as metadata."""
    arrow = need("pyarrow")
    game = find_game(run.game)
    layout = layout_of(game)
    fields = [
        ("game", arrow.int64()),  # number of the game in the run
        ("ply", arrow.int16()),  # number of the decision in the game, from 0
        ("seat", arrow.int8()),  # who decided
        ("player", arrow.dictionary(arrow.int8(), arrow.string())),  # its name
        ("move", arrow.int16()),  # what was decided
        ("code", arrow.dictionary(arrow.int16(), arrow.string())),  # the same as text
        ("legal", arrow.list_(arrow.int16())),  # what could have been
        ("vector", arrow.list_(arrow.int16(), layout.size)),  # what the seat saw (tegel.envs.features)
        ("state", arrow.binary(game.dtype.itemsize)),  # the whole truth: the engine's record, key and all
        ("points", arrow.int16()),  # of this seat in the end
        ("place", arrow.int8()),  # of this seat in the end, from 1
        ("all_points", arrow.list_(arrow.int16())),  # of all seats in the end
        ("all_places", arrow.list_(arrow.int8())),
        ("cut_short", arrow.bool_()),  # whether the round limit ended the game
        ("key", arrow.binary(32)),  # the game's key: with the moves it is the whole game
    ]
    about = asdict(run) | {
        "rules": game.version,
        "tegel": __version__,
        "vector": [[field.name, list(field.shape)] for field in layout.fields],
    }
    return arrow.schema(fields, metadata={"tegel": json.dumps(about)})


def play_game(game: Game, run: Run, number: int) -> Iterator[dict[str, Any]]:
    """The rows of one game. Seats rotate: in game n the first player sits in seat n modulo the number of players."""
    state = game.blank(game.simulation_options(run.options))
    seats = int(state.players)
    key = np.zeros(4, np.uint64)
    game_key(np.uint64(run.seed), number, 0, key)
    setup(state, key)
    names = [run.players[(seat - number) % seats] for seat in range(seats)]
    seeds = np.random.default_rng((run.seed, number)).integers(0, 2**31, seats).tolist()
    players = [find_player(name, seed) for name, seed in zip(names, seeds, strict=True)]
    moves, scratch = np.zeros(game.most_legal, np.int16), np.zeros(1, game.dtype)
    rows: list[dict[str, Any]] = []
    while state.turn >= 0:
        seat = int(state.turn)
        vector = np.empty(layout_of(game).size, DTYPE)
        see_vector(state, seat, scratch, vector)
        count = legal(state, moves)
        row: dict[str, Any] = {"game": number, "ply": len(rows), "seat": seat, "player": names[seat]}
        row |= {"legal": moves[:count].copy(), "vector": vector, "state": state.tobytes()}
        move = int(players[seat].decide(view_for(game, state, seat)))
        rows.append(row | {"move": move, "code": game.code(move)})
        apply(state, move)
    points, places = np.zeros(seats, np.int16), np.zeros(seats, np.int16)
    result(state, points, places)
    ending = {
        "all_points": points,
        "all_places": places,
        "cut_short": cut_short(state),
        "key": b"".join(int(word).to_bytes(8) for word in key),
    }
    for row in rows:
        yield row | ending | {"points": int(points[row["seat"]]), "place": int(places[row["seat"]])}


def part_path(folder: Path, part: int) -> Path:
    """The file of a stretch of games."""
    return folder / f"part-{part:05}.parquet"


class Part(NamedTuple):
    """A stretch of games, as its file has it."""

    number: int
    data: bytes
    games: int
    decisions: int


def play_part(run: Run, part: int, done: Callable[[], None] = lambda: None) -> Part:
    """Play a stretch of games."""
    arrow, parquet = need("pyarrow"), need("pyarrow.parquet")
    game, columns = find_game(run.game), schema(run)
    layout_of(game)
    rows: list[dict[str, Any]] = []
    numbers = range(part * run.part_games, min(run.games, (part + 1) * run.part_games))
    for number in numbers:
        rows += play_game(game, run, number)
        done()
    file = arrow.BufferOutputStream()
    parquet.write_table(arrow.Table.from_pylist(rows, schema=columns), file, compression="zstd")
    return Part(part, file.getvalue().to_pybytes(), len(numbers), len(rows))


def keep_part(folder: Path, part: Part) -> None:
    """Write the file of a stretch, whole or not at all."""
    path = part_path(folder, part.number)
    unfinished = path.with_name(f".{path.stem}.unfinished")  # hidden: whoever reads the folder meanwhile passes it over
    unfinished.write_bytes(part.data)
    unfinished.replace(path)


def write_part(folder: Path, run: Run, part: int, done: Callable[[], None] = lambda: None) -> int:
    """Play a stretch of games and write its file; returns how many decisions it has."""
    played = play_part(run, part, done)
    keep_part(folder, played)
    return played.decisions


def _play(job: tuple[Run, int]) -> Part:
    return play_part(*job)


def play_on_cluster(folder: Path, run: Run, parts: list[int], address: str | None) -> Generator[Part, None, None]:
    """Play stretches of games on a Ray cluster and write their files here, as they come; the cluster needs no folder of its own."""
    for part in results_of(connect(address, "--cluster"), _play, [(run, part) for part in parts]):
        keep_part(folder, part)
        yield part


def open_run(folder: Path, run: Run) -> list[int]:
    """Begin a run in a folder, or go on with it; returns the stretches that are still to be played.

    Nothing but Parquet is left in the folder: what is played is in the metadata of every file.
    """
    run.check()
    told = asdict(run)
    if before := _earlier(folder):
        if different := [name for name in told if before.get(name) != told[name] and name != "games"]:
            one = different[0]
            raise BadOption(f"{folder} holds another run, with {one} {before.get(one)} instead of {told[one]}; choose another folder")
        if (
            before["games"] % run.part_games
            and before["games"] != run.games
            and part_path(folder, before["games"] // run.part_games).exists()
        ):
            raise BadOption(f"{folder} is a finished run of {before['games']} games, whose last file is not full: it cannot be prolonged")
    elif folder.exists() and any(not path.name.endswith(".unfinished") for path in folder.iterdir()):
        raise BadOption(f"{folder} is not empty and holds no run of selfplay; choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / OLD_MANIFEST).unlink(missing_ok=True)
    return [part for part in range(run.parts) if not part_path(folder, part).exists()]


def _earlier(folder: Path) -> dict[str, Any]:
    """What the run in a folder is, as its last file tells; empty where there is none."""
    found: dict[str, Any] = {}
    if files := sorted(folder.glob("part-*.parquet")):
        found = json.loads(need("pyarrow.parquet").read_schema(files[-1]).metadata[b"tegel"])
    elif (folder / OLD_MANIFEST).exists():
        found = json.loads((folder / OLD_MANIFEST).read_text())
    return found
