"""Several processes on one port: they take turns at the same listening socket, which stays open whatever becomes of them.

A process that ends is started anew. `SIGHUP` restarts them one by one, each only when its successor serves: nobody is refused meanwhile.
`SIGTERM` and `SIGINT` stop all. If this process itself is killed the others notice and stop.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress

import msgspec

from .running import be_quick, check_database, make_server, set_up_logs
from .settings import Settings

READY = b"ready\n"
READY_WITHIN = 120.0  # seconds for a process to serve
STOP_WITHIN = 20.0
SOON, LONGEST_PAUSE = 5.0, 10.0  # seconds: who ends within these is started anew after a pause, ever longer
BACKLOG = 2048

logger = logging.getLogger("tegel.server")


class Child:
    """A process that serves. It says on its line when it does; when the line is cut it stops."""

    def __init__(self, settings: Settings, listening: socket.socket, level: str) -> None:
        self.line, theirs = socket.socketpair()
        told = {
            "settings": msgspec.to_builtins(settings, enc_hook=str),
            "level": level,
            "listening": listening.fileno(),
            "line": theirs.fileno(),
        }
        command = [sys.executable, "-m", "tegel.server.supervising"]
        descriptors = (listening.fileno(), theirs.fileno())
        self.process = subprocess.Popen(command, pass_fds=descriptors, stdin=subprocess.PIPE, start_new_session=True)
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(told).encode())  # not among its arguments: the database's address may hold a password
        self.process.stdin.close()
        theirs.close()

    async def ready(self) -> bool:
        """Whether it came to serve."""
        self.line.setblocking(False)
        try:
            async with asyncio.timeout(READY_WITHIN):
                return await asyncio.get_running_loop().sock_recv(self.line, len(READY)) == READY
        except TimeoutError:
            return False

    async def ended(self) -> int:
        """Its exit status, when it has ended."""
        return await asyncio.to_thread(self.process.wait)

    async def stop(self) -> None:
        """Ask it to stop, then insist."""
        with suppress(ProcessLookupError):
            self.process.terminate()
        try:
            await asyncio.wait_for(self.ended(), STOP_WITHIN)
        except TimeoutError:
            self.process.kill()
        self.line.close()


class Supervisor:
    """Keeps so many processes running."""

    def __init__(self, start: Callable[[int], Child], processes: int) -> None:
        self._start = start
        self._size = processes
        self._children: dict[int, Child] = {}
        self._stopping = asyncio.Event()
        self._restarting = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until told to stop."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stopping.set)
        loop.add_signal_handler(signal.SIGHUP, lambda: self._spawn(self.restart()))
        for slot in range(self._size):
            self._spawn(self._keep(slot))
        await self._stopping.wait()
        await asyncio.gather(*(child.stop() for child in self._children.values()))
        for task in self._tasks:
            task.cancel()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep(self, slot: int) -> None:
        """One process after the other in a slot."""
        pause = 0.0
        loop = asyncio.get_running_loop()
        while not self._stopping.is_set():
            child = self._children[slot] = self._start(slot)
            began = loop.time()
            status = await child.ended()
            while self._children[slot] is not child:  # it was replaced, and its successor serves
                child = self._children[slot]
                began = loop.time()
                status = await child.ended()
            if self._stopping.is_set():
                return
            pause = min(LONGEST_PAUSE, 2 * pause + 0.5) if loop.time() - began < SOON else 0.0
            logger.warning("a process has ended and is started anew", extra={"slot": slot, "status": status, "after": pause})
            await asyncio.sleep(pause)

    async def restart(self) -> None:
        """All processes, one by one."""
        async with self._restarting:
            for slot in range(self._size):
                old, new = self._children[slot], self._start(slot)
                if not await new.ready():
                    logger.error("a new process does not serve: the old ones stay", extra={"slot": slot})
                    await new.stop()
                    return
                self._children[slot] = new
                await old.stop()
            logger.info("all processes have been restarted")


def run_processes(settings: Settings, processes: int, level: str) -> int:
    """Serve with several processes until told to stop."""
    asyncio.run(check_database(settings))
    set_up_logs(level)
    listening = listen(settings.host, settings.port)
    logger.info("serving", extra={"address": "{}:{}".format(*listening.getsockname()[:2]), "processes": processes})
    asyncio.run(Supervisor(lambda slot: Child(msgspec.structs.replace(settings, slot=slot), listening, level), processes).run())
    return 0


def listen(host: str, port: int) -> socket.socket:
    """The socket all take their connections from."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listening = socket.socket(family, kind, protocol)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(address)
    listening.listen(BACKLOG)
    listening.setblocking(False)
    return listening


def serve_as_child() -> None:
    """One of the processes."""
    told = json.load(sys.stdin)
    settings = msgspec.convert(told["settings"], Settings, dec_hook=lambda kind, value: kind(value))
    set_up_logs(told["level"])
    server = make_server(settings, told["level"])
    line = socket.socket(fileno=told["line"])

    def watch() -> None:
        while not server.started:
            if server.should_exit:
                return
            threading.Event().wait(0.02)
        with suppress(OSError):
            line.sendall(READY)
            line.recv(1)  # which never comes: the one that started us is gone
        server.should_exit = True

    threading.Thread(target=watch, daemon=True).start()
    be_quick()
    server.run(sockets=[socket.socket(fileno=told["listening"])])


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    serve_as_child()
