"""`tegel verify` says what a record proves, and what it does not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tegel
from tegel.cli import main
from tegel.core.fairness import NO_NONCE, Proof, mix_key, promise_of

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "fairness.json").read_text())


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record with a promise, and commitments and nonces of seats 1 and 3."""
    path = tmp_path / "game.tegel"
    path.write_text(VECTORS["record"])
    return path


def said(capsys: pytest.CaptureFixture[str], path: Path, *more: str) -> str:
    """What is printed, on one line."""
    assert main(["verify", str(path), "--language", "en", *more]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_it_says_what_each_seat_added(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, record)
    assert "+ Seat 1 (Anna) added a nonce, and it fits the commitment" in text
    assert "- Seat 2 (computer) added nothing" in text
    assert "- Whether that promise was given before the game cannot be seen" in text
    assert "- Whether the nonces are really the players' cannot be seen" in text


def test_it_compares_with_what_you_kept(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, record, "--promise", VECTORS["promise"], "--nonce", VECTORS["nonces"][2].upper())
    assert "+ The promise is the one you kept" in text
    assert "+ That is your nonce" in text
    assert "cannot be seen" not in text


def test_it_says_that_a_device_chose_the_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.tegel"
    path.write_text(replace(tegel.game("azul", key=(1, 2, 3, 4)).record, on_device=True).dumps())
    assert "- Played on a player's own device, which chose the key" in said(capsys, path)
    assert main(["verify", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["device"] is True


@pytest.mark.parametrize(
    ("option", "digits", "why"),
    [
        ("--promise", "ab" * 32, "not the game you were promised"),
        ("--nonce", "ab" * 32, "made without you"),
        ("--nonce", "ab", "64 hexadecimal digits"),
        ("--promise", "x" * 64, "64 hexadecimal digits"),
    ],
)
def test_what_is_not_yours_fails(record: Path, capsys: pytest.CaptureFixture[str], option: str, digits: str, why: str) -> None:
    assert main(["verify", str(record), "--language", "en", option, digits]) == 2
    assert why in " ".join(capsys.readouterr().err.split())


def test_older_records_say_what_they_lack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = VECTORS["record"].splitlines(keepends=True)
    path = tmp_path / "old.tegel"
    path.write_text("".join(line for line in lines if not line.startswith("commitment")).replace("tegel record 2", "tegel record 1"))
    assert "- Seat 1 (Anna) added a nonce, but without a commitment" in said(capsys, path)
    path.write_text(tegel.game("azul", key=(1, 2, 3, 4)).record.dumps())
    text = said(capsys, path)
    assert "Nothing is known of where the key comes from" in text
    assert "+" not in text


def test_a_server_alone_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = mix_key("5e" * 32, [NO_NONCE] * 2)
    path = tmp_path / "alone.tegel"
    path.write_text(replace(tegel.game("azul", key=key).record, proof=Proof(promise_of("5e" * 32), (NO_NONCE,) * 2, "5e" * 32)).dumps())
    assert "- No player added a nonce: the server alone chose the draws." in said(capsys, path)


def test_for_programs(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record), "--json", "--nonce", VECTORS["nonces"][0]]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert told["proof"] == {
        "promise": True,
        "others": [],
        "promise_yours": None,
        "nonce_yours": True,
        "seats": [
            {"seat": 0, "nonce": True, "commitment": True, "yours": True},
            {"seat": 1, "nonce": False, "commitment": False, "yours": False},
            {"seat": 2, "nonce": True, "commitment": True, "yours": False},
        ],
    }
    assert told["position"] is False
