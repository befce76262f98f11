"""Check a record: its key fits the published hash, every draw and move follows, the points are right; and say what that proves.

tegel verify game.tegel --promise 1f3a... --nonce 77c0...
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..common import add_json, add_language, console, print_json, warm_up

if TYPE_CHECKING:
    from ...core.fairness import Findings
    from ...core.record import Record


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a record with its key")
    parser.add_argument("--promise", metavar="DIGITS", help="the promise you were given before the game")
    parser.add_argument("--nonce", metavar="DIGITS", help="the nonce you added")
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ...core.errors import BadRecord
    from ...core.fairness import findings
    from ...core.record import Record
    from ...core.replay import verify
    from ...core.words import say

    record = Record.load(Path(arguments.file))
    promise, nonce = _digits("promise", arguments.promise), _digits("nonce", arguments.nonce)
    warm_up(record.game)
    table = verify(record)
    found = findings(record.proof, table.players, nonce, promise)
    for what, right in (("promise", found.promise_yours), ("nonce", found.nonce_yours)):
        if right is False:
            raise BadRecord(say(arguments.language, f"verify.not_your_{what}"))
    if arguments.json:
        facts = {"game": record.game.name, "moves": len(record.moves), "over": table.over, "scores": table.scores}
        print_json(
            {**facts, "names": table.names, "position": record.start is not None, "device": record.on_device, "proof": _plain(found)}
        )
    else:
        state = "over" if table.over else "running"
        points = ", ".join(map(str, table.scores))
        words: dict[str, Any] = {"game": record.game.name, "moves": len(record.moves), "points": points}
        console().print(say(arguments.language, f"verify.right_{state}", **words), markup=False)
        for line in explain(record, found, table.names, arguments.language):
            console().print(f"  {line}", markup=False)
    return 0


def _digits(what: str, given: str | None) -> str | None:
    """Digits as they stand in a record."""
    from ...core.errors import BadOption

    if given is None:
        return None
    digits = given.strip().lower()
    if len(digits) != 64 or not set(digits) <= set("0123456789abcdef"):
        raise BadOption(f"a {what} is 64 hexadecimal digits (0-9, a-f), not {given!r}")
    return digits


def _plain(found: Findings) -> dict[str, Any]:
    """The findings for programs."""
    return {**asdict(found), "nonce_yours": found.nonce_yours}


def explain(record: Record, found: Findings, names: list[str], language: str) -> list[str]:
    """What is proven and what is not, a sentence each."""
    from ...core.words import say

    def tell(proven: bool, name: str, **words: Any) -> str:
        return f"{'+' if proven else '-'} {say(language, f'verify.{name}', **words)}"

    lines = []
    if record.start is not None:
        lines.append(tell(True, "start_open" if record.start.viewer < 0 else "start_seen", seat=record.start.viewer + 1))
    if not found.promise:
        return [*lines, tell(False, "device" if record.on_device else "no_proof")]
    lines.append(tell(True, "secret"))
    lines.append(tell(True, "your_promise") if found.promise_yours else tell(False, "promise_unknown"))
    for seat in found.seats:
        words = {"seat": seat.seat + 1, "player": names[seat.seat]}
        if seat.nonce:
            lines.append(tell(seat.commitment, "committed" if seat.commitment else "not_committed", **words))
        else:
            lines.append(tell(False, "no_nonce", **words))
        if seat.yours:
            lines.append(tell(True, "your_nonce", **words))
    if found.others:
        lines.append(tell(True, "round", others=len(found.others), committed=sum(seat.commitment for seat in found.others)))
    if any(seat.yours for seat in found.others):
        lines.append(tell(True, "your_nonce_elsewhere"))
    if not any(seat.nonce for seat in (*found.seats, *found.others)):
        lines.append(tell(False, "server_alone"))
    elif found.nonce_yours is None:
        lines.append(tell(False, "nonce_unknown"))
    return lines
