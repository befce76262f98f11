"""Shared by all tests: no deadlines, since the first call of a compiled function may take seconds."""

from hypothesis import settings

settings.register_profile("tegel", deadline=None)
settings.load_profile("tegel")
