"""Which names this server answers to. A page of another site could otherwise point its own name at this machine (DNS rebinding)."""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address

from .settings import Settings

HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,252}))(?::(?P<port>[0-9]{1,5}))?\Z")
LOCAL = ("localhost", "127.0.0.1", "::1")


def read_host(header: str) -> str | None:
    """The name in a Host header, in lower case and without its port; None if it is malformed."""
    found = HOST.match(header)
    if found is None or int(found["port"] or 0) > 65535:
        return None
    name = found["name"].lower().rstrip(".")
    if name.startswith("["):
        name = name[1:-1]
        return name if is_address(name) else None
    return None if ".." in name else name


def is_address(name: str) -> bool:
    """Whether a name is a plain address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Hosts:
    """The names of one server: those it was given, those of this machine, and any plain address where the network may reach it."""

    def __init__(self, settings: Settings) -> None:
        given = {name.lower().rstrip(".").strip("[]") for name in settings.host_names}
        self._any = "*" in given
        self._names = {*given, *LOCAL}
        self._addresses = not self._only_this_machine(settings.host)
        if self._addresses:
            own = socket.gethostname().lower()
            self._names |= {settings.host.lower(), own, f"{own}.local"}

    @staticmethod
    def _only_this_machine(host: str) -> bool:
        return host.lower() == "localhost" or (is_address(host) and ip_address(host).is_loopback)

    def answers_to(self, name: str) -> bool:
        """Whether a name is ours. A rebinding page always comes under a name, so plain addresses are safe."""
        return self._any or name in self._names or (self._addresses and is_address(name))
