"""The command line: read, call the core, render."""
