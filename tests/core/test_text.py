"""Text for everything: moves, positions and records, there and back, and nothing else accepted."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tegel
from tegel.core.game import find_game, game_names
from tegel.core.position import read_position, write_position
from tegel.core.words import say
from tests.configurations import CONFIGURATIONS, NAMES, new_table, play_random

every_configuration = pytest.mark.parametrize(("name", "options"), CONFIGURATIONS, ids=NAMES)


@pytest.mark.parametrize("name", game_names())
def test_every_move_has_one_code_and_a_sentence_in_every_language(name: str) -> None:
    game = find_game(name)
    codes = [game.code(move) for move in range(game.moves)]
    assert len(set(codes)) == game.moves
    assert [game.parse(code) for code in codes] == list(range(game.moves))
    for language in ("en", "nl", "fr"):
        for move in range(game.moves):
            entry, words = game.describe(move)
            assert say(language, entry, **words)


@pytest.mark.parametrize("name", game_names())
@given(text=st.text(max_size=8))
def test_anything_else_is_no_move(name: str, text: str) -> None:
    game = find_game(name)
    codes = {game.code(move) for move in range(game.moves)}
    if text not in codes:
        with pytest.raises(tegel.IllegalMove):
            game.parse(text)


@every_configuration
def test_positions_go_there_and_back(name: str, options: dict) -> None:
    table = new_table(name, options, 3)
    source = random.Random(3)
    while True:
        for state in (table.state, table.view(0).state, table.view(-1).state):
            text = write_position(table.game, state)
            game, back = read_position(text)
            assert game is table.game
            assert back.tobytes() == state.tobytes()
        if table.over:
            break
        table.play(source.choice(table.legal))


@every_configuration
def test_edited_positions_are_refused_or_mean_something_else(name: str, options: dict) -> None:
    """No line can be dropped, doubled or changed and still be read as the same position."""
    table = play_random(new_table(name, options, 4), 4, 12)
    text = table.position
    lines = text.splitlines()
    source = random.Random(4)
    edits = ["\n".join(lines[:at] + lines[at + 1 :]) + "\n" for at in range(len(lines))]
    edits += ["\n".join(lines[: at + 1] + lines[at:]) + "\n" for at in range(len(lines))]
    for _ in range(200):
        at = source.randrange(len(text))
        edits.append(text[:at] + source.choice("0123456789bykrwtx.-* \n") + text[at + 1 :])
    for edit in edits:
        if edit != text:
            with contextlib.suppress(tegel.BadPosition):
                _, state = read_position(edit)
                assert write_position(table.game, state) == edit


@every_configuration
def test_records_go_there_and_back_and_verify(name: str, options: dict) -> None:
    table = play_random(new_table(name, options, 5), 5)
    text = table.record.dumps()
    record = tegel.Record.loads(text)
    assert record == table.record
    assert record.dumps() == text
    assert tegel.verify(record).position == table.position
    secret = record.without_key()
    assert tegel.Record.loads(secret.dumps()) == secret
    with pytest.raises(tegel.BadRecord, match="secret"):
        tegel.replay(secret)


FINISHED = play_random(new_table("azul", {"players": 2, "wall": "coloured"}, 6), 6).record.dumps()


@settings(max_examples=300)
@given(st.data())
def test_edited_records_never_verify(data: st.DataObject) -> None:
    """Any change of one character is refused, unless it names a player, makes another move that leads to the same points, or sets
    another limit of rounds that was not reached."""
    text = FINISHED
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.characters(codec="ascii"))
    edited = text[:at] + letter + text[at + 1 :]
    line = text.splitlines()[text[:at].count("\n")]
    kept = ("tegel", "game", "option players", "option wall", "hash", "key", "moves", "over")
    if edited != text and line.startswith(kept):
        with pytest.raises(tegel.TegelError):
            tegel.verify(tegel.Record.loads(edited))


def test_truncated_records_are_refused() -> None:
    text = play_random(new_table("azul", {"players": 2, "wall": "coloured"}, 6), 6).record.dumps()
    for length in range(0, len(text) - 1, 7):
        with pytest.raises(tegel.BadRecord):
            tegel.verify(tegel.Record.loads(text[:length]))


def test_a_wrong_result_does_not_verify() -> None:
    record = play_random(new_table("azul", {"players": 2, "wall": "coloured"}, 6), 6).record
    text = record.dumps()
    better = text.replace(f"over {record.points[0]}", f"over {record.points[0] + 1}")
    with pytest.raises(tegel.BadRecord, match="points"):
        tegel.verify(tegel.Record.loads(better))


def test_another_rules_version_is_refused() -> None:
    text = tegel.game("azul").record.dumps().replace("rules 1", "rules 2")
    with pytest.raises(tegel.BadRecord, match="rules 2"):
        tegel.Record.loads(text)


def test_a_table_from_a_position_plays_on() -> None:
    table = play_random(new_table("azul", {"players": 3, "wall": "grey"}, 7), 7, 30)
    twin = tegel.Table.from_position(table.position)
    assert twin.legal == table.legal
    play_random(twin, 8)
    assert twin.over
    with pytest.raises(tegel.BadRecord, match="began at a position"):
        _ = twin.record
