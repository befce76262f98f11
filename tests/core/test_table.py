"""Tables: playing, taking back, copying, errors that change nothing."""

from __future__ import annotations

import pytest
from rich.text import Text

import tegel
from tegel.core import generic
from tegel.core.game import find_game, game_names
from tegel.core.table import Table
from tests.configurations import CONFIGURATIONS, NAMES, new_table, play_random

every_configuration = pytest.mark.parametrize(("name", "options"), CONFIGURATIONS, ids=NAMES)


@every_configuration
def test_invariants_hold_after_every_move(name: str, options: dict) -> None:
    for seed in range(3):
        table = new_table(name, options, seed)
        play_random(table, seed)
        replayed = new_table(name, options, seed)
        for move in table.moves:
            assert generic.check(replayed.state) == 0, table.game.checks[generic.check(replayed.state)]
            assert len(replayed.legal) >= 2
            assert len(replayed.legal) <= min(500, table.game.most_legal)
            assert replayed.legal == sorted(set(replayed.legal))
            replayed.play(move)
        assert generic.check(replayed.state) == 0
        assert replayed.over
        assert replayed.legal == []


@every_configuration
def test_earlier_states_never_change(name: str, options: dict) -> None:
    """The copy test: each state's bytes are as they were when it was reached."""
    table = new_table(name, options, 5)
    seen = []
    while not table.over:
        seen.append(table.state.tobytes())
        table = play_random(table, len(seen), len(table.moves) + 1)
    assert [table.state_at(ply).tobytes() for ply in range(len(seen))] == seen


@every_configuration
def test_undo_goes_back_exactly(name: str, options: dict) -> None:
    table = play_random(new_table(name, options, 6), 6)
    while table.moves:
        table.undo()
    assert table.state.tobytes() == new_table(name, options, 6).state.tobytes()
    with pytest.raises(tegel.IllegalMove, match="no move to take back"):
        table.undo()


@every_configuration
def test_a_copy_is_independent(name: str, options: dict) -> None:
    table = play_random(new_table(name, options, 7), 7, 20)
    twin = table.copy()
    before = table.position
    play_random(twin, 8)
    assert table.position == before
    assert len(table.moves) == 20
    assert twin.over


@every_configuration
def test_points_of_events_add_up_to_the_scores(name: str, options: dict) -> None:
    """Every change of a score has a reason that is told."""
    for seed in range(5):
        table = new_table(name, options, seed)
        scores = [0] * table.players if table.game.fewest_wins else table.scores
        play_random(table, seed)
        for events in table.history:
            for event in events:
                scores[event.seat] += event.points
        assert scores == table.scores


@every_configuration
def test_a_story_is_never_full(name: str, options: dict) -> None:
    from tegel.core.story import LENGTH

    for seed in range(5):
        table = play_random(new_table(name, options, seed), seed)
        assert max(len(events) for events in table.history) < LENGTH


@every_configuration
def test_preview_is_the_final_score_once_over(name: str, options: dict) -> None:
    table = new_table(name, options, 9)
    before = table.position
    assert len(table.preview) == table.players
    assert table.position == before
    play_random(table, 9)
    assert table.preview == table.scores


@every_configuration
def test_bad_moves_change_nothing(name: str, options: dict) -> None:
    table = new_table(name, options, 10)
    before = table.position
    legal = set(table.legal)
    illegal = next(move for move in range(table.game.moves) if move not in legal)
    for bad in (illegal, table.game.code(illegal), -1, table.game.moves, "", "xyz", "3b4 ", "é", "1" * 1000):
        with pytest.raises(tegel.IllegalMove):
            table.play(bad)
    assert table.position == before
    assert table.moves == []


def test_bad_options() -> None:
    with pytest.raises(tegel.BadOption, match="no game 'chess'; the games are azul, blockers and duel"):
        tegel.game("chess")
    with pytest.raises(tegel.BadOption, match="players cannot be 5 in azul; allowed is 2, 3 or 4"):
        tegel.game("azul", players=5)
    with pytest.raises(tegel.BadOption, match="wall cannot be 'pink'"):
        tegel.game("azul", wall="pink")
    with pytest.raises(tegel.BadOption, match="no option 'walls'; its options are players, wall and rounds"):
        tegel.game("azul", walls="grey")
    with pytest.raises(tegel.BadOption, match="3 names were given for 2 players"):
        tegel.game("azul", names=["a", "b", "c"])


def test_printing_and_words() -> None:
    for name in ("azul", "blockers", "duel"):
        table = tegel.game(name, key=(1, 1, 1, 1))
        assert len(str(table).splitlines()) > 8
        assert table.say(table.legal[0], "nl") != table.say(table.legal[0], "fr")


@pytest.mark.parametrize("name", game_names())
def test_names_are_drawn_as_they_are(name: str) -> None:
    """A name is no markup, whatever it looks like."""
    game = find_game(name)
    table = Table(game, game.options(), (1, 2, 3, 4))
    names = ["[red]A[/red]", *(str(seat) for seat in range(1, table.players))]
    assert "[red]A[/red]" in Text.from_markup("\n".join(game.draw(table.state, None, names, "en"))).plain
