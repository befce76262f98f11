"""The command line. Each command is a module in `commands`; heavy things are imported only when a command runs."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys

from .. import __version__
from ..core.commands import defer_codegen
from ..core.errors import TegelError

NOTICE = "An independent fan project, not affiliated with the publishers of Azul and Blockers!"


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands, found by their module names."""
    from . import commands

    parser = argparse.ArgumentParser(prog="tegel", description="Azul, Azul Duel and Blockers!, to play and to study.", epilog=NOTICE)
    parser.add_argument("--version", action="version", version=f"tegel {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for found in pkgutil.iter_modules(commands.__path__):
        module = importlib.import_module(f"{commands.__name__}.{found.name}")
        summary = (module.__doc__ or "").splitlines()[0]
        subparser = subparsers.add_parser(
            found.name, help=summary, description=module.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        module.arguments(subparser)
        subparser.set_defaults(run=module.run)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run a command; bad input is one clear line and exit code 2."""
    arguments = build_parser().parse_args(argv)
    defer_codegen()
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except TegelError as error:
        print(f"tegel: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code
