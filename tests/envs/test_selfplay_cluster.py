"""`tegel selfplay --cluster` on a Ray that is started on this machine writes the same files."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest

from tests.arena.common import tegel

pytest.importorskip("ray", reason="Ray is not installed: pip install 'tegel[cluster]'")

WORDS = ["--games", "7", "--part", "2", "--players", "greedy,random", "--json"]


def test_the_same_files_on_a_cluster(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    assert tegel("selfplay", "azul", str(here), *WORDS).returncode == 0
    shutil.copytree(here, there)
    (there / "part-00001.parquet").unlink()
    (there / "part-00003.parquet").unlink()
    done = tegel("selfplay", "azul", str(there), *WORDS, "--cluster", "local")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["files_written"] == 2
    assert sorted(file.name for file in there.iterdir()) == [f"part-0000{n}.parquet" for n in range(4)]
    for file in there.iterdir():
        assert file.read_bytes() == (here / file.name).read_bytes()


def test_no_cluster_at_an_address_is_one_clear_line(tmp_path):
    selfplay = ["selfplay", "azul", str(tmp_path / "data"), *WORDS]
    train = ["train", "azul", "--out", str(tmp_path / "run"), "--device", "cpu"]
    for command in (selfplay, train):
        found = tegel(*command, "--cluster", "127.0.0.1:1")
        assert found.returncode == 2
        assert b"no Ray cluster at 127.0.0.1:1" in found.stderr
        assert b"Traceback" not in found.stderr


WITHOUT_RAY = """
import importlib.util, sys
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "ray" else find(name, *more)
from tegel.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_without_ray_it_says_what_to_install(tmp_path):
    words = [sys.executable, "-c", WITHOUT_RAY, "selfplay", "azul", str(tmp_path / "data"), "--cluster"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--cluster needs Ray: pip install 'tegel[cluster]'" in done.stderr
