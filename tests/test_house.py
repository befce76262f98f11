"""The house: light imports, arrows that point down only, the same layers in every game's folder."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import tegel
from tegel.core.game import find_game, game_names
from tegel.core.generic import rules
from tegel.core.words import LANGUAGES, catalogue
from tegel.envs.features import features
from tegel.reasons.reasons import CONCEDED
from tegel.search.heuristics import values
from tegel.search.inputs import inputs
from tegel.search.review.draws import draws

PACKAGE = Path(tegel.__file__).parent
ROOT = Path(__file__).parents[1]
BELOW = {
    "core": set(),
    "games": {"core"},
    "oracle": set(),  # knows nothing of the engine it is compared with
    "search": {"core"},
    "ratings": {"core"},
    "tournaments": {"core"},
    "arena": {"core", "search", "ratings"},
    "benchmark": {"core", "search", "arena"},
    "envs": {"core", "search"},
    "train": {"core", "search", "arena", "envs"},
    "reasons": {"core"},
    "wasm": {"core", "search", "reasons"},
    "learn": {"core", "search"},
    "explore": {"core", "search", "envs", "learn"},
    "server": {"core", "search", "wasm", "ratings", "tournaments", "learn"},
    "cli": {"core", "search", "ratings", "arena", "benchmark", "envs", "train", "wasm", "server", "learn", "explore", "reasons"},
}
OF_ONE_GAME = {
    *(("search", "values"), ("search", "inputs"), ("search", "draws"), ("envs", "features")),
    *(("learn", "themes"), ("reasons", "facts"), ("reasons", "counts")),
    ("explore", "questions"),
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
        if (layer, path.parent.name) in OF_ONE_GAME:
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


LAYERS = {
    "tegel.games.{}.rules": rules.names,
    "tegel.search.values.{}": [*values.names, "FEATURES", "MOVE_FEATURES", "STAGES", "SETTINGS", "LEARNED", "EVERYWHERE", "variant"],
    "tegel.search.review.draws.{}": draws.names,
    "tegel.search.inputs.{}": [*inputs.names, "LAYOUT", "HEADS", "MIXTURE", "symmetries"],
    "tegel.reasons.facts.{}": ["facts", "WORTH", "PARTS"],
    "tegel.reasons.counts.{}": ["count"],
    "tegel.envs.features.{}": [*features.names, "LAYOUT"],
    "tegel.envs.{}_v1": ["env"],
    "tegel.explore.questions.{}": ["QUESTIONS"],
}
FILES = (
    "src/tegel/search/values/{}.json",
    "src/tegel/search/networks/{}.npz",
    "src/tegel/explore/{}.json",
    "src/tegel/server/positions/{}.toml",
    "docs/rules/{}.md",
    "tests/golden/perft/{}.perft",
    "web/src/games/{}",
)


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("layer", LAYERS)
def test_every_layer_has_its_part_of_every_game(layer: str, name: str) -> None:
    module = importlib.import_module(layer.format(name))
    assert [part for part in LAYERS[layer] if not hasattr(module, part)] == []


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("file", FILES)
def test_every_game_has_its_files(file: str, name: str) -> None:
    assert (ROOT / file.format(name)).exists()


def words_of(name: str) -> Iterator[str]:
    """The catalogue entries that a game must have, as far as its declaration tells."""
    game = find_game(name)
    yield from (f"{name}.title", f"{name}.typing", f"server.game.{name}.text")
    yield from (f"{name}.event.{event}" for event in game.events)
    yield from (f"{name}.colour.{colour}" for colour in range(game.colours))
    yield from (f"{name}.tile.{tile}" for tile in range(game.tiles))
    yield from (f"server.option.{name}.{option}.title" for option in game.options.KINDS if option != "players")
    yield from {game.describe(move)[0] for move in range(game.moves)}
    worth = importlib.import_module(f"tegel.reasons.facts.{name}").WORTH
    yield from (f"{name}.why.{fact}" for fact in worth)
    yield from (f"{name}.though.{fact}" for fact in worth if fact in CONCEDED)
    positions = tomllib.loads((PACKAGE / "server" / "positions" / f"{name}.toml").read_text(encoding="utf-8"))
    yield from (f"server.example.{example['name'].replace('.', '_')}.title" for example in positions["example"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_every_game_has_its_words(name: str, language: str) -> None:
    assert [word for word in words_of(name) if word not in catalogue(language)] == []


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_its_levels_and_its_network_a_card(name: str) -> None:
    for file in ("search/levels.toml", "search/networks/cards.toml"):
        assert name in tomllib.loads((PACKAGE / file).read_text(encoding="utf-8"))


MOST_PARAMETERS = 8
KERNELS = {  # compiled functions with more, and why
    "core/story.py:tell": "an event has that many fields, most of them at their defaults",
}


def test_no_function_has_many_parameters() -> None:
    found = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                given = node.args
                count = (
                    len(given.posonlyargs)
                    + len(given.args)
                    + len(given.kwonlyargs)
                    - (given.args[:1] != [] and given.args[0].arg in ("self", "cls"))
                )
                if count > MOST_PARAMETERS:
                    found[f"{path.relative_to(PACKAGE).as_posix()}:{node.name}"] = count
    assert {name: count for name, count in found.items() if name not in KERNELS} == {}
    assert set(KERNELS) <= set(found), "exceptions that are none any more"


def module_of(path: Path) -> str:
    parts = ["tegel", *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path, modules: set[str]) -> Iterator[str]:
    """The modules of the package that a module imports when it is imported, and those it imports for its types."""
    here = module_of(path).split(".")
    package = here if path.name == "__init__.py" else here[:-1]
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        waiting += ast.iter_child_nodes(node)
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = (
                [*package[: len(package) - node.level + 1], *filter(None, [node.module])] if node.level else (node.module or "").split(".")
            )
            names = [".".join([*start, alias.name]) for alias in node.names]
        for name in names:
            yield from {found for found in (name, name.rpartition(".")[0]) if found in modules and found != ".".join(here)}


def test_no_circles_between_modules() -> None:
    paths = {module_of(path): path for path in PACKAGE.rglob("*.py")}
    # A package that its own modules import from is met on the way to them; what counts are circles between files that need each other
    graph = {name: {other for other in imports_of(path, set(paths)) if not name.startswith(f"{other}.")} for name, path in paths.items()}
    assert list(find_circles(graph)) == []


def find_circles(graph: dict[str, set[str]]) -> Iterator[str]:
    """Every circle that a walk through the graph comes upon."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> Iterator[str]:
        if name in way:
            yield " -> ".join([*way[way.index(name) :], name])
        elif name not in done:
            for other in sorted(graph[name]):
                yield from walk(other, [*way, name])
            done.add(name)

    for name in sorted(graph):
        yield from walk(name, [])


def test_circles_are_found() -> None:
    assert list(find_circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}})) == ["b -> c -> b"]


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


def test_what_make_starts_keeps_its_bytecode() -> None:
    """Without bytecode on disk every process compiles all its imports: 3.2 s of CPU to a first move instead of 1.2."""
    given = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    said = subprocess.run(["make", "--eval=said: ; @env", "said"], cwd=ROOT, env=given, check=True, capture_output=True, text=True).stdout
    assert "PATH=" in said
    assert "PYTHONDONTWRITEBYTECODE" not in said


def test_no_packages_of_others_lie_in_the_repository() -> None:
    """They come from a registry; one that was downloaded here is easily committed with everything else."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    assert len(tracked) > 500
    assert [name for name in tracked if name.endswith((".whl", ".tar.gz", ".tgz", ".zip", ".so", ".pyc"))] == []
