"""Check a study: its notation is right, and every move of every variation is legal.

tegel study opening.study
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ..common import add_json, add_language, console, print_json


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a study (docs/studies.md)")
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ...core.words import say
    from ...studies.checking import check_study
    from ...studies.notation import BadStudy

    try:
        text = Path(arguments.file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadStudy(f"cannot read {arguments.file}: {error.strerror if isinstance(error, OSError) else 'it is not text'}") from error
    checked = check_study(text)
    facts = {"game": checked.game.name, "title": checked.study.title, "moves": checked.moves, "lines": checked.lines}
    facts["comments"] = checked.comments
    if arguments.json:
        print_json(facts)
    else:
        console().print(say(arguments.language, "cli.study_right", **facts), markup=False)
    return 0
