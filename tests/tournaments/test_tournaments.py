"""Pairings and standings: every format from its first round to its last, byes, late entries, withdrawals."""

from __future__ import annotations

import random
import time
from collections import Counter
from itertools import combinations

import msgspec
import pytest

from tegel.tournaments.event import Event, Plan, Seating, TournamentError, is_computer
from tegel.tournaments.pairing import history_of, next_round
from tegel.tournaments.standings import points_of, standings


def event_of(count: int, **plan: object) -> Event:
    event = Event(Plan(**plan))  # type: ignore[arg-type]
    for at in range(count):
        event.enter(f"p{at:02}", 1500 + 10 * at)
    return event


def play_round(event: Event, source: random.Random) -> None:
    """A round in which everybody has the place of a drawn order."""
    event.rounds.append(next_round(event))
    for at, table in enumerate(event.rounds[-1]):
        if not table.bye:
            event.record(len(event.rounds) - 1, at, source.sample(range(1, len(table.players) + 1), len(table.players)))


def test_an_eight_player_swiss_evening() -> None:
    event, source = event_of(8, rounds=5), random.Random(1)
    for _ in range(5):
        play_round(event, source)
    met = history_of(event).met
    assert set(met.values()) == {1}, "nobody meets twice in five rounds of eight"
    seats = history_of(event).seats
    assert all(abs(seats[f"p{at:02}", 0] - seats[f"p{at:02}", 1]) <= 1 for at in range(8)), "five games: three and two"
    table = standings(event)
    assert [line.place for line in table] == sorted(line.place for line in table)
    assert sum(line.points for line in table) == pytest.approx(5 * 4)
    with pytest.raises(TournamentError, match="all rounds"):
        next_round(event)


def test_who_is_equal_stands_in_the_order_of_entering() -> None:
    event = event_of(2)
    event.entries.reverse()
    assert [line.player for line in standings(event)] == ["p01", "p00"]


def test_four_at_a_table_and_sixteen_meet_new_people() -> None:
    event, source = event_of(16, size=4, rounds=4), random.Random(2)
    for _ in range(4):
        play_round(event, source)
    met = history_of(event).met
    assert sum(met.values()) == 4 * 4 * 6
    assert sum(times - 1 for times in met.values()) <= 12, "few pairs of 96 meet again"
    assert max(met.values()) <= 2
    seats = history_of(event).seats
    assert max(seats.values()) <= 2


@pytest.mark.parametrize(("count", "size"), [(5, 3), (7, 3), (10, 4), (19, 5)])
def test_rather_a_smaller_table_than_a_bye(count: int, size: int) -> None:
    event, source = event_of(count, size=size, rounds=4), random.Random(5)
    for _ in range(4):
        play_round(event, source)
        assert {len(table.players) for table in event.rounds[-1]} == {size, size - 1}
    same = event_of(count, size=size, rounds=4, duplicate=True)
    assert {len(table.players) for table in next_round(same)} == {size, 1}, "tables with the same deals are equal"


@pytest.mark.parametrize(("count", "size"), [(9, 2), (5, 4), (11, 5)])
def test_byes_go_round(count: int, size: int) -> None:
    event, source = event_of(count, size=size, rounds=5), random.Random(3)
    for _ in range(5):
        play_round(event, source)
        assert sorted(player for table in event.rounds[-1] for player in table.players) == [f"p{at:02}" for at in range(count)]
    byes = history_of(event).byes
    assert sum(byes.values()) == 5 * (count % size)
    assert max(byes.values()) - min(byes[f"p{at:02}"] for at in range(count)) <= 1


def test_the_computer_fills_a_table_and_is_not_placed() -> None:
    event, source = event_of(6, size=4, rounds=3, fill=True), random.Random(4)
    for _ in range(3):
        play_round(event, source)
        assert [len(table.players) for table in event.rounds[-1]] == [4, 4]
    assert len(standings(event)) == 6
    assert not any(is_computer(line.player) for line in standings(event))


def test_late_entry_withdrawal_and_coming_back() -> None:
    event, source = event_of(4, rounds=4), random.Random(5)
    play_round(event, source)
    event.enter("late")
    event.withdraw("p00")
    play_round(event, source)
    there = {player for table in event.rounds[-1] for player in table.players}
    assert there == {"late", "p01", "p02", "p03"}
    event.enter("p00")
    play_round(event, source)
    assert "p00" in {player for table in event.rounds[-1] for player in table.players}
    assert {line.player for line in standings(event)} == {"late", "p00", "p01", "p02", "p03"}


@pytest.mark.parametrize(("count", "size", "advance"), [(8, 2, 1), (11, 2, 1), (16, 4, 2), (13, 3, 1)])
def test_a_knock_out_ends_with_one(count: int, size: int, advance: int) -> None:
    event, source = event_of(count, format="knockout", size=size, advance=advance), random.Random(6)
    for number in range(12):
        play_round(event, source)
        if len(event.rounds[-1]) == 1:
            break
        assert number < 11
    last = event.rounds[-1][0]
    assert 2 <= len(last.players) <= size
    with pytest.raises(TournamentError, match="knock-out"):
        event.enter("late")


