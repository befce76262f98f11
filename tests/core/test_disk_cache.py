"""Compiled code that is kept: two processes that save at once never mix up versions of a function."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import pytest

from tegel.core import disk_cache
from tegel.core.compiled import INTERPRETED
from tegel.core.disk_cache import KeptCode

pytestmark = pytest.mark.skipif(INTERPRETED or KeptCode is None, reason="nothing is kept")


def files_of(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The files of a function's code, in a folder."""
    monkeypatch.setattr(disk_cache, "open_folder", lambda tier: folder)
    assert KeptCode is not None
    return KeptCode(disk_cache.tier)._cache_file


def test_processes_that_save_at_once_do_not_share_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = files_of(tmp_path, monkeypatch), files_of(tmp_path, monkeypatch)
    monkeypatch.setattr(other, "_load_index", dict)  # it read the index before the first one wrote
    first, second = (numba.int64,), (numba.float64,)
    one.save(first, "for integers")
    other.save(second, "for fractions")
    assert one.load(second) == "for fractions"
    assert one.load(first) in (None, "for integers"), "forgotten, perhaps, but never another's"
    one.save(first, "for integers")
    assert (one.load(first), one.load(second)) == ("for integers", "for fractions")


def test_a_file_is_written_over_by_the_same_version_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both processes made the same, or each its own."""
    one, other = files_of(tmp_path, monkeypatch), files_of(tmp_path, monkeypatch)
    for files in (one, other):
        monkeypatch.setattr(files, "_load_index", dict)
    one.save((numba.int64,), "for integers")
    other.save((numba.float64,), "for fractions")
    assert len(list(tmp_path.glob("*.nbc"))) == 2
    one.save((numba.float64,), "for fractions")
    assert len(list(tmp_path.glob("*.nbc"))) == 2
