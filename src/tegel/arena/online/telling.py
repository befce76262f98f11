"""What a bot tells of its games: a sentence for people, or a line of JSON for programs."""

from __future__ import annotations

import json
import sys
import threading
from typing import Any

from ...core.words import say


class Teller:
    """One for all games; what is told at the same time does not mix."""

    def __init__(self, language: str, lines: bool) -> None:
        self.language = language
        self._lines = lines
        self._lock = threading.Lock()

    def tell(self, event: str, **words: Any) -> None:
        """Something happened; its sentence is `cli.bot.EVENT`."""
        with self._lock:
            if self._lines:
                print(json.dumps({"event": event, **words}, ensure_ascii=False), flush=True)
            else:
                print(self._sentence(event, words), flush=True)

    def warn(self, event: str, **words: Any) -> None:
        """The same, for what is wrong: people read it on standard error."""
        if self._lines:
            self.tell(event, **words)
        else:
            with self._lock:
                print(self._sentence(event, words), file=sys.stderr, flush=True)

    def _sentence(self, event: str, words: dict[str, Any]) -> str:
        """People count seats from 1."""
        if "seat" in words:
            words["seat"] += 1
        if "points" in words:
            words["points"] = ", ".join(map(str, words["points"]))
        return say(self.language, f"cli.bot.{event}", **words)
