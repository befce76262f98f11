"""How the server's modules lean on each other."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import tegel.server

FOLDER = Path(tegel.server.__file__).parent


def imports_of(module: Path) -> set[str]:
    """The server's modules that a module imports, those for types only included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module} if node.module else {alias.name for alias in node.names}
    return found


GRAPH = {module.stem: imports_of(module) for module in FOLDER.glob("*.py")}


def test_no_circles() -> None:
    list(TopologicalSorter(GRAPH).static_order())


def test_sockets_know_nothing_of_http_routes() -> None:
    for module in ("sockets", "frames", "wire", "audience", "listener"):
        assert not [name for name in GRAPH[module] if name.startswith("routes_")], module


def test_nothing_leans_on_the_insides_of_uvicorn() -> None:
    for module in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.startswith("uvicorn.protocols.websockets")], module
