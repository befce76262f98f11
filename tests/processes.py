"""Processes that a test leaves behind, or does not, as /proc tells."""

from __future__ import annotations

import os
import socket
from pathlib import Path


def children_of(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def process_at(address: str) -> int:
    """The process that listens somewhere."""
    host, _, port = address.rpartition(":")
    local = f"{socket.inet_aton(host)[::-1].hex().upper()}:{int(port):04X}"
    with open("/proc/net/tcp") as table:
        inode = next(line.split()[9] for line in list(table)[1:] if line.split()[1] == local and line.split()[3] == "0A")
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            links = {os.readlink(f"/proc/{pid}/fd/{descriptor}") for descriptor in os.listdir(f"/proc/{pid}/fd")}
        except OSError:
            continue
        if f"socket:[{inode}]" in links:
            return int(pid)
    raise AssertionError("nobody listens there")
