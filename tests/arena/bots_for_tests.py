"""Bots of every kind of badness, and two good ones, as a user would write them."""

import os
import random
import sys
import time


class Good:
    """The README's five lines."""

    def decide(self, view):
        return view.legal[0]


class Chance:
    """Uses Python's own random numbers, and talks too much."""

    def decide(self, view):
        print("thinking aloud")
        return view.codes[random.randrange(len(view.codes))]


class Seeded:
    """Takes a seed, and remembers the game."""

    def __init__(self, seed):
        self.source = random.Random(seed)
        self.asked = 0

    def decide(self, view):
        self.asked += 1
        return self.source.choice(view.legal)


class Peeker:
    """Fails if it can see the key, or if it is asked out of turn."""

    def decide(self, view):
        assert not view.state.key.any()
        assert view.legal
        return max(view.legal)


class Crashing:
    def decide(self, view):
        raise ValueError("no idea")


class Exiting:
    def decide(self, view):
        sys.exit("had enough")


class Dying:
    def decide(self, view):
        print("last words", file=sys.stderr, flush=True)
        os._exit(3)


class Hanging:
    def decide(self, view):
        time.sleep(3600)


class Illegal:
    def decide(self, view):
        return next(move for move in range(view.game.moves) if move not in view.legal)


class Silent:
    def decide(self, view):
        return None


class Nonsense:
    def decide(self, view):
        return "xyzzy"


class LateCrash:
    """Plays a while first."""

    def __init__(self):
        self.left = 5

    def decide(self, view):
        self.left -= 1
        if not self.left:
            raise RuntimeError("tired")
        return view.legal[-1]


class NoDecide:
    pass
