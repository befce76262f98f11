"""A review as plain data, for programs. docs/luck.md says what each name means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ...core.game import Game
from .decisions import Decision
from .luck import Luck
from .review import Review


def plain_review(found: Review) -> dict[str, Any]:
    """Everything there is in a review."""
    return {
        "game": found.record.game.name,
        "players": found.names,
        "points": list(found.record.points),
        "parts": asdict(found.parts()),
        "point_parts": asdict(found.point_parts()),
        "performance": [_performance(found, seat) for seat in range(found.players)],
        "turning_points": [decision.ply for decision in found.turning_points],
        "curve": [_short(win) for win in found.curve],
        "moves": [plain_decision(found.record.game, decision) for decision in found.decisions],
        "luck": [_luck(luck) for luck in found.luck],
    }


def _performance(found: Review, seat: int) -> dict[str, Any]:
    numbers = asdict(found.performance(seat))
    return {**{name: number if number is None else round(number, 4) for name, number in numbers.items()}, "marks": found.marks(seat)}


def plain_decision(game: Game, decision: Decision) -> dict[str, Any]:
    """One move."""
    return {
        "ply": decision.ply,
        "seat": decision.seat,
        "move": game.code(decision.move),
        "best": game.code(decision.best.move),
        "loss": round(decision.loss, 4),
        "points_loss": round(decision.points_loss, 2),
        "mark": decision.mark,
        "forced": decision.forced,
        "exact": decision.exact,
        "win": _short(decision.before.win),
        "expected": _short(decision.before.points, 2),
        "change": _short(decision.change.win),
        "line": [game.code(move) for move in decision.best.line],
    }


def _luck(luck: Luck) -> dict[str, Any]:
    return {
        "ply": luck.ply,
        "win": _short(luck.win),
        "points": _short(luck.points, 2),
        "error": _short(luck.error),
        "exact": luck.exact,
    }


def _short(numbers: Sequence[float], digits: int = 4) -> list[float]:
    return [round(number, digits) for number in numbers]
