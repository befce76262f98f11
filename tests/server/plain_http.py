"""Requests with nothing encrypted, and patience for a busy machine.

httpx alone would read all certificates of the machine for every client, which takes 50 ms, and give up after five seconds.
"""

from __future__ import annotations

import ssl
from functools import partial

import httpx

NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
PATIENCE = 60.0  # seconds

Client = partial(httpx.Client, verify=NO_CERTIFICATES, timeout=PATIENCE)
get = partial(httpx.get, verify=NO_CERTIFICATES, timeout=PATIENCE)
post = partial(httpx.post, verify=NO_CERTIFICATES, timeout=PATIENCE)
put = partial(httpx.put, verify=NO_CERTIFICATES, timeout=PATIENCE)
delete = partial(httpx.delete, verify=NO_CERTIFICATES, timeout=PATIENCE)
request = partial(httpx.request, verify=NO_CERTIFICATES, timeout=PATIENCE)
stream = partial(httpx.stream, verify=NO_CERTIFICATES, timeout=PATIENCE)
