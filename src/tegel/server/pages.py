"""The browser app: the files its build left in `static`, and one page for every address of the app."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path

from litestar import Response, get
from litestar.params import FromPath

from ..core.words import say
from .errors import NotFound
from .lasting import Lasting, answer_lasting, make_lasting
from .requests import AnyRequest, language_of

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".network": "application/octet-stream",
}
NOT_PAGES = ("api", "health", "metrics", "engine")
FOREVER = "public, max-age=31536000, immutable"  # for what has another address when it changes


@lru_cache(500)
def _read(path: Path, changed: float) -> tuple[Lasting, str]:
    """A file's content and type; read anew when it has changed."""
    content = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind.endswith(("json", "xml")):
        kind += "; charset=utf-8"
    return make_lasting(content), kind


def read_file(path: Path) -> tuple[Lasting, str]:
    """A file's content, with its tag, and its type."""
    return _read(path, path.stat().st_mtime)


def find_file(path: str) -> Path | None:
    """The file of an address; every address of the app that is no file is its one page."""
    wanted = (STATIC / path.lstrip("/")).resolve()
    if wanted.is_file() and STATIC.resolve() in wanted.parents:
        return wanted
    page = STATIC / "index.html"
    return page if page.is_file() and "." not in path.rsplit("/", 1)[-1] else None


def _answer(request: AnyRequest, path: str) -> Response[bytes]:
    if path.strip("/").split("/", 1)[0] in NOT_PAGES or "\0" in path:
        raise NotFound("no_page")
    found = find_file(path)
    if found is None:
        if (STATIC / "index.html").is_file():
            raise NotFound("no_page")
        return Response(_unbuilt(language_of(request)), media_type="text/html", status_code=404)
    made, kind = read_file(found)
    forever = found.parent.name == "assets"  # their names change with their content
    return answer_lasting(request, made, kind, FOREVER if forever else "no-cache")


def _unbuilt(language: str) -> bytes:
    """A plain page that says how to build the app."""
    title, text = say(language, "server.page.unbuilt"), say(language, "server.page.build")
    head = f"<!doctype html><html lang={language}><meta charset=utf-8><title>Tegel</title>"
    return f"{head}<h1>{title}</h1><p>{text}</p><pre>python web/build.py</pre>".encode()


@get("/", include_in_schema=False)
async def first_page(request: AnyRequest) -> Response[bytes]:
    return _answer(request, "/")


@get("/{path:path}", include_in_schema=False)
async def page(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    return _answer(request, path)


PAGES = [first_page, page]
