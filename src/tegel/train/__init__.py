"""Self-play and learning: how the networks that come with the package are made. Needs torch; a CUDA card makes it fast."""
