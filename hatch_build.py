"""What the package's build adds: the browser app in wheels, and a README whose links work anywhere.

An editable install leaves the app to `python web/build.py`.
"""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

STATIC = "src/tegel/server/static"
IMAGE = re.compile(r"(!\[[^\]]*\]\()(?!https?:)")
LINK = re.compile(r"((?<!!)\[[^\]]*\]\()(?!https?:|#)")


def absolute_links(text: str, source: str) -> str:
    """A README for a package index, which does not hold the files it points to."""
    return LINK.sub(rf"\g<1>{source}/blob/main/", IMAGE.sub(rf"\g<1>{source}/raw/main/", text))


class Readme(MetadataHookInterface):
    """The metadata hook of pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute_links(text, metadata["urls"]["Source"])}


class BrowserApp(BuildHookInterface[Any]):
    """The build hook of pyproject.toml."""

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
