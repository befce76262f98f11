"""Studies: a position, the moves from it as a tree, and what somebody thinks of them. The notation is in docs/studies.md."""
