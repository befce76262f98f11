"""The lessons of Azul Duel, from taking tiles to special tiles."""

from __future__ import annotations

from ...core.lessons import REACHED, Case, Lesson, Tried
from .chips import MATCHES
from .plates import FACES
from .state import JOKER, SIZE

TAKES = ("sun", "moons")


def taken(tried: Tried) -> int:
    """How many tiles a move takes."""
    return tried.tiles("sun", "hand") + tried.tiles("moon", "hand")


def take(_: Case, tried: Tried) -> str:
    """Tiles go to a line, and none breaks."""
    if tried.parts["kind"] not in TAKES:
        return "no_tiles"
    return "broken" if tried.tiles("hand", "broken") or not tried.tiles("hand", "line") else REACHED


def from_moons(case: Case, tried: Tried) -> str:
    """The moons give as many tiles as they can, and none breaks."""
    if tried.parts["kind"] != "moons":
        return "not_moons"
    if take(case, tried):
        return "broken"
    return REACHED if taken(tried) == _most_from_moons(case) else "fewer_tiles"


def _most_from_moons(case: Case) -> int:
    return max((taken(each) for each in case.tried if each.parts["kind"] == "moons" and not take(case, each)), default=0)


def brings_start(tried: Tried) -> bool:
    """Whether the start tile comes along."""
    return any(each.target.name == "start" for each in tried.moved)


def without_start(case: Case, tried: Tried) -> str:
    """Tiles from the moons that do not bring the start tile."""
    if tried.parts["kind"] != "moons":
        return "not_moons"
    return "start_tile" if brings_start(tried) else take(case, tried)


def homes(case: Case, plates: list[list[int] | None]) -> int:
    """How many lines that were begun have a cell for their tile, with some plates on the dome."""
    return sum(count > 0 and _has_home(case, plates, row, colour) for row, (colour, count) in enumerate(case.board["lines"]))


def _has_home(case: Case, plates: list[list[int] | None], row: int, colour: int) -> bool:
    for column in range(SIZE):
        plate = plates[row // 2 * (SIZE // 2) + column // 2]
        if plate is not None and case.board["tiles"][row][column] is None:
            number, turn = plate
            if FACES[number, turn, row % 2 * 2 + column % 2] in (colour, JOKER):
                return True
    return False


def _homes_after(case: Case, tried: Tried) -> int:
    plates = list(case.board["plates"])
    plates[tried.parts["space"]] = [case.facts["hand"], tried.parts["turn"]]
    return homes(case, plates)


def lay_plate(case: Case, tried: Tried) -> str:
    """As many lines as can be have a cell for their tile."""
    return REACHED if _homes_after(case, tried) == max(_homes_after(case, each) for each in case.tried) else "no_home"


def helps(case: Case, chip: int) -> bool:
    """Whether a chip shows the colour of a line that was begun and is not full."""
    colours = {colour for row, (colour, count) in enumerate(case.board["lines"]) if 0 < count <= row}
    return any(MATCHES[chip, colour] for colour in colours)


def take_chip(case: Case, tried: Tried) -> str:
    """A chip that shows the colour of an unfinished line."""
    if tried.parts["kind"] != "chip":
        return "no_chip"
    return REACHED if helps(case, case.facts["chips"][tried.parts["factory"] - 1]) else "other_chip"


def pay(case: Case, tried: Tried) -> str:
    """A line is completed with as few chips as can be."""
    if tried.parts["kind"] != "pay":
        return "left"
    fewest = min(len(each.parts["chips"]) for each in case.tried if each.parts["kind"] == "pay")
    return REACHED if len(tried.parts["chips"]) == fewest else "dear"


def special(_: Case, tried: Tried) -> str:
    """The third coloured cell of a plate is filled, so that a special tile comes."""
    return REACHED if any(event.kind == "special" for event in tried.scoring) else "no_special"


def score(case: Case, tried: Tried) -> str:
    """The cell that scores most."""
    return REACHED if case.gain(tried) == case.most else "fewer_points"


def _kinds(case: Case) -> set[str]:
    return {tried.parts["kind"] for tried in case.tried}


def _two_kinds_of_moon(case: Case) -> bool:
    moons = [tried for tried in case.tried if tried.parts["kind"] == "moons"]
    return any(brings_start(tried) for tried in moons) and not all(brings_start(tried) for tried in moons)


def _useful_plate(case: Case) -> bool:
    return _kinds(case) == {"lay"} and sum(count > 0 for _, count in case.board["lines"]) >= 2


def _two_chips(case: Case) -> bool:
    chips = [case.facts["chips"][tried.parts["factory"] - 1] for tried in case.tried if tried.parts["kind"] == "chip"]
    return len(chips) > 1 and len({helps(case, chip) for chip in chips}) == 2


LESSONS = (
    Lesson("take", take, lambda case: case.facts["round"] == 1 and {"sun", "open"} <= _kinds(case), easy=True),
    Lesson("plate", lay_plate, _useful_plate),
    Lesson("moons", from_moons, lambda case: "sun" in _kinds(case) and _most_from_moons(case) >= 2),
    Lesson("start", without_start, _two_kinds_of_moon),
    Lesson("score", score, lambda case: _kinds(case) == {"column"} and case.most >= 3),
    Lesson("chip", take_chip, _two_chips),
    Lesson("pay", pay, lambda case: {"leave", "pay"} <= _kinds(case) and case.facts["missing"] == 1),
    Lesson("special", special, lambda case: _kinds(case) == {"column"}),
)
