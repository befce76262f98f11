"""Web push messages as browsers want them: encrypted for one browser (RFC 8291), signed with the server's own key (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import json
import secrets
import time
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy.ext.asyncio import AsyncEngine

from .database import read_or_write

NAME = "vapid_key"
CURVE = ec.SECP256R1()
POINT = 65  # bytes of a public key
SECRET = 16  # bytes that a browser shares with us
RECORD = 4096  # the only record of a message; the end of it is marked
LASTS = 12 * 3600  # seconds for which a signature is good


class Keys(NamedTuple):
    """What a browser gave with its subscription."""

    public_key: bytes
    secret: bytes


def from_text(text: str) -> bytes:
    """Base64url, with or without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def to_text(data: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as browsers write it."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def read_keys(public_key: str, secret: str) -> Keys:
    """What a browser gave; raises ValueError if it cannot be such keys."""
    keys = Keys(from_text(public_key), from_text(secret))
    if len(keys.public_key) != POINT or len(keys.secret) != SECRET:
        raise ValueError("a public key has 65 bytes, a secret 16")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, keys.public_key)
    return keys


def encrypt(message: bytes, keys: Keys, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None) -> bytes:
    """A message that only this browser can read, in a key made for it alone."""
    own = own or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(16)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, keys.public_key))
    mine = point_of(own.public_key())
    both = _derive(shared, keys.secret, b"WebPush: info\0" + keys.public_key + mine, 32)
    key, nonce = _derive(both, salt, b"Content-Encoding: aes128gcm\0", 16), _derive(both, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([POINT]) + mine
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


class Vapid:
    """The server's own key, by which push services know that it was this server a browser subscribed to."""

    def __init__(self, private: str, contact: str) -> None:
        self._contact = contact  # whom a push service turns to
        self._key = ec.derive_private_key(int(private, 16), CURVE)
        self.public = to_text(point_of(self._key.public_key()))  # what browsers are given

    def authorize(self, origin: str) -> str:
        """The header by which a push service at this origin takes a message."""
        claims = {"aud": origin, "exp": int(time.time()) + LASTS, "sub": self._contact}
        parts = [to_text(json.dumps(part, separators=(",", ":")).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        first, second = decode_dss_signature(self._key.sign(".".join(parts).encode(), ec.ECDSA(SHA256())))
        signature = to_text(first.to_bytes(32, "big") + second.to_bytes(32, "big"))
        return f"vapid t={'.'.join([*parts, signature])}, k={self.public}"


async def read_vapid(engine: AsyncEngine, contact: str) -> Vapid:
    """The key, made once for each database and kept in it."""
    made = ec.generate_private_key(CURVE).private_numbers().private_value
    return Vapid(await read_or_write(engine, NAME, f"{made:064x}"), contact)
