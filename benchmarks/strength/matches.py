"""Which matches tell how strong the learned players are: for each part of the report who meets whom, at which tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tegel.arena.schedule import Match, new_match
from tegel.core.errors import BadOption
from tegel.core.game import find_game
from tegel.search.levels import levels
from tegel.search.network import FEW_AND_MANY, card_of
from tegel.search.players import is_player

TABLES: dict[str, dict[str, dict[str, Any]]] = {  # of each game, by the name that the report and its folders use
    "azul": {
        **{number: {"players": int(number)} for number in "234"},
        "grey": {"players": 2, "wall": "grey"},
        **{f"grey{number}": {"players": int(number), "wall": "grey"} for number in "34"},
    },
    "duel": {"2": {}},
    "blockers": {number: {"players": int(number)} for number in "2345"},
}
PARTS = {  # and how long the learned player thinks in each, if nothing else is asked for; of "levels" which one
    "equal": ("0.5s", "1000"),  # against hand-made players that think as long, or as many simulations
    "level8": ("0.5s",),  # against level 8 as it is without a network
    "greedy": ("400",),
    "random": ("400",),
    "thinking": ("100", "200", "400", "800", "1600"),  # against level 7
    "itself": ("400",),
    "levels": tuple("2345678"),  # each against the level below
}
LIMIT = 60.0  # seconds a move, as `tegel match` has it; no player of ours needs them


@dataclass(frozen=True)
class Fixture:
    """A match of the report: one learned seat, and the others; learned players alone; or one seat of a level among the level below."""

    game: str
    table: str
    part: str
    budget: str  # simulations a move, or seconds with an s; or the level

    @property
    def folder(self) -> str:
        """Where it is kept, below the folder of the report."""
        return f"{self.game}-{self.table}/{self.part}-{self.budget}"

    def match(self, seed: int) -> Match:
        """The match to be played."""
        options = TABLES[self.game][self.table]
        one, other = measured(self.part, self.budget), opponent(self.game, self.part, self.budget)
        return new_match(find_game(self.game), options, [one] + [other] * (options.get("players", 2) - 1), seed, LIMIT)


def measured(part: str, budget: str) -> str:
    """Whose strength a match tells.

    >>> measured("greedy", "400"), measured("levels", "3")
    ('learned:400', 'level:3')
    """
    if part == "levels":
        if budget not in PARTS[part]:
            raise BadOption(f"{budget!r} is no level with another below it; those are {', '.join(PARTS[part])}")
        return f"level:{budget}"
    if not is_player(f"learned:{budget}"):
        raise BadOption(f"{budget!r} is no time to think: it is a number of simulations, such as 400, or seconds, such as 0.5s")
    return f"learned:{budget}"


def opponent(game: str, part: str, budget: str) -> str:
    """Who sits at the table with the learned player.

    >>> opponent("azul", "equal", "0.5s"), opponent("azul", "level8", "0.5s")
    ('search:0.5s', 'search:13000')
    """
    if part == "level8":
        return hand_made(game)
    if part == "levels":
        return f"level:{int(budget) - 1}"
    return {"equal": f"search:{budget}", "thinking": "level:7", "itself": f"learned:{budget}"}.get(part, part)


def hand_made(game: str) -> str:
    """The highest level as it plays without a network. It has a name of its own only as long as it just plays the best move it finds."""
    level = levels(game)[-1]
    if level.errs or not level.solves:
        raise BadOption(f"level 8 of {game} no longer plays as search:{level.simulations} does, so it cannot be met without its network")
    return f"search:{level.simulations}"


def fixtures(game: str, parts: list[str], tables: list[str], budgets: list[str]) -> list[Fixture]:
    """All matches asked for; nothing named is everything there is."""
    if game not in TABLES:
        raise BadOption(f"there is no game {game!r}; the games are {', '.join(TABLES)}")
    for table in tables:
        if table not in TABLES[game]:
            raise BadOption(f"{game} has no table {table!r}; its tables are {', '.join(TABLES[game])}")
    return [Fixture(game, table, part, budget) for part in parts for table in tables or TABLES[game] for budget in budgets or PARTS[part]]


def command(match: Match, games: int) -> str:
    """The command that plays this match alone."""
    usual = new_match(find_game(match.game), {}, list(match.players), match.seed, match.limit).options
    named = [f"-o {name}={value}" for name, value in match.options.items() if value != usual[name]]
    return " ".join(["tegel match", match.game, *named, "--players", ",".join(match.players), f"--games {games} --seed {match.seed}"])


def same_network(game: str, folder: Path) -> None:
    """A folder tells of one network a game: write down which when it is begun, and refuse to go on with another."""
    cards = [card_of(find_game(game), players) for players in FEW_AND_MANY]
    found = " ".join(dict.fromkeys(card.found for card in cards if card is not None))
    if not found:
        raise BadOption(f"no network for {game} came with this package, so there is nothing to measure")
    path = folder / f"{game}-network.txt"
    folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.write_text(found + "\n", encoding="utf-8")
    elif (begun := path.read_text(encoding="utf-8").strip()) != found:
        shorter = (" and ".join(each[:12] for each in hashes.split()) for hashes in (begun, found))
        raise BadOption(f"{folder} was begun with another network of {game} ({', not '.join(shorter)}); choose another folder")
