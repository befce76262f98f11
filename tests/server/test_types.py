"""The browser's types say what the API says."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).parents[2] / "web" / "write_types.py"


def script() -> Any:
    spec = importlib.util.spec_from_file_location("write_types", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_browsers_types_are_those_of_the_api() -> None:
    found = script()
    assert found.PLACE.read_text(encoding="utf-8") == found.write(), "run `python web/write_types.py`"
