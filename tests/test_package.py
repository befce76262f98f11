"""The package as people install it: the wheel holds everything, and works in an environment that holds nothing else."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import tomllib
import urllib.request
import venv
import zipfile
from email import message_from_string
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import tegel
from tegel.core.game import game_names
from tegel.core.words import LANGUAGES

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
NOT_TESTED = {"cuda", "sb3"}  # one needs a card, the other what few who test have
OPTIONAL = {"train", "cluster"}  # `make test` goes on where these cannot be installed

pytestmark = pytest.mark.skipif(
    not (ROOT / "src/tegel/server/static/index.html").is_file(), reason="the browser app is not built: `python web/build.py`"
)


def _build_wheel(folder: Path) -> Path:
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(words, check=True, timeout=600)
    return next(folder.glob("*.whl"))


def _install(wheel: Path, folder: Path) -> Path:
    """The programs of a new environment with the wheel, its server and nothing else."""
    venv.create(folder)
    words = [sys.executable, str(ROOT / "install.py"), "--python", str(folder / "bin" / "python"), f"{wheel}[server]"]
    subprocess.run(words, check=True, timeout=600, env=_clean())
    return folder / "bin"


def _clean() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def _check_contents(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {"tegel/py.typed", "tegel/server/static/index.html", "tegel/search/levels.toml"}
    for game in game_names():
        wanted |= {f"tegel/games/{game}/rules.py", f"tegel/oracle/{game}.py", f"tegel/search/networks/{game}.npz"}
        wanted |= {f"tegel/words/{language}/{game}.toml" for language in LANGUAGES}
    assert wanted <= names
    assert not [name for name in names if name.startswith("tests/") or "node_modules" in name]


def _check_description(wheel: Path) -> None:
    """A package index does not hold the files that the README points to."""
    archive = zipfile.ZipFile(wheel)
    meta = next(name for name in archive.namelist() if name.endswith("METADATA"))
    text = str(message_from_string(archive.read(meta).decode()).get_payload())
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 10
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    local = [link.split("/main/", 1)[1].split("#")[0] for link in links if "/main/" in link]
    assert [path for path in local if not (ROOT / path).exists()] == []


def _check_commands(programs: Path, folder: Path) -> None:
    def run(*words: str) -> str:
        return subprocess.run(words, check=True, capture_output=True, text=True, cwd=folder, env=_clean(), timeout=600).stdout

    where = run(str(programs / "python"), "-c", "import tegel; print(tegel.__file__)")
    assert str(programs.parent) in where
    checked = json.loads(run(str(programs / "tegel"), "selfcheck", "azul", "--positions", "100", "--json"))
    assert all(row["positions"] >= 100 for row in checked)


def _check_server(programs: Path, folder: Path) -> None:
    words = [str(programs / "tegel"), "serve", "--port", "0", "--data", str(folder), "--log-level", "info"]
    server = subprocess.Popen(words, cwd=folder, env=_clean(), stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        found = None
        for line in server.stderr:
            found = found or re.search(r"http://127\.0\.0\.1:(\d+)", line)
            if found:
                break
        assert found is not None
        page = urllib.request.urlopen(f"{found[0]}/", timeout=60).read().decode()
        assert "<title>" in page
    finally:
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=60)


def test_the_wheel_works_where_nothing_else_is_installed(tmp_path: Path) -> None:
    wheel = _build_wheel(tmp_path)
    _check_contents(wheel)
    _check_description(wheel)
    programs = _install(wheel, tmp_path / "clean")
    _check_commands(programs, tmp_path)
    _check_server(programs, tmp_path)


@pytest.mark.parametrize("extra", sorted(PROJECT["optional-dependencies"].keys() - NOT_TESTED))
def test_what_an_extra_asks_for_is_what_is_tested(extra: str) -> None:
    for line in PROJECT["optional-dependencies"][extra]:
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate():
            if importlib.util.find_spec(requirement.name.replace("-", "_")) is None and extra in OPTIONAL:
                pytest.skip(f"{requirement.name} could not be installed here")
            assert requirement.specifier.contains(importlib.metadata.version(requirement.name), prereleases=True), line


def test_one_version_everywhere() -> None:
    assert f"version: {tegel.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert re.search(rf"^## \[?{re.escape(tegel.__version__)}\b", (ROOT / "CHANGELOG.md").read_text(), flags=re.M)
