"""Opponents that stay what they are: a hash of all that decides how one plays, and the network by its own hash.

`python -m tegel.benchmark.freezing` prints what a new version would freeze.
"""

from __future__ import annotations

import hashlib
import os
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from ..core.errors import TegelError
from ..core.game import Game, find_game
from ..search.levels import Level, levels
from ..search.named_networks import DIGITS, FOLDER, have_network, shipped_hash
from ..search.network import FEW_AND_MANY, network_name
from ..search.players import is_player
from .tasks import Task, Tasks, frozen_tasks

LEVEL, LEARNED = "level:", "learned:"
LATER = ("care",)  # numbers of levels that the first version did not know


class OpponentChanged(TegelError):
    """An opponent of a frozen task is not the one that was frozen, so its results could not be compared."""


def level_of(game: Game, player: str, release: str = "") -> Level | None:
    """The level a player is, if it is one, today or in a release."""
    return levels(game.name, release)[int(player.removeprefix(LEVEL)) - 1] if player.startswith(LEVEL) else None


def fingerprint(game: Game, player: str, release: str = "") -> str:
    """A hash of a player's definition: its kind, and for a level its numbers and the fitted weights; its network has a hash of its own."""
    level = level_of(game, player, release)
    parts: list[Any] = [player]
    if level is not None:
        weights = resources.files("tegel.search.values").joinpath(f"{game.name}.json").read_bytes()
        numbers = {name: value for name, value in msgspec.structs.asdict(level).items() if value or name not in LATER}
        parts += [numbers, hashlib.sha256(weights).hexdigest()]
    return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()


def seated(tasks: Tasks, task: Task) -> str:
    """The opponent of a task by a name that holds in later releases, too; an `OpponentChanged` if it cannot be had here."""
    game = find_game(task.game)
    release = _release_of(tasks, task, game)
    level = level_of(game, task.opponent, release)
    if level is None or not level.learned:
        return f"{task.opponent}@{release}" if release else task.opponent
    network = tasks.networks.get(network_name(game, task.seats), tasks.networks[task.game])
    if not have_network(game, network):
        raise OpponentChanged(
            f"{task.opponent} of {task.name} thinks with the network {network[:DIGITS]} of Tegel {tasks.release}, which this release does "
            f"not ship: take {game.name}.npz from the package of that release, and name its folder with --networks"
        )
    return f"{task.opponent}@{network[:DIGITS]}"


def network_of(game: Game, player: str, players: int = 2) -> str:
    """The hash of the shipped network for so many players if a player of ours thinks with that; empty for all others.

    >>> network_of(find_game("azul"), "level:1"), network_of(find_game("azul"), "level:5") == shipped_hash(find_game("azul"))
    ('', True)
    """
    if "@" in player:
        return ""
    level = level_of(game, player)
    return shipped_hash(game, players) if player.startswith(LEARNED) or (level is not None and level.learned) else ""


def as_it_was(game: Game, player: str, network: str, players: int = 2) -> str:
    """The name of a player of ours with the network it had, shipped now or not; an `OpponentChanged` if that cannot be had here."""
    if network in ("", network_of(game, player, players)):
        return player
    if not have_network(game, network):
        raise OpponentChanged(f"{player} thought with the network {network[:DIGITS]} of {game.name}, which this release does not ship")
    return f"{player}@{network[:DIGITS]}"


def offer_networks(folder: Path) -> None:
    """Let this process, and those it starts, find the networks of a folder."""
    known = [each for each in os.environ.get(FOLDER, "").split(os.pathsep) if each]
    if str(folder) not in known:
        os.environ[FOLDER] = os.pathsep.join([*known, str(folder)])


def _release_of(tasks: Tasks, task: Task, game: Game) -> str:
    """The release as of which an opponent is to be played; empty where it is still the same."""
    if game.version != tasks.rules[task.game]:
        raise OpponentChanged(
            f"{tasks.title} is played by version {tasks.rules[task.game]} of the rules of {task.game}, not {game.version}"
        )
    frozen = tasks.opponents[task.game][task.opponent]
    if fingerprint(game, task.opponent) == frozen:
        return ""
    if is_player(f"{task.opponent}@{tasks.release}") and fingerprint(game, task.opponent, tasks.release) == frozen:
        before = level_of(game, task.opponent, tasks.release)
        if before is not None and not before.learned:
            return tasks.release
    raise OpponentChanged(
        f"{task.opponent} of {task.game} is not the player that {tasks.title} froze: its definition has changed "
        f"since Tegel {tasks.release}. Use that release for this task"
    )


def freeze(tasks: Tasks) -> str:
    """The hashes of today, as the file of tasks has them."""
    names = list(dict.fromkeys(task.game for task in tasks.tasks))
    games = [find_game(name) for name in names]
    lines = ["[rules]", *(f"{game.name} = {game.version}" for game in games)]
    networks = {network_name(game, players): shipped_hash(game, players) for game in games for players in FEW_AND_MANY}
    lines += ["", "[networks]", *(f'{name} = "{network}"' for name, network in networks.items())]
    for game in games:
        players = dict.fromkeys(task.opponent for task in tasks.tasks if task.game == game.name)
        lines += ["", f"[opponents.{game.name}]", *(f'"{player}" = "{fingerprint(game, player)}"' for player in players)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(freeze(frozen_tasks()), end="")
