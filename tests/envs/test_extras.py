"""Without the extra's packages: one clear line, and nothing else of the package suffers."""

from __future__ import annotations

import subprocess
import sys

import pytest

HIDDEN = """
import sys
for name in ("pettingzoo", "gymnasium", "pyspiel", "pyarrow", "duckdb", "torch", "numba_cuda"):
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
        ("from tegel.explore.query import Query; Query", "duckdb", "explore"),
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


def test_the_simulator_needs_no_extra():
    assert run_without_extras("from tegel.envs.vector import VectorGames\nprint(VectorGames('azul', 2).count)").stdout == "2\n"


def test_cuda_is_imported_only_when_asked():
    done = run_without_extras("import tegel.envs.vector\nprint([name for name in sys.modules if name.startswith('numba.cuda')])")
    assert done.stdout == "[]\n", done.stderr
