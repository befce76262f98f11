"""How much better could a network predict? See `__main__`."""
