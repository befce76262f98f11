"""A clear line instead of a traceback where a package of an extra is missing."""

from __future__ import annotations

import importlib
from typing import Any

from ..core.errors import TegelError


class MissingExtra(TegelError, ImportError):
    """A package that only some parts of Tegel need is not installed."""


def need(module: str, extra: str = "research") -> Any:
    """Import a module of an extra, or say how to install it.

    >>> need("no_such_module")
    Traceback (most recent call last):
        ...
    tegel.envs.extras.MissingExtra: this needs no_such_module, which is not installed: pip install 'tegel[research]'
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise
        raise MissingExtra(f"this needs {error.name}, which is not installed: pip install 'tegel[{extra}]'") from error
