"""Find tasks for the lessons anew: python -m tegel.learn [GAME ...] writes them into the package's sources. Takes minutes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ..core.commands import defer_codegen

defer_codegen()

from ..core.game import find_game, game_names  # noqa: E402
from .lessons import make_tasks  # noqa: E402


def main(names: list[str]) -> None:
    """Write the tasks of some games, or of all."""
    for name in names or game_names():
        made = make_tasks(find_game(name))
        Path(__file__).with_name(f"{name}.json").write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{name}: " + ", ".join(f"{lesson['name']} {len(lesson['tasks'])}" for lesson in made))


if __name__ == "__main__":
    main(sys.argv[1:])
