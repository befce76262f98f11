"""The commands: each module's first line is its help, `arguments` declares and `run` does it."""
