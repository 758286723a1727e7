"""Boards of three rows: every typed form of one, and what is wrong with it."""
