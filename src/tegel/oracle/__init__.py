"""Second implementations of the rules, written from the rules text alone."""
