"""A push service of the tests' own, on this machine: real TLS, real HTTP; it keeps what comes, and a browser's keys to read it with."""

from __future__ import annotations

import datetime
import http.server
import json
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tegel.server.push_crypto import from_text, to_text
from tegel.server.push_delivery import Delivery

HOST = "push.example.org"
P256 = ec.SECP256R1()


class Browser:
    """The keys that a browser makes for a subscription, and how it reads what comes: written from RFC 8188 and 8291, not from our code."""

    def __init__(self, path: str = "browser") -> None:
        self.key = ec.generate_private_key(P256)
        self.secret = bytes(range(16))
        self.endpoint = f"https://{HOST}/send/{path}"

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)

    def subscription(self, **more: Any) -> dict[str, Any]:
        """What it gives the server."""
        keys = {"public_key": to_text(self.point), "secret": to_text(self.secret)}
        return {"endpoint": self.endpoint, **keys, "language": "en", "zone": "Europe/Amsterdam", **more}

    def read(self, body: bytes) -> bytes:
        """Decrypt a message."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, cipher = body[21 : 21 + length], body[21 + length :]
        assert len(cipher) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(P256, sender))
        ikm = HKDF(hashes.SHA256(), 32, self.secret, b"WebPush: info\x00" + self.point + sender).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(ikm)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(ikm)
        padded = AESGCM(key).decrypt(nonce, cipher, None).rstrip(b"\x00")
        assert padded[-1:] == b"\x02"
        return padded[:-1]


def check_vapid(header: str, public: str) -> dict[str, Any]:
    """What a message is signed with, if it is by this key; raises if not."""
    scheme, _, rest = header.partition(" ")
    given = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, given["k"]) == ("vapid", public)
    head, claims, signature = given["t"].split(".")
    raw = from_text(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(P256, from_text(public))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(from_text(head)) == {"typ": "JWT", "alg": "ES256"}
    found: dict[str, Any] = json.loads(from_text(claims))
    assert time.time() < found["exp"] < time.time() + 24 * 3600
    return found


class Service:
    """What came, and what is answered."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        self.hang = threading.Event()
        self.hang.set()
        self.port = 0
        self.context = ssl.create_default_context()

    def delivery(self, **more: Any) -> Delivery:
        """The way of a server to this service: its name leads here, and its certificate is trusted."""

        async def here(host: str) -> str:
            assert host == HOST
            return "127.0.0.1"

        return Delivery(here, self.context, self.port, **more)


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(P256)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    today = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = folder / "push.pem"
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


@contextmanager
def push_service(folder: Path) -> Iterator[Service]:
    """Serve until the test is over."""
    service, pem = Service(), _certificate(folder)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.got.append((self.path, dict(self.headers), body))
            service.hang.wait(60)
            self.send_response(service.status)
            self.send_header("Location", "https://elsewhere.example.org/")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            return

    class Quiet(http.server.ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            return  # our server hangs up as soon as it knows the status

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    server = Quiet(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    service.port = server.server_address[1]
    service.context = ssl.create_default_context(cafile=str(pem))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.hang.set()
        server.shutdown()
        server.server_close()
        thread.join(10)
