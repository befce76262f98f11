"""The app as a folder of files without a server: pages, engines, and what a server would answer that never changes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from ..core.errors import BadOption
from ..core.game import game_names
from ..core.words import LANGUAGES
from ..wasm.build import build_engines
from ..wasm.version import engines_version
from .catalogue import show_catalogue
from .catalogue_answers import Catalogue
from .engines import EngineList
from .pages import STATIC
from .routes_records import show_all_examples
from .showing import encode

MARK = '<meta name="tegel-site" content="" />'  # by which the app knows that there is no server
PAGE = "index.html"


def write_site(folder: Path, jobs: int, built: Callable[[str], None] = lambda name: None) -> None:
    """Write everything; `built` is told of each engine."""
    if not (STATIC / PAGE).is_file():
        raise BadOption("the browser app is not built: python web/build.py")
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not _is_site(folder))):
        raise BadOption(f"{folder} is there already and is no site of Tegel: name a new or an empty folder")
    shutil.rmtree(folder / "engine", ignore_errors=True)
    shutil.copytree(STATIC, folder, dirs_exist_ok=True)
    version = engines_version()
    build_engines(game_names(), folder / "engine" / version, jobs, built)
    (folder / "engine" / "engines.json").write_bytes(encode(EngineList(version, game_names())))
    for language in LANGUAGES:
        (folder / f"catalogue-{language}.json").write_bytes(encode(_offered_here(language)))
        for game in game_names():
            (folder / f"examples-{game}-{language}.json").write_bytes(encode(show_all_examples(game, language)))
    _place_anywhere(folder)


def _offered_here(language: str) -> Catalogue:
    """What there is to choose: of the computer players the levels, which the engines know."""
    offered = show_catalogue(language)
    offered.players = [player for player in offered.players if player.level is not None]
    return offered


def _is_site(folder: Path) -> bool:
    page = folder / PAGE
    return page.is_file() and MARK in page.read_text(encoding="utf-8")


def _place_anywhere(folder: Path) -> None:
    """Let the page, and what installs it, find everything beside themselves."""
    page = (folder / PAGE).read_text(encoding="utf-8")
    page = page.replace('="/', '="./').replace("<head>", f"<head>\n    {MARK}", 1)
    (folder / PAGE).write_text(page, encoding="utf-8")
    manifest_file = folder / "manifest.webmanifest"
    manifest = json.loads(manifest_file.read_text(encoding="utf-8"))
    manifest |= {"start_url": "./", "scope": "./", "icons": [{**icon, "src": f".{icon['src']}"} for icon in manifest["icons"]]}
    manifest_file.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    files = json.loads((folder / "files.json").read_text(encoding="utf-8"))
    kept = sorted(path.name for path in folder.glob("*-??.json"))
    (folder / "files.json").write_text(json.dumps([*files, *kept]), encoding="utf-8")
