"""What is believed of a strength: a mean and a standard deviation, in Elo."""

from __future__ import annotations

from typing import NamedTuple

MIDDLE = 1500.0  # of a newcomer
SPREAD = 350.0  # standard deviation of what is believed of a newcomer
CERTAIN = 110.0  # a rating with a larger deviation is provisional


class Belief(NamedTuple):
    """A rating."""

    mean: float = MIDDLE
    deviation: float = SPREAD

    @property
    def provisional(self) -> bool:
        """Whether it is too uncertain to be compared with others'.

        >>> Belief().provisional, Belief(1700, 80).provisional
        (True, False)
        """
        return self.deviation > CERTAIN
