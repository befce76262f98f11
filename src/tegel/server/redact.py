"""Logs without secrets: cookies, tokens and invitations are blotted out, wherever in a line they stand."""

from __future__ import annotations

import re

BLOT = "[hidden]"
PATTERNS = (
    re.compile(r"(?i)((?:set-)?cookie2?|(?:proxy-)?authorization)(\s*[:=]\s*|['\"]?\s*,\s*b?['\"])[^\r\n'\"]+"),
    re.compile(r"(?i)(tegel_guest)(=)[^;\s'\"\\]+"),
    re.compile(r"(bot)(\.)[A-Za-z0-9_-]{32}"),
    re.compile(r"(?i)(bearer)(\s+)[^\s'\"\\]+"),
    re.compile(r"(?i)(/(?:join|seat|api/invitations|api/seat-links))(/)[^\s/?'\"\\]+"),
    re.compile(r"(?i)((?:\\?['\"])(?:token|invitation|link|secret|nonce)\\?['\"])(\s*:\s*\\?['\"])[^'\"\\]*"),
)
CODE = re.compile(r"(?i)\b[a-z2-9]{4}(?:[- ][a-z2-9]{4}){3}\b")  # a recovery code
EDGE = "[A-Za-z0-9_-]"
TOKEN = re.compile(rf"(?<!{EDGE})(?={EDGE}*[A-Z_-]){EDGE}{{32}}(?!{EDGE})")  # as `new_token` makes them


def redact(text: str) -> str:
    """The text with its secrets blotted out."""
    for pattern in PATTERNS:
        text = pattern.sub(rf"\1\2{BLOT}", text)
    return TOKEN.sub(BLOT, CODE.sub(BLOT, text))
