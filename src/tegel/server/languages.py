"""Which language to speak."""

from __future__ import annotations

from ..core.words import LANGUAGES


def first_language(accepted: str) -> str:
    """The first of an Accept-Language header that we have, else English."""
    for part in accepted.split(","):
        wanted = part.strip()[:2].lower()
        if wanted in LANGUAGES:
            return wanted
    return "en"
