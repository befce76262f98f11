"""How the server's modules lean on each other."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import tegel.server
from tegel.server.socket_door import known_version

FOLDER = Path(tegel.server.__file__).parent


def imports_of(module: Path) -> set[str]:
    """The server's modules that a module imports, those for types only included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module} if node.module else {alias.name for alias in node.names}
    return found


@cache
def graph() -> dict[str, set[str]]:
    """Which of the server's modules imports which."""
    return {module.stem: imports_of(module) for module in FOLDER.glob("*.py")}


def test_no_circles() -> None:
    list(TopologicalSorter(graph()).static_order())


def test_sockets_know_nothing_of_http_routes() -> None:
    for module in ("sockets", "frames", "wire", "audience", "listener"):
        assert not [name for name in graph()[module] if name.startswith("routes_")], module


def test_only_the_socket_door_leans_on_the_insides_of_uvicorn_and_it_knows_them() -> None:
    assert known_version(), "try the socket door with this uvicorn, then name its version there"
    for module in set(FOLDER.glob("*.py")) - {FOLDER / "socket_door.py"}:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.startswith("uvicorn.protocols.websockets")], module
