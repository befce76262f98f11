"""Requests with nothing encrypted. httpx alone would read all certificates of the machine for every client, which takes 50 ms."""

from __future__ import annotations

import ssl
from functools import partial

import httpx

NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

Client = partial(httpx.Client, verify=NO_CERTIFICATES)
get = partial(httpx.get, verify=NO_CERTIFICATES)
post = partial(httpx.post, verify=NO_CERTIFICATES)
put = partial(httpx.put, verify=NO_CERTIFICATES)
delete = partial(httpx.delete, verify=NO_CERTIFICATES)
request = partial(httpx.request, verify=NO_CERTIFICATES)
stream = partial(httpx.stream, verify=NO_CERTIFICATES)
