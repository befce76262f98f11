"""From where a seat is played, so that two people at one address are not rated against each other. Only keyed hashes, for a while."""

from __future__ import annotations

import hashlib
import hmac

from .house import House
from .rating_tables import seat_networks
from .room import Room
from .who import Who

MOST = 4  # noted of one seat; who travels more than that is noted no more


def hash_network(house: House, who: Who) -> str:
    """What is kept of where somebody is."""
    return hmac.new(house.address_key, who.network.encode(), hashlib.sha256).hexdigest()


def note_network(house: House, room: Room, who: Who) -> None:
    """Somebody plays from here; only in a game between several people that is not over."""
    if house.settings.one_address or room.over or sum(seat.kind != "computer" for seat in room.seats) < 2:
        return
    for at in room.seats_of(who):
        mark = at, who.network
        if mark in room.networks or sum(seat == at for seat, _ in room.networks) >= MOST:
            continue
        room.networks.add(mark)
        row = {"game": room.id, "seat": at, "network": hash_network(house, who)}
        there = [getattr(seat_networks.c, name) == value for name, value in row.items()]
        house.start(house.log.write(statements=[seat_networks.delete().where(*there), seat_networks.insert().values(**row)]))
