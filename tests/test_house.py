"""The house: light imports, arrows that point down only, the same layers in every game's folder."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tegel
from tegel.core.game import game_names

PACKAGE = Path(tegel.__file__).parent
BELOW = {
    "core": set(),
    "games": {"core"},
    "oracle": set(),  # knows nothing of the engine it is compared with
    "search": {"core"},
    "arena": {"core", "search"},
    "envs": {"core", "search"},
    "train": {"core", "search", "arena", "envs"},
    "server": {"core", "search"},
    "cli": {"core", "search", "arena", "envs", "train", "server"},
}
SHAPE = {"__init__", "check", "draw", "knowledge", "moves", "options", "rules", "state", "story", "text", "view", "words"}


def imported_layers(path: Path) -> set[str]:
    """The layers of the package that a file imports from."""
    here = path.relative_to(PACKAGE).with_suffix("").parts
    layers = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            target = (*here[: len(here) - node.level], *(node.module or "").split("."))
            layers.add(target[0] if target[0] else "")
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tegel."):
            layers.add((node.module or "").split(".")[1])
    return layers & set(BELOW)


@pytest.mark.parametrize("layer", [layer for layer in BELOW if (PACKAGE / layer).is_dir()])
def test_arrows_point_down(layer: str) -> None:
    for path in (PACKAGE / layer).rglob("*.py"):
        if path.name == "game.py" and layer == "core":
            continue  # finds games by their folders' names, never by name
        if (layer, path.parent.name) in {("search", "values"), ("search", "inputs"), ("envs", "features")}:
            assert imported_layers(path) - {layer} <= {"core", "games"}, path  # what is known of one game besides its rules
            continue
        assert imported_layers(path) - {layer} <= BELOW[layer], path


def test_core_names_no_game() -> None:
    for path in (PACKAGE / "core").glob("*.py"):
        tree = ast.parse(path.read_text())
        strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        assert strings & set(game_names()) == set(), path


@pytest.mark.parametrize("name", game_names())
def test_games_have_the_same_shape(name: str) -> None:
    assert {path.stem for path in (PACKAGE / "games" / name).glob("*.py")} >= SHAPE


def loaded_by(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(' '.join(sys.modules))"
    return set(subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split())


def test_importing_and_asking_for_help_need_no_numba() -> None:
    heavy = {"numba", "numpy", "rich", "msgspec"}
    assert loaded_by("import tegel") & heavy == set()
    assert loaded_by("from tegel.cli import build_parser; build_parser().format_help()") & heavy == set()


def test_no_line_of_the_browser_app_is_over_140() -> None:
    web = Path(__file__).parents[1] / "web"
    files = [*(web / "src").rglob("*"), *(web / "tests").rglob("*"), *web.glob("*.ts"), *web.glob("*.js")]
    sources = [path for path in files if path.suffix in {".svelte", ".ts", ".js", ".css"}]
    assert len(sources) > 60
    lines = [(path, line) for path in sources for line in path.read_text(encoding="utf-8").splitlines()]
    assert [f"{path.relative_to(web)}: {line}" for path, line in lines if len(line) > 140] == []
