"""Shared by all tests: the same examples every time, and no deadlines, since the first call of a compiled function may take seconds.

`pytest --hypothesis-profile=default` looks for new examples.
"""

from hypothesis import settings

settings.register_profile("tegel", deadline=None, derandomize=True)
settings.load_profile("tegel")
