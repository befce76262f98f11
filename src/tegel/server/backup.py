"""Copies of a database that can be trusted: made while the server runs, checked before they are used."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import make_url

from .chain import link, of_game, of_start
from .database import DatabaseError, readable
from .lock import FileLock, Held
from .migrations import newest

Row = dict[str, Any]

CHAINED = 4  # the first version whose entries are chained
PART = ".part"  # of a copy that is not complete yet
REPLACED = ".before-restore"


class Contents(NamedTuple):
    """What a database holds."""

    games: int
    entries: int
    damaged: list[str]  # the games whose chain is broken


def file_of(address: str) -> Path | None:
    """The file of an SQLite address, None of any other."""
    url = make_url(address)
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def back_up(address: str, target: Path, force: bool = False) -> Contents | None:
    """Copy a database as it is at this moment into a file, while it may be written to, and check the copy.

    PostgreSQL makes its own, which only it can check.
    """
    if target.exists() and not force:
        raise DatabaseError(f"{target} is there already: name another file, or overwrite it with --force")
    source = file_of(address)
    if source is None:
        _dump(address, target)
        return None
    if not source.exists():
        raise DatabaseError(f"there is no database {source}")
    part = target.with_name(target.name + PART)
    try:
        with _said(source):
            _copy(source, part)
            found = check(part)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(target.parent)
    return found


def _dump(address: str, target: Path) -> None:
    """Let PostgreSQL write its own kind of backup."""
    url = make_url(address)
    if shutil.which("pg_dump") is None:
        raise DatabaseError(
            "PostgreSQL is backed up by its own pg_dump, which is not installed here: pg_dump --format=custom --file=FILE URL"
        )
    plain = url.set(drivername="postgresql", password=None).render_as_string()
    secret = {"PGPASSWORD": url.password} if url.password else {}
    command = ["pg_dump", "--format=custom", f"--file={target}", f"--dbname={plain}"]
    done = subprocess.run(command, env={**os.environ, **secret}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise DatabaseError(f"pg_dump failed: {done.stderr.strip()}")


def restore(backup: Path, address: str, force: bool = False) -> Contents:
    """Put a backup in the place of a database that no server uses; what was there is kept beside it."""
    target = file_of(address)
    if target is None:
        raise DatabaseError("only SQLite files are restored by Tegel: use pg_restore for PostgreSQL, into an empty database")
    if not backup.exists():
        raise DatabaseError(f"there is no backup {backup}")
    target.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(target)
    try:
        lock.take()
    except Held:
        raise DatabaseError(f"a Tegel server runs on {target}: stop it first") from None
    try:
        return _restore(backup, target, force)
    finally:
        lock.release()


def _restore(backup: Path, target: Path, force: bool) -> Contents:
    if target.exists() and not force:
        raise DatabaseError(f"{target} is there already: --force puts the backup in its place and keeps it as {target.name}{REPLACED}")
    part = target.with_name(target.name + PART)
    try:
        with _said(backup):
            _copy(backup, part)
            found = check(part)
        if found.damaged and not force:
            names = ", ".join(found.damaged[:5])
            raise DatabaseError(
                f"{len(found.damaged)} games of the backup are damaged ({names}): --force restores it, and they stay frozen"
            )
        if target.exists():
            _set_aside(target)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(target.parent)
    return found


def _set_aside(target: Path) -> None:
    """Keep what is replaced, with everything that was written to it last."""
    for ending in ("", "-wal"):
        old, kept = Path(f"{target}{ending}"), Path(f"{target}{REPLACED}{ending}")
        kept.unlink(missing_ok=True)
        if old.exists():
            os.replace(old, kept)
    Path(f"{target}-shm").unlink(missing_ok=True)


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """What SQLite has to say, in one line."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise DatabaseError(f"{path} cannot be copied: {error}") from error


def _copy(source: Path, target: Path) -> None:
    """One moment of a database, with everything committed before it, as a file that needs no other beside it."""
    target.unlink(missing_ok=True)
    with closing(sqlite3.connect(f"file:{source}?mode=rw", uri=True, timeout=30)) as there, closing(sqlite3.connect(target)) as here:
        there.backup(here)
        here.execute("PRAGMA journal_mode=DELETE")
    os.chmod(target, 0o600)  # it holds the secrets of running games
    with target.open("rb") as written:
        os.fsync(written.fileno())


def _sync_folder(folder: Path) -> None:
    """So that the name is on disk too."""
    if os.name != "nt":
        descriptor = os.open(folder, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)


def check(path: Path) -> Contents:
    """Whether a file is a sound database, and which of its games are damaged; nothing is played again."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        database.text_factory = readable
        database.row_factory = sqlite3.Row
        said = [row[0] for row in database.execute("PRAGMA integrity_check(3)")]
        if said != ["ok"]:
            raise DatabaseError(f"{path} is corrupt: {said[0]}")
        version = database.execute("SELECT value FROM meta WHERE name = 'version'").fetchone()
        if version is None or not 1 <= int(version[0]) <= newest():
            raise DatabaseError(f"{path} was not written by this version of Tegel")
        games = database.execute("SELECT COUNT(*) FROM games").fetchone()[0]
        entries = database.execute("SELECT COUNT(*) FROM entries").fetchone()[0]
        damaged = _damaged(database) if int(version[0]) >= CHAINED else []
    return Contents(games, entries, damaged)


def _damaged(database: sqlite3.Connection) -> list[str]:
    """The games whose chain is broken, and those of which only entries are left."""
    found = [row[0] for row in database.execute("SELECT DISTINCT game FROM entries WHERE game NOT IN (SELECT id FROM games)")]
    for row in database.execute("SELECT * FROM games"):
        seats = database.execute("SELECT * FROM seats WHERE game = ? ORDER BY seat", (row["id"],)).fetchall()
        log = database.execute("SELECT * FROM entries WHERE game = ? ORDER BY number", (row["id"],)).fetchall()
        if not _holds(dict(row), [dict(seat) for seat in seats], [dict(entry) for entry in log]):
            found.append(row["id"])
    return found


def _holds(row: Row, seats: list[Row], log: list[Row]) -> bool:
    head = of_game(row)
    for at, entry in enumerate(log, 1):
        if entry["kind"] == "started":
            head = of_start(head, row, seats)
        head = link(head, entry)
        if entry["number"] != at or entry["hash"] != head:
            return False
    return bool(row["last"] == len(log) and row["head"] == head)
