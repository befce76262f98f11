"""Install packages: with uv, in a fraction of pip's time; with pip where uv cannot do it.

python install.py [PACKAGE ...]                     into this Python's environment, as `pip install` does
python install.py --python PYTHON [PACKAGE ...]     into another one's
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
SOURCES = ("index-url", "extra-index-url", "find-links")  # where pip is told to look; uv does not read that by itself


def sources(listed: str) -> Iterator[str]:
    """uv's options for the places that `pip config list` names.

    >>> list(sources("global.index-url='https://example.org/simple'\\n:env:.find-links='/a /b'\\nglobal.cert='/c'"))
    ['--index-url', 'https://example.org/simple', '--find-links', '/a', '--find-links', '/b']
    """
    for line in listed.splitlines():
        name, _, value = line.partition("=")
        option = name.rpartition(".")[2]
        if option in SOURCES:
            for place in " ".join(shlex.split(value)).split():
                yield from (f"--{option}", place)


def with_uv(python: str, packages: list[str]) -> bool:
    """Whether uv could do it."""
    if subprocess.run([*PIP, "install", "--quiet", "--no-compile", "uv>=0.5"], check=False, capture_output=True).returncode:
        return False
    listed = subprocess.run([*PIP, "config", "list"], check=True, capture_output=True, text=True).stdout
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", python, "--index-strategy", "unsafe-best-match"]
    return subprocess.run([*uv, *sources(listed), *packages], check=False).returncode == 0


def main(words: list[str]) -> int:
    python, packages = (words[1], words[2:]) if words[:1] == ["--python"] else (sys.executable, words)
    if with_uv(python, packages):
        return 0
    return subprocess.run([*PIP, "--python", python, "install", "--quiet", "--no-compile", *packages], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
