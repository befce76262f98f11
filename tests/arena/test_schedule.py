"""Who sits where: duplicate sets are fair, and everything follows from the seed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tegel.arena.schedule import job_of, new_match, seating, whole_sets
from tegel.core.errors import BadOption
from tegel.core.game import find_game
from tegel.search.named_networks import shipped_hash
from tegel.search.network import BadNetwork


def match_of(*players: str, seed: int = 1, game: str = "azul", **options: object):
    return new_match(find_game(game), options, list(players), seed, 10)


@pytest.mark.parametrize("players", [("random", "greedy"), ("random", "greedy", "level:1"), ("level:1", "greedy", "greedy", "greedy")])
def test_in_a_set_everybody_sits_everywhere_with_the_same_key(players: tuple[str, ...]) -> None:
    match = match_of(*players)
    jobs = [job_of(match, number) for number in range(match.seats)]
    assert len({job.key for job in jobs}) == 1
    for seat in range(match.seats):
        assert Counter(job.seats[seat] for job in jobs) == Counter(players)
    assert job_of(match, match.seats).key != jobs[0].key


def test_a_tournament_lets_everybody_meet_on_the_same_deals() -> None:
    match = match_of("random", "greedy", "level:1", players=2)
    jobs = [job_of(match, number) for number in range(12)]
    met = Counter(frozenset(job.seats) for job in jobs)
    assert set(met.values()) == {4}
    assert len(met) == 3
    assert len({job.key for job in jobs[:6]}) == 1
    assert len({job.key for job in jobs}) == 2


def test_seeds_differ_between_games_seats_and_matches() -> None:
    seeds = [seed for number in range(50) for seed in job_of(match_of("random", "greedy"), number).seeds]
    assert len(set(seeds)) == 100
    assert job_of(match_of("random", "greedy", seed=2), 0).seeds != seeds[:2]
    assert job_of(match_of("random", "greedy"), 7) == job_of(match_of("random", "greedy"), 7)


def test_games_are_rounded_up_to_whole_sets() -> None:
    assert whole_sets(match_of("random", "greedy"), 7) == 8
    with pytest.raises(BadOption):
        whole_sets(match_of("random", "greedy"), 0)


def test_endless_games_cannot_happen() -> None:
    assert match_of("random", "greedy").options["rounds"] == 50
    assert match_of("random", "greedy", rounds=0).options["rounds"] == 0
    assert seating(match_of("random", "greedy", game="duel"), 1) == ["greedy", "random"]


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (["greedy"], {}, "at least two players"),
        (["greedy", ""], {}, "at least two players"),
        (["greedy", "random"], {"players": 3}, "set for 3 players"),
        (["greedy", "greedy", "random"], {"players": 2}, "each player once"),
        (["greedy", "nobody"], {}, "no player 'nobody'"),
        (["greedy", "mine.py"], {}, "a bot of your own: FILE.py:CLASS, or cmd:"),
        (["greedy", "no.py:Bot"], {}, "cannot read no.py"),
        (["greedy", "cmd:no-such-program-here"], {}, "no program 'no-such-program-here'"),
        (["greedy", "cmd:"], {}, "no program"),
        (["greedy", "cmd:'unfinished"], {}, "cannot be read"),
        (["greedy"] * 6, {}, "players cannot be 6"),
    ],
)
def test_bad_matches_are_refused(players: list[str], options: dict, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        new_match(find_game("azul"), options, players, 1, 10)


@pytest.mark.parametrize("name", ["learned:40@000000000000", "level:5@000000000000"])
def test_a_network_that_is_not_here_is_refused_before_a_game_is_lost(name: str) -> None:
    with pytest.raises(
        BadNetwork, match=r"does not have the SHA-256 000000000000\.\.\., and the variable TEGEL_NETWORKS can name a folder"
    ):
        match_of(name, "greedy")
    match_of(name[:-12] + shipped_hash(find_game("azul"), 4)[:12], "greedy")


def test_a_program_that_may_not_be_run_is_refused_with_the_remedy(tmp_path: Path) -> None:
    program = tmp_path / "mybot"
    program.write_text("#!/bin/sh\n")
    with pytest.raises(BadOption, match="make its program executable, chmod"):
        new_match(find_game("azul"), {}, ["greedy", f"cmd:{program}"], 1, 10)
