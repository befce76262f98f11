"""An authenticator in software, as a phone or a security key is one: it makes passkeys and signs with them."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

from tegel.server.passkeys import to_bytes, to_text
from tests.server.client import Client

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
ZERO_AAGUID = bytes(16)


class Authenticator:
    """One passkey at a time, with ES256. Its fields may be changed, to see what a server makes of it."""

    def __init__(self, origin: str) -> None:
        require_library()
        from cryptography.hazmat.primitives.asymmetric import ec

        self.origin = origin
        self.site: str | None = None  # another one than asked for
        self.flags = PRESENT | VERIFIED
        self.count = 0
        self.counts = True  # whether it counts its signatures
        self.credential = secrets.token_bytes(16)
        self.user = b""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, offer: dict[str, Any], name: str = "Phone", kind: str = "webauthn.create") -> dict[str, Any]:
        """A passkey, as the browser sends it."""
        self.user = to_bytes(offer["user"])
        numbers = self._key.public_key().public_numbers()
        key = _cbor({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        attested = ZERO_AAGUID + len(self.credential).to_bytes(2, "big") + self.credential + key
        attestation = _cbor({"fmt": "none", "attStmt": {}, "authData": self._data(offer["site"], ATTESTED) + attested})
        client = self._client_data(kind, offer["challenge"])
        return {"credential": to_text(self.credential), "client_data": to_text(client), "attestation": to_text(attestation), "name": name}

    def sign(self, offer: dict[str, Any], kind: str = "webauthn.get") -> dict[str, Any]:
        """A signature, as the browser sends it."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec

        self.count += self.counts
        data, client = self._data(offer["site"]), self._client_data(kind, offer["challenge"])
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "credential": to_text(self.credential),
            "client_data": to_text(client),
            "authenticator_data": to_text(data),
            "signature": to_text(signature),
            "user": to_text(self.user),
        }

    def _data(self, site: str, more: int = 0) -> bytes:
        return hashlib.sha256((self.site or site).encode()).digest() + bytes([self.flags | more]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()


def require_library() -> None:
    """Skip the test where the library is not there."""
    import pytest

    pytest.importorskip("webauthn")


def sign_up(client: Client, name: str = "Phone") -> tuple[Authenticator, dict[str, Any]]:
    """Give a guest a passkey; what was answered has the recovery codes."""
    key = Authenticator(client.url)
    offer = client.post("/api/account/passkeys/begin", {})
    return key, client.post("/api/account/passkeys", key.make(offer, name), 201)


def sign_in(client: Client, key: Authenticator, status: int = 200, **more: Any) -> Any:
    """Sign in with a passkey."""
    offer = client.post("/api/account/sign-in/begin", {})
    return client.post("/api/account/sign-in", {**key.sign(offer), **more}, status)


def _cbor(value: Any) -> bytes:
    import cbor2

    encoded: bytes = cbor2.dumps(value)
    return encoded
