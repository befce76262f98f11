"""Serve the browser app, to play people and the computer.

Games are kept in one file in your data folder; no account and no configuration are needed.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import os
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.errors import TegelError

if TYPE_CHECKING:
    from ...server.settings import Caps

NEEDED = ("litestar", "uvicorn", "sqlalchemy", "aiosqlite", "websockets")
LEVELS = ("debug", "info", "warning", "error")
PATIENCE = 60  # seconds until the server answers


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, default=8321, help="port to listen on (default 8321)")
    where = "an SQLite file or a postgresql:// address (default: games.db in the data folder)"
    parser.add_argument("--database", default="", metavar="FILE|URL", help=where)
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="the data folder (default: yours)")
    thinking = "processes in which computer players think (default 1), or ray://HOST:PORT[/N]: all cores of a Ray cluster, or N"
    parser.add_argument("--workers", default="1", metavar="N|ray://...", help=thinking)
    several = "processes that serve, with PostgreSQL only; give it on every machine where several share a database (default: one, alone)"
    parser.add_argument("--processes", type=int, metavar="N", help=several)
    reached = "with --processes: the address at which processes on other machines reach this one (default 127.0.0.1)"
    parser.add_argument("--link", default="127.0.0.1", metavar="ADDRESS", help=reached)
    others = "another site whose pages may use this server, such as a development server"
    parser.add_argument("--origin", action="append", default=[], metavar="URL", help=others)
    named = "a name this server answers to, such as tegel.example (default: this machine's own, and plain addresses); * for all"
    parser.add_argument("--host-name", action="append", default=[], metavar="NAME", help=named)
    trusted = "addresses of reverse proxies to believe about the client (X-Forwarded-For), with commas between; default none"
    parser.add_argument("--proxy", default="", metavar="ADDRESSES", help=trusted)
    asked = "whom push services turn to about this server: mailto:ADDRESS or https://PAGE (default: the page of the first --host-name)"
    parser.add_argument("--contact", default="", metavar="URL", help=asked)
    club = "rate games between people at one address too, as on a club's own evening (docs/ratings.md)"
    parser.add_argument("--one-address", action="store_true", help=club)
    parser.add_argument("--limits", type=float, default=1.0, metavar="FACTOR", help="multiply all limits (default 1)")
    capped = "change a cap on connections or their times, such as sockets_of_network=2000 (docs/server.md lists them)"
    parser.add_argument("--cap", action="append", default=[], metavar="NAME=NUMBER", help=capped)
    parser.add_argument("--open", action="store_true", help="open it in your browser once it runs, and log only what goes wrong")
    parser.add_argument("--log-level", choices=LEVELS, help="how much to log on standard error (default info; warning with --open)")


def run(arguments: argparse.Namespace) -> int:
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise TegelError(f"serving needs {', '.join(missing)}: pip install 'tegel[server]'")
    if not 0 <= arguments.port <= 65535 or not arguments.limits > 0:
        raise TegelError("ports are 0 to 65535, the factor of the limits is above 0")
    if arguments.processes is not None and not 1 <= arguments.processes <= 64:
        raise TegelError("processes are 1 to 64")
    from ...server.settings import Settings, data_folder

    cluster, workers = read_workers(arguments.workers, arguments.processes or 1)
    settings = Settings(
        host=arguments.host,
        port=arguments.port,
        database=arguments.database,
        data=(arguments.data or data_folder()).expanduser().absolute(),
        workers=workers,
        cluster=cluster,
        origins=tuple(arguments.origin),
        host_names=tuple(arguments.host_name),
        proxy=arguments.proxy,
        limits=arguments.limits,
        caps=read_caps(arguments.cap),
        one_address=arguments.one_address,
        contact=arguments.contact,
        export_token=os.environ.get("TEGEL_EXPORT_TOKEN", ""),
        engines=True,
        shared=arguments.processes is not None and (arguments.processes > 1 or arguments.database.startswith("postgresql")),
        link=arguments.link,
    )
    if arguments.open:
        open_browser(f"http://{arguments.host}:{arguments.port}")
    level = arguments.log_level or ("warning" if arguments.open else "info")
    # what serves is imported when all that was given is known to be right: it takes seconds
    if settings.shared:
        from ...server.supervising import run_processes

        return run_processes(settings, arguments.processes, level)
    from ...server.running import run_server

    run_server(settings, level)
    return 0


def read_workers(given: str, processes: int) -> tuple[str, int]:
    """On which cluster computer players think, if on one, and in how many processes for each that serves.

    >>> read_workers("4", 2)
    ('', 4)
    """
    if given.startswith("ray:"):
        from ...server.ray_child import read_cluster

        return read_cluster(given, processes)
    if not given.isdecimal() or not 1 <= int(given) <= 64:
        raise TegelError(f"workers are 1 to 64, or on a cluster: ray://HOST:PORT; not {given!r}")
    return "", int(given)


def read_caps(given: list[str]) -> Caps:
    """The caps as they were changed on the command line."""
    import msgspec

    from ...server.settings import Caps

    pairs = dict(text.partition("=")[::2] for text in given)
    names = ", ".join(field.name for field in msgspec.structs.fields(Caps))
    if unknown := [name for name in pairs if name not in names.split(", ")]:
        raise TegelError(f"there is no cap {unknown[0]!r}; there are {names}")
    try:
        caps = msgspec.convert(pairs, Caps, strict=False)
    except msgspec.ValidationError as error:
        raise TegelError(f"a cap is a number: {error}") from None
    if min(msgspec.structs.astuple(caps)) <= 0:
        raise TegelError("a cap is above 0")
    return caps


def open_browser(address: str) -> None:
    """Say where it is and, once it answers, open a browser there if this machine has one."""
    import threading
    import time
    import urllib.request
    import webbrowser

    print(f"Tegel is on {address} until you press Ctrl+C.", flush=True)

    def wait_and_open() -> None:
        for _ in range(PATIENCE):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{address}/health", timeout=1).close()
                webbrowser.open(address)
                return
            time.sleep(1)

    threading.Thread(target=wait_and_open, daemon=True).start()
