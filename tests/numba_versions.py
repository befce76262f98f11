"""A short test with the oldest and the newest Numba that pyproject.toml allows, each in an environment of its own.

python tests/numba_versions.py [VERSION ...]
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ("tests/core/test_dispatch.py", "tests/core/test_interpreted.py", "tests/toy")
NEEDED = ("--editable", f"{ROOT}[server]", "pytest>=8", "hypothesis>=6.100")
PYTHON = "python.exe" if os.name == "nt" else "python"


def supported() -> tuple[str, str]:
    """The bounds in pyproject.toml: the oldest version, and what the newest must be below."""
    found = re.search(r'"numba>=([0-9.]+),<([0-9.]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert found is not None, "numba has no lower or no upper bound in pyproject.toml"
    return found[1], found[2]


def try_version(wanted: str) -> bool:
    """Whether the tests pass with a version of Numba."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts" if os.name == "nt" else "bin") / PYTHON
        subprocess.run([python, ROOT / "install.py", f"numba{wanted}", *NEEDED], check=True)
        version = subprocess.run(
            [python, "-c", "import numba; print(numba.__version__)"], check=True, capture_output=True, text=True
        ).stdout
        print(f"Numba {version.strip()}:", flush=True)
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "TEGEL_CACHE": str(Path(folder) / "compiled")}
        tests = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]
        return subprocess.run(tests, cwd=ROOT, env=environment, check=False).returncode == 0


def main(versions: list[str]) -> int:
    oldest, below = supported()
    wanted = [f"=={version}" for version in versions] or [f"=={oldest}.*", f"<{below}"]
    failed = [version for version in wanted if not try_version(version)]
    print(f"failed with numba {', '.join(failed)}" if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
