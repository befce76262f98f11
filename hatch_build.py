"""Builds the browser app into wheels. An editable install leaves it to `python web/build.py`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = "src/tegel/server/static"


class BrowserApp(BuildHookInterface[Any]):
    """The custom build hook of pyproject.toml."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self.target_name != "wheel":
            return
        root = Path(self.root)
        script = root / "web" / "build.py"
        if script.is_file():
            spec = importlib.util.spec_from_file_location("tegel_web_build", script)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            if not module.is_built():
                module.build()
        if not (root / STATIC / "index.html").is_file():
            raise RuntimeError(f"the browser app is missing: neither web/ nor {STATIC} is there")
        build_data["force_include"][str(root / STATIC)] = "tegel/server/static"