def test_the_strongest_meet_late_in_a_knock_out() -> None:
    tables = next_round(event_of(8, format="knockout"))
    pairs = {frozenset(table.players) for table in tables}
    assert frozenset({"p07", "p00"}) in pairs
    assert not any({"p07", "p06"} == pair for pair in pairs)


@pytest.mark.parametrize("count", [6, 7])
def test_a_league_meets_everybody_once(count: int) -> None:
    rounds = count if count % 2 else count - 1
    event, source = event_of(count, format="league", rounds=rounds), random.Random(7)
    for _ in range(rounds):
        play_round(event, source)
    met = history_of(event).met
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}


def test_an_arena_pairs_whoever_is_free() -> None:
    event = event_of(5, format="arena")
    event.rounds.append(next_round(event))
    assert len(event.rounds[0]) == 2
    (waiting,) = {f"p{at:02}" for at in range(5)} - {player for table in event.rounds[0] for player in table.players}
    with pytest.raises(TournamentError, match="free"):
        next_round(event)
    event.record(0, 0, [1, 2])
    (table,) = next_round(event)
    assert waiting in table.players, "who has waited plays next"
    assert len(set(table.players) & set(event.rounds[0][0].players)) == 1


def test_points_and_tie_breaks() -> None:
    assert points_of(Seating(["a", "b"], [1, 2])) == [1, 0]
    assert points_of(Seating(["a", "b"], [1, 1])) == [0.5, 0.5]
    assert points_of(Seating(["a", "b", "c", "d"], [1, 2, 2, 4])) == pytest.approx([1, 0.5, 0.5, 0])
    assert points_of(Seating(["a"])) == [1]
    event = event_of(4, rounds=2)
    event.rounds = [
        [Seating(["p00", "p01"], [1, 2]), Seating(["p02", "p03"], [1, 2])],
        [Seating(["p00", "p02"], [1, 2]), Seating(["p01", "p03"], [1, 2])],
    ]
    table = standings(event)
    assert [(line.player, line.place) for line in table] == [("p00", 1), ("p01", 2), ("p02", 2), ("p03", 4)]
    event.rounds[1] = [Seating(["p00", "p03"], [1, 2]), Seating(["p01", "p02"], [1, 2])]
    table = standings(event)
    assert [(line.player, line.place) for line in table] == [("p00", 1), ("p01", 2), ("p02", 3), ("p03", 4)]
    assert table[1].opponents > table[2].opponents, "a lost game against the winner is worth more"


def test_bad_plans_results_and_names_are_refused() -> None:
    for plan in ({"size": 6}, {"size": 1}, {"rounds": 0}, {"rounds": 31}, {"size": 3, "advance": 3}):
        with pytest.raises(TournamentError):
            Plan(**plan)  # type: ignore[arg-type]
    event = event_of(4)
    event.rounds.append(next_round(event))
    with pytest.raises(TournamentError, match="still plays"):
        next_round(event)
    for places in ([1], [0, 1], [2, 2], [1, 3]):
        with pytest.raises(TournamentError):
            event.record(0, 0, places)
    with pytest.raises(TournamentError, match="take part"):
        event.withdraw("nobody")
    with pytest.raises(TournamentError, match="two players"):
        next_round(event_of(1))


def test_an_event_is_plain_data_and_its_pairing_always_the_same() -> None:
    event, source = event_of(12, size=3, rounds=4), random.Random(8)
    play_round(event, source)
    again = msgspec.json.decode(msgspec.json.encode(event), type=Event)
    assert again == event
    assert next_round(again) == next_round(event)
    for table in next_round(event):
        assert len(set(table.players)) == 3
    assert all(one != other for table in next_round(event) for one, other in combinations(table.players, 2))
    assert Counter(player for table in next_round(event) for player in table.players).most_common(1)[0][1] == 1


def test_large_fields_take_only_as_much_longer_as_they_are_larger() -> None:
    """What everybody who looks at a tournament waits for."""

    def seconds(people: int) -> float:
        event, source = event_of(people, rounds=30, duplicate=True), random.Random(3)
        names = [entry.player for entry in event.entries]
        for _ in range(10):
            source.shuffle(names)
            points = [[source.randint(0, 50), source.randint(0, 50)] for _ in names[::2]]
            pairs = zip(names[::2], names[1::2], points, strict=True)
            event.rounds.append([Seating([one, two], [1 + (a < b), 1 + (b < a)], points=[a, b]) for one, two, (a, b) in pairs])
        taken = []
        for _ in range(3):
            begun = time.process_time()
            standings(event)
            taken.append(time.process_time() - begun)
        return min(taken)

    assert seconds(240) < 12 * seconds(40), "six times as many"
