"""Running the server: logs as JSON lines, a graceful stop, limits on what a connection may send."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
import sys
from datetime import UTC, datetime
from typing import Any

import uvicorn

from .app import make_app
from .database import open_database
from .door import make_protocol
from .house import House
from .log import make_writer
from .redact import redact
from .settings import FRAME, Settings
from .sharing import require_shareable
from .socket_door import make_socket_protocol

PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
GRACE = 5  # seconds for those who are still talking
GARBAGE = (20_000, 10, 50)  # moves leave no garbage behind, only closed connections do; looking for it takes 1 us an object
SWITCH = 0.0002  # seconds until another thread gets its turn: the one that writes wants it several times for every commit


class JsonLines(logging.Formatter):
    """One JSON object a line, without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "time": when,
            "level": record.levelname.lower(),
            "from": record.name,
            "message": redact(record.getMessage()),
        }
        line |= {name: redact(str(value)) for name, value in vars(record).items() if name not in PLAIN}
        if record.exc_info:
            line["error"] = redact(self.formatException(record.exc_info))
        return json.dumps(line, default=str, ensure_ascii=False)


def set_up_logs(level: str) -> None:
    """Everything to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for quiet in ("aiosqlite", "websockets", "asyncio"):
        logging.getLogger(quiet).setLevel(logging.WARNING)


class Server(uvicorn.Server):
    """Hands its games over to the other processes before anybody is sent away, and stops when they were taken over."""

    house: House | None = None

    def greet(self, house: House) -> None:
        """The application has started."""
        self.house = house
        if house.sharing is not None:
            house.sharing.leases.lost = self.stop

    def stop(self) -> None:
        """Serve no more."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.house is not None:
            await self.house.leave()
        await super().shutdown(sockets)


def make_server(settings: Settings, level: str = "info") -> Server:
    """A server ready to run."""
    started: list[Server] = []
    config = uvicorn.Config(
        make_app(settings, lambda house: started[0].greet(house)),
        host=settings.host,
        port=settings.port,
        log_config=None,
        log_level=level,
        access_log=False,
        http=make_protocol(settings.caps),
        ws=make_socket_protocol(settings.limits),
        timeout_keep_alive=settings.caps.idle,
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=settings.proxy or None,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
    started.append(Server(config))
    return started[0]


def run_server(settings: Settings, level: str) -> None:
    """Serve until told to stop."""
    asyncio.run(check_database(settings))
    set_up_logs(level)
    server = make_server(settings, level)
    be_quick()
    server.run()


def be_quick() -> None:
    """Leave what is there for good out of every later search for garbage, and let the log's thread in sooner."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH)


async def check_database(settings: Settings) -> None:
    """Fail with one clear line, before anything is served, if the database cannot be used."""
    if settings.shared:
        require_shareable(settings)
    engine = await open_database(settings.address)
    writer = make_writer(engine, alone=not settings.shared)
    try:
        await writer.open()
    finally:
        await writer.close()
        await engine.dispose()
