"""Sending to a push service. Where it is comes from a client, so the server lets itself be sent nowhere else:

https at port 443 only, names only, and none whose addresses are not all public; the connection goes to the address that was looked at,
with the name in the certificate. No redirect is followed, no more than the first line of the answer is read, and nothing takes longer
than a few seconds.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from .errors import Refusal

PORT = 443
WITHIN = 10.0  # seconds for everything
LINE = 4096  # bytes of an answer's first line
AT_ONCE = 8  # messages on their way at the same time
PLAIN = re.compile(r"https://[a-z0-9.-]{1,253}(:443)?/[!-~]{1,900}", re.ASCII)
NAT64 = ipaddress.ip_network("64:ff9b::/96")
UNICAST = ipaddress.ip_network("2000::/3")  # all that the public network has of IPv6; outside lie forms with a private address inside
Resolve = Callable[[str], Awaitable[str]]


class Undeliverable(Exception):
    """It was not sent, or nobody answered."""


def check_endpoint(endpoint: str) -> str:
    """The host of an endpoint; one that the server would not send to is refused."""
    if not PLAIN.fullmatch(endpoint):
        raise Refusal("bad_endpoint")
    host = urlsplit(endpoint).hostname or ""
    last = host.rpartition(".")[2]
    if "." not in host.strip(".") or host.endswith((".local", ".internal", ".localhost", ".")) or not last.isalpha():
        raise Refusal("bad_endpoint")  # no name of the public network, or a number
    return host


def is_public(address: str) -> bool:
    """Whether an address is one of the public network, also where it has another inside."""
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        if found.sixtofour or found.teredo:
            return False
        inside = found.ipv4_mapped or (ipaddress.IPv4Address(int(found) & 0xFFFFFFFF) if found in NAT64 else None)
        if inside is not None:
            return is_public(str(inside))
        if found not in UNICAST:
            return False
    return found.is_global and not found.is_multicast


class Names:
    """Looks names up, with threads of its own: a slow name server holds nobody else up."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="push names")

    async def __call__(self, host: str) -> str:
        """The first address of a host all of whose addresses are public."""

        def look() -> list[str]:
            return [str(found[4][0]) for found in socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)]

        try:
            addresses = await asyncio.get_running_loop().run_in_executor(self._threads, look)
        except OSError as error:
            raise Undeliverable(f"no such host: {error}") from None
        if not addresses or not all(is_public(address) for address in addresses):
            raise Undeliverable("not a public address")
        return addresses[0]

    def close(self) -> None:
        """No more names."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Delivery:
    """The way to push services; tests give another, to one of their own."""

    def __init__(
        self, resolve: Resolve | None = None, context: ssl.SSLContext | None = None, port: int = PORT, within: float = WITHIN
    ) -> None:
        self._names = None if resolve else Names()
        self._resolve: Resolve | None = resolve or self._names
        self._context = context
        self._port = port
        self._within = within

    async def post(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        """Send, and return the status that is answered."""
        try:
            async with asyncio.timeout(self._within):
                return await self._post(endpoint, headers, body)
        except (OSError, TimeoutError, EOFError, ValueError, asyncio.LimitOverrunError, Refusal) as error:
            raise Undeliverable(repr(error)) from None

    async def _post(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        host = check_endpoint(endpoint)
        assert self._resolve is not None
        address = await self._resolve(host)
        if self._context is None:
            self._context = ssl.create_default_context()
        reader, writer = await asyncio.open_connection(address, self._port, ssl=self._context, server_hostname=host, limit=LINE)
        try:
            found = urlsplit(endpoint)
            path = found.path + (f"?{found.query}" if found.query else "")
            lines = [f"POST {path} HTTP/1.1", f"Host: {host}", f"Content-Length: {len(body)}", "Connection: close"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
            await writer.drain()
            answer = (await reader.readuntil(b"\r\n")).split()
            if len(answer) < 2 or not answer[0].startswith(b"HTTP/1."):
                raise ValueError("no answer in HTTP")
            return int(answer[1])
        finally:
            writer.transport.abort()

    def close(self) -> None:
        """Nothing more is sent."""
        if self._names is not None:
            self._names.close()
