"""Without the extra's packages: one clear line, and nothing else of the package suffers."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tegel.envs.extras import EXTRAS

HIDDEN = """
import sys
for name in ("pettingzoo", "gymnasium", "pyspiel", "pyarrow", "duckdb", "torch", "numba_cuda", "stable_baselines3"):
    sys.modules[name] = None
"""


def run_without_extras(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", HIDDEN + code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("code", "package", "extra"),
    [
        ("from tegel.envs import azul_v1", "pettingzoo", "pettingzoo"),
        ("import tegel.envs.single", "gymnasium", "gymnasium"),
        ("import tegel.envs.batch", "gymnasium", "gymnasium"),
        ("import tegel.envs.spiel", "pyspiel", "openspiel"),
        ("sys.modules.pop('gymnasium'); from tegel.envs.sb3 import TegelVecEnv; TegelVecEnv('azul')", "stable_baselines3", "sb3"),
        ("from tegel.core.game import find_game; from tegel.explore.query import Data; Data(find_game('azul'), [])", "duckdb", "explore"),
    ],
)
def test_missing_package(code, package, extra):
    done = run_without_extras(code)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(f"this needs {package}, which is not installed: pip install 'tegel[{extra}]'")


def test_the_command_says_it_in_one_line(tmp_path):
    done = run_without_extras(f"from tegel.cli import main; sys.exit(main(['selfplay', 'azul', {str(tmp_path / 'data')!r}]))")
    assert done.returncode == 2
    assert done.stderr == "tegel: this needs pyarrow, which is not installed: pip install 'tegel[data]'\n"


def test_training_names_its_own_extra():
    done = run_without_extras("from tegel.cli import main; sys.exit(main(['train', 'azul']))")
    assert done.stderr == "tegel: this needs torch, which is not installed: pip install 'tegel[train]'\n"


def test_cuda_names_its_extra():
    """Numba alone has a module numba.cuda, so that its absence is noticed late."""
    done = run_without_extras("from tegel.envs.vector import VectorGames\nVectorGames('azul', 2, device='cuda')")
    assert done.stderr.endswith("pip install 'tegel[cuda]'\n"), done.stderr


def test_every_package_is_in_the_extra_that_is_named():
    """And `research` brings all parts of the kit."""
    given = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    modules = {"pyspiel": "open_spiel", "numba_cuda": "numba-cuda"}
    for package, extra in EXTRAS.items():
        assert modules.get(package, package) in {Requirement(line).name for line in given[extra]}
    assert Requirement(given["research"][0]).extras == set(EXTRAS.values()) - {"train", "cuda", "sb3"}
    assert "pyarrow" not in str(given["pettingzoo"])


def test_the_simulator_needs_no_extra():
    assert run_without_extras("from tegel.envs.vector import VectorGames\nprint(VectorGames('azul', 2).count)").stdout == "2\n"


def test_cuda_is_imported_only_when_asked():
    done = run_without_extras("import tegel.envs.vector\nprint([name for name in sys.modules if name.startswith('numba.cuda')])")
    assert done.stdout == "[]\n", done.stderr
