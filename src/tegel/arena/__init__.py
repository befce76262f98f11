"""Matches between players, ratings, tests of strength, and the engine protocol that programs of any language speak."""
