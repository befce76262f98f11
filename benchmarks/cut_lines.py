"""The lines between the processes of one server, in our hands: they can be cut, or go silent while both ends are alive.

A trigger in the database writes 127.77.0.1 for the 127.0.0.1 at which a process says it can be reached. There we listen, at the same
port, and carry what comes.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

OURS, THEIRS = "127.77.0.1", "127.0.0.1"
TRIGGER = f"""
CREATE FUNCTION through_us() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN NEW.address := replace(NEW.address, '{THEIRS}:', '{OURS}:'); RETURN NEW; END $$;
CREATE TRIGGER through_us BEFORE INSERT ON processes FOR EACH ROW EXECUTE FUNCTION through_us();
"""


class Lines:
    """All lines between processes."""

    def __init__(self) -> None:
        self.silent = False
        self.carried = 0  # bytes
        self._servers: dict[int, asyncio.Server] = {}
        self._writers: set[asyncio.StreamWriter] = set()

    async def _serve(self, ports: set[int]) -> None:
        """Listen for the processes that live, and for no others: nobody listens where one has gone."""
        for port in self._servers.keys() - ports:
            self._servers.pop(port).close()
        for port in ports - self._servers.keys():
            self._servers[port] = await self._listen(port)

    async def _listen(self, port: int) -> asyncio.Server:
        return await asyncio.start_server(lambda reader, writer: self._carry_both(port, reader, writer), OURS, port)

    def cut(self) -> None:
        """Break all lines; new ones can be opened at once. From any thread."""
        self._loop.call_soon_threadsafe(self._abort)

    def _abort(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    def start(self, database: str) -> None:
        """Keep up with the processes there are, in a thread."""
        threading.Thread(target=lambda: asyncio.run(self._watch(database)), daemon=True).start()

    async def _carry_both(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection(THEIRS, port)
            self._writers |= {writer, far_writer}
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer), return_exceptions=True)
            self._writers -= {writer, far_writer}
        writer.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                if not self.silent:
                    self.carried += len(data)
                    writer.write(data)
        finally:
            writer.close()

    async def _watch(self, database: str) -> None:
        import asyncpg

        self._loop = asyncio.get_running_loop()
        while True:
            with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, TimeoutError):
                connection = await asyncpg.connect(database, timeout=2)
                try:
                    while True:
                        rows = await connection.fetch("SELECT address FROM processes", timeout=2)
                        await self._serve({int(row["address"].rpartition(":")[2]) for row in rows})
                        await asyncio.sleep(0.05)
                finally:
                    connection.terminate()
            await asyncio.sleep(0.1)
