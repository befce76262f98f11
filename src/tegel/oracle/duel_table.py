"""What lies between the players in Azul Duel: bag and tower, factories with their chips, plates."""

from collections import Counter
from dataclasses import dataclass, field

from .chance import Chance
from .duel_board import back


def counts(tiles: Counter[int], kinds: int = 5) -> list[int]:
    return [tiles[kind] for kind in range(kinds)]


class TileSupply:
    """D2.1: the bag, and the tower that is tipped into it."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.bag: Counter[int] = Counter(dict.fromkeys(range(5), 13))
        self.tower: Counter[int] = Counter()

    def tip_tower(self) -> None:
        self.bag.update(self.tower)
        self.tower.clear()

    def draw(self, number: int) -> Counter[int]:
        """D5.1: that many tiles, or as many as bag and tower hold."""
        drawn: Counter[int] = Counter()
        for _ in range(number):
            if self.bag.total() == 0:
                self.tip_tower()
            if self.bag.total() == 0:
                break
            colour = self.chance.draw(counts(self.bag))
            self.bag[colour] -= 1
            drawn[colour] += 1
        return drawn

    def draw_for_large_factory(self) -> Counter[int]:
        """D2.2: five tiles that are not all of one colour, if that can be."""
        while True:
            drawn = self.draw(5)
            if max(counts(drawn)) < 5:
                return drawn
            if len(+(drawn + self.bag + self.tower)) == 1:
                return drawn
            self.bag.update(drawn)
            if len(+self.bag) == 1:
                self.tip_tower()


@dataclass
class SmallFactory:
    """D1: a sun, and a moon with a chip under a stack of tiles (bottom first)."""

    sun: Counter[int] = field(default_factory=Counter)
    moon: list[int] = field(default_factory=list)
    chip: int | str | None = None  # a revealed type, "down", or None: gone


class Market:
    """The factories with their chips, the supply of chips, the start tile."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.large_sun: Counter[int] = Counter()
        self.large_moon: Counter[int] = Counter()
        self.small = [SmallFactory() for _ in range(4)]
        self.start_tile: int | None = None  # the seat that has taken it in this round; None: on the factory
        self.chips_left: Counter[int] = Counter(dict.fromkeys(range(10), 2))  # D1.3: not yet revealed
        self.building: Counter[int] = Counter()  # D3.2: tiles still to be stacked on a moon
        self.building_at: int | None = None

    def fill(self, supply: TileSupply) -> None:
        """D2.2, D2.3, D5.1: tiles on all suns, a face-down chip on every small factory."""
        self.start_tile = None
        self.large_sun = supply.draw_for_large_factory()
        for factory in self.small:
            factory.sun = supply.draw(4)
            factory.chip = "down"
        self.reveal_chips()

    def sun(self, factory: int) -> Counter[int]:
        return self.large_sun if factory == 0 else self.small[factory - 1].sun

    def reveal_chips(self) -> None:
        """D3.10: the chip of every small factory without a tile; drawn now (docs/moves.md)."""
        for number, factory in enumerate(self.small, start=1):
            tiles_left = factory.sun.total() > 0 or factory.moon or self.building_at == number
            if factory.chip == "down" and not tiles_left:
                chip = self.chance.draw(counts(self.chips_left, 10))
                self.chips_left[chip] -= 1
                factory.chip = chip

    def take_sun(self, factory: int, colour: int) -> int:
        """D3.2: all tiles of a colour from a sun; the rest is for the moon. The number taken."""
        sun = self.sun(factory)
        number = sun.pop(colour)
        rest = Counter(sun)
        sun.clear()
        if factory == 0:
            self.large_moon.update(rest)
        elif rest.total() > 0:
            self.building = rest
            self.building_at = factory
        self.reveal_chips()
        return number

    def stack_one(self, colour: int) -> None:
        """D3.2: the next tile on the moon stack being built."""
        assert self.building_at is not None
        assert self.building[colour] > 0
        self.small[self.building_at - 1].moon.append(colour)
        self.building[colour] -= 1
        if self.building.total() == 0:
            self.building_at = None

    def moon_colours(self) -> set[int]:
        """D3.3: the colours that can be taken from the moons."""
        return set(+self.large_moon) | {factory.moon[-1] for factory in self.small if factory.moon}

    def take_moons(self, seat: int, colour: int) -> int:
        """D3.3: a colour from the top of all stacks and from the large moon, with the start tile. The number taken."""
        number = self.large_moon.pop(colour, 0)
        if number > 0 and self.start_tile is None:
            self.start_tile = seat
        for factory in self.small:
            if factory.moon and factory.moon[-1] == colour:
                factory.moon.pop()
                number += 1
        self.reveal_chips()
        return number


class PlateStock:
    """D2.1: the stack (top first), the display, the plates being drawn, and who knows which front."""

    def __init__(self, chance: Chance) -> None:
        self.stack = list(range(18))
        for i in range(17):
            j = i + chance.below(18 - i)
            self.stack[i], self.stack[j] = self.stack[j], self.stack[i]
        self.display: list[int | None] = [None, None, None]
        self.drawn: list[int | None] = []
        self.hand: int | None = None
        self.seen_by: tuple[set[int], set[int]] = (set(), set())
        self.returned: set[int] = set()
        self.refill_display()

    def refill_display(self) -> None:
        """D2.1, D2.4, D5.1: gaps are filled from slot 0 up."""
        for slot in range(3):
            if self.display[slot] is None and self.stack:
                self.display[slot] = self.stack.pop(0)

    def open_slots(self) -> list[int]:
        return [slot for slot in range(3) if self.display[slot] is not None]

    def take_open(self, slot: int) -> None:
        self.hand, self.display[slot] = self.display[slot], None

    def draw(self) -> None:
        """D3.1: the stack's top plate, unseen."""
        self.drawn.append(self.stack.pop(0))

    def look(self, seat: int) -> None:
        """D3.1: the drawer sees the fronts of all drawn plates, and does not forget them (D8)."""
        self.seen_by[seat].update(plate for plate in self.drawn if plate is not None)

    def numbers_drawn(self) -> list[int]:
        return [number for number, plate in enumerate(self.drawn) if plate is not None]

    def remove_drawn(self, number: int) -> int:
        plate = self.drawn[number]
        assert plate is not None
        self.drawn[number] = None
        if not self.numbers_drawn():
            self.drawn = []
        return plate

    def keep(self, number: int) -> None:
        """D3.1, D3.9: the plate kept is shown."""
        self.hand = self.remove_drawn(number)

    def put_under(self, number: int) -> None:
        """D3.1: the new bottom plate of the stack; everybody saw its back (D8)."""
        plate = self.remove_drawn(number)
        self.stack.append(plate)
        self.returned.add(plate)

    def drawn_as_seen(self, viewer: int | None) -> list[int | str | None]:
        """D3.9: the plates drawn, to a viewer: the front if known, else the back."""
        return [plate if plate is None or self.knows_front(plate, viewer) else back(plate) for plate in self.drawn]

    def stack_as_seen(self, viewer: int | None) -> list[int | str]:
        """D8: the stack, to a viewer: fronts if known, the back of the top plate and of those that were returned."""
        return [
            plate if self.knows_front(plate, viewer) else back(plate) if number == 0 or plate in self.returned else "?"
            for number, plate in enumerate(self.stack)
        ]

    def knows_front(self, plate: int, viewer: int | None) -> bool:
        """D8: None knows everything."""
        return viewer is None or plate in self.seen_by[viewer]
