"""Who is rated by which games: nothing that one person can farm."""

from __future__ import annotations

import random

from tegel.ratings.beliefs import Belief
from tegel.ratings.fit import Draws
from tegel.ratings.pool import A_DAY, DAY, KNOWN_GAMES, Result, rate, too_often

PEOPLE = [f"person{at}" for at in range(6)]


def prior(player: str) -> Belief:
    """Level n is at 1000 + 100 n."""
    return Belief(1000 + 100 * int(player[6:]), 100) if ":" in player else Belief()


def club(games: int = 120) -> list[Result]:
    """Six people who play each other and the computer, over weeks."""
    source, found = random.Random(3), []
    for number in range(games):
        table = source.sample([*PEOPLE, "level:4", "level:6"], 3)
        places = source.sample([1, 2, 3], 3)
        found.append(Result(f"g{number:04}", number * DAY // 4, tuple(table), tuple(places)))
    return found


def test_the_order_of_the_log_does_not_matter() -> None:
    games = club()
    shuffled = random.Random(1).sample(games, len(games))
    assert rate(games, prior) == rate(shuffled, prior)


def test_strangers_who_lose_lift_nobody_who_is_well_known() -> None:
    games = club()
    before = rate(games, prior)
    strangers = [Result(f"x{at:04}", 40 * DAY, ("person0", f"stranger{at}"), (1, 2)) for at in range(1000)]
    after = rate([*games, *strangers], prior)
    assert after["person0"].belief == before["person0"].belief
    assert after["person0"].games == before["person0"].games + 1000
    assert not after["stranger0"].listed
    assert after["stranger0"].belief.mean < 1500, "they are rated themselves"


def test_two_people_alone_are_rated_but_not_listed() -> None:
    games = [Result(f"g{at:03}", at * DAY, ("anna", "bo"), (1, 2)) for at in range(40)]
    found = rate(games, prior)
    assert found["anna"].belief.mean > 1700 > found["bo"].belief.mean
    assert not found["anna"].known
    assert not found["anna"].listed


def test_only_so_many_games_of_the_same_two_count_in_a_day() -> None:
    games = [Result(f"g{at:03}", at * 1000, ("anna", "bo"), (1, 2)) for at in range(A_DAY + 5)]
    assert too_often(games) == {f"g{at:03}" for at in range(A_DAY, A_DAY + 5)}
    assert rate(games, prior)["anna"].games == A_DAY
    later = Result("later", DAY + 500, ("anna", "bo"), (1, 2))
    assert "later" not in too_often([*games, later]), "a day after the first there is room for one more"
    table = Result("table", 20_000, ("anna", "bo", "chloe"), (1, 2, 3))
    assert "table" in too_often([*games, table]), "also at a table with others"


def test_the_computer_can_be_played_as_often_as_one_likes() -> None:
    games = [Result(f"g{at:03}", at, ("anna", "level:3"), (1 + at % 2, 2 - at % 2)) for at in range(50)]
    assert too_often(games) == set()
    found = rate(games, prior)
    assert found["anna"].belief.mean - found["level:3"].belief.mean < 40
    assert not found["anna"].known, "one opponent is not enough"
    more = [Result(f"h{at:03}", at, ("anna", f"level:{4 + at % 2}"), (2, 1)) for at in range(KNOWN_GAMES)]
    assert rate([*games, *more], prior)["anna"].listed


def test_old_games_count_less() -> None:
    def found(gap: int) -> float:
        old = [Result(f"a{at}", at, ("anna", f"level:{at % 4}"), (2, 1)) for at in range(20)]
        new = [Result(f"b{at}", gap + at, ("anna", f"level:{at % 4}"), (1, 2)) for at in range(20)]
        return rate([*old, *new], prior)["anna"].belief.mean

    assert found(4 * 365 * DAY) > found(0) + 50


def test_the_second_number_is_there_only_where_luck_was_measured() -> None:
    games = [result._replace(luck=(0.2, 0.0, -0.2) if at < 30 else None) for at, result in enumerate(club())]
    found = rate(games, prior, Draws(0.9, 0.2))
    assert found["person0"].luckless is not None
    assert found["person0"].luck_games == sum("person0" in result.players for result in games[:30])
    assert all(rating.luckless is None for rating in rate(club(), prior, Draws(0.9, 0.2)).values())
    assert all(rating.luckless is None for rating in rate(games, prior).values())
