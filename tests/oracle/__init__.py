"""A second, slow and plain scorer that shares no code with the package; the real one is checked against it."""
