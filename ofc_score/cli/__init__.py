"""The command line: one file per family of commands. It reads what was typed, calls the floors below, and prints."""
