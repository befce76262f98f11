"""Tests that take minutes, for `make test-long`."""

from __future__ import annotations

import os

import pytest

LONG = "TEGEL_LONG" in os.environ
takes_minutes = pytest.mark.skipif(not LONG, reason="takes minutes: make test-long")
