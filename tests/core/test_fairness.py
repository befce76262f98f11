"""Promises, commitments, nonces and keys; records that begin at a position; what a proof shows. The browser's tests share the vectors."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tegel
from tegel.core import generic
from tegel.core.chance import Key, format_key
from tegel.core.fairness import NO_NONCE, Proof, commitment_of, findings, mix_key, promise_of
from tegel.core.game import find_game
from tegel.core.position import write_position
from tegel.core.record import Record, hash_key
from tegel.core.replay import verify
from tegel.core.table import Table
from tests.configurations import CONFIGURATIONS, NAMES, new_table, play_random

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "fairness.json").read_text())
SECRET, NONCES = "5e" * 32, ("a1" * 32, "b2" * 32)
KEY: Key = (1, 2, 3, 4)


def proven(table: Table, commitments: bool = True) -> Record:
    """The record of a game whose key was made of these nonces."""
    promise = promise_of(SECRET)
    shown = tuple(commitment_of(promise, seat, nonce) for seat, nonce in enumerate(NONCES)) if commitments else ()
    return replace(table.record, proof=Proof(promise, NONCES, SECRET, shown))


def finished() -> Table:
    return play_random(Table(find_game("blockers"), find_game("blockers").options_from({}), mix_key(SECRET, NONCES)), 3)


def test_the_shared_vectors() -> None:
    assert promise_of(VECTORS["secret"]) == VECTORS["promise"]
    for seat, (nonce, commitment) in enumerate(zip(VECTORS["nonces"], VECTORS["commitments"], strict=True)):
        if nonce is not None:
            assert commitment_of(VECTORS["promise"], seat, nonce) == commitment
    key = mix_key(VECTORS["secret"], [nonce or NO_NONCE for nonce in VECTORS["nonces"]])
    assert (format_key(key), hash_key(key)) == (VECTORS["key"], VECTORS["key_hash"])
    verify(Record.loads(VECTORS["record"]))


def test_a_commitment_is_good_for_one_seat_of_one_game() -> None:
    one = commitment_of("00" * 32, 0, NONCES[0])
    assert len({one, commitment_of("00" * 32, 1, NONCES[0]), commitment_of("01" * 32, 0, NONCES[0])}) == 3


def test_records_with_commitments_come_back_and_verify() -> None:
    record = proven(finished())
    text = record.dumps()
    assert text.startswith("tegel record 2\n")
    assert Record.loads(text) == record
    assert verify(Record.loads(text)).over
    assert Record.loads(record.without_key().dumps()).proof == record.without_key().proof


def test_records_without_commitments_stay_in_the_first_format() -> None:
    text = proven(finished(), commitments=False).dumps()
    assert text.startswith("tegel record 1\n")
    assert verify(Record.loads(text)).over
    with pytest.raises(tegel.BadRecord, match="format 1"):
        Record.loads(text.replace("tegel record 1", "tegel record 2"))


def test_a_record_says_that_it_was_played_on_a_device() -> None:
    record = replace(finished().record, on_device=True)
    text = record.dumps()
    assert text.startswith("tegel record 3\n")
    assert "\nplayed device\nhash " in text
    assert Record.loads(text) == record
    assert verify(Record.loads(text)).over
    with pytest.raises(tegel.BadRecord, match="format 3"):
        Record.loads(text.replace("tegel record 3", "tegel record 1"))
    with pytest.raises(tegel.BadRecord, match="played device"):
        Record.loads(text.replace("played device", "played elsewhere"))
    with pytest.raises(tegel.BadRecord, match="no promise"):
        Record.loads(proven(finished(), commitments=False).dumps().replace("promise ", "played device\npromise "))


def test_a_nonce_that_was_not_committed_to_does_not_verify() -> None:
    record = proven(finished())
    assert record.proof is not None
    other = replace(record.proof, commitments=(record.proof.commitments[0], commitment_of(record.proof.promise, 1, "cc" * 32)))
    with pytest.raises(tegel.BadRecord, match="seat 2 is not the one"):
        verify(replace(record, proof=other))


@pytest.mark.parametrize(("name", "options"), CONFIGURATIONS, ids=NAMES)
@pytest.mark.parametrize("viewer", [-1, 0])
def test_a_record_may_begin_at_a_position(name: str, options: dict, viewer: int) -> None:
    before = play_random(new_table(name, options, 5), 5, 7)
    table = Table.deal_position(before.position, viewer, KEY)
    play_random(table, 6)
    text = table.record.dumps()
    again = Record.loads(text)
    assert again.dumps() == text
    assert verify(again).scores == table.scores
    assert table.start is not None
    assert "key hidden" in table.start.position
    assert table.copy().record == table.record


def test_a_position_is_dealt_anew() -> None:
    """Neither the key nor anything hidden of the position it is dealt from matters."""
    before = play_random(new_table("blockers", {"players": 3}, 8), 8, 9)
    hidden = before.view(-1).state
    other = before.game.copy(before.state)
    generic.sample(other, -1, np.array((9, 9, 9, 9), np.uint64))
    texts = [before.position, write_position(before.game, hidden), write_position(before.game, other)]
    assert len(set(texts)) == 3
    assert len({Table.deal_position(text, -1, KEY).position for text in texts}) == 1


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("key hidden", f"key {'12' * 32} draws 0", "may not know"),
        ("position ", "position 1", "ends|expected|position"),
        ("option scoring full\nkey", "option scoring classic\nkey", "other options|no game"),
    ],
)
def test_a_record_with_another_position_is_refused(old: str, new: str, why: str) -> None:
    table = Table.deal_position(play_random(new_table("blockers", {"players": 2}, 5), 5, 7).position, -1, KEY)
    text = play_random(table, 6).record.dumps()
    assert old in text
    with pytest.raises(tegel.BadRecord, match=why):
        Record.loads(text.replace(old, new, 1) if old != "key hidden" else text.replace(old, new))


def test_what_a_proof_shows() -> None:
    record = proven(finished())
    found = findings(record.proof, 2, nonce=NONCES[1], promise=promise_of(SECRET))
    assert found.promise
    assert found.promise_yours
    assert found.nonce_yours
    assert [(seat.nonce, seat.commitment, seat.yours) for seat in found.seats] == [(True, True, False), (True, True, True)]
    none = findings(None, 2, nonce=NONCES[1], promise=promise_of(SECRET))
    assert not none.promise
    assert none.promise_yours is False
    assert none.nonce_yours is False
    assert [(seat.nonce, seat.commitment) for seat in none.seats] == [(False, False), (False, False)]
    bare = findings(proven(finished(), commitments=False).proof, 2)
    assert (bare.promise_yours, bare.nonce_yours) == (None, None)
    assert [(seat.nonce, seat.commitment) for seat in bare.seats] == [(True, False), (True, False)]
