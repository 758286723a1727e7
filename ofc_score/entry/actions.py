"""What a typed line can ask of the table."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ofc_score.errors import Fault


class Nothing(NamedTuple):
    """An empty line."""


class Back(NamedTuple):
    """Take back one board, or one row of the board that is being typed."""


class Jump(NamedTuple):
    """Ask for this player."""

    name: str


class Place(NamedTuple):
    """A board or rows for a player (None: whose turn it is)."""

    name: str | None
    text: str


class Block(NamedTuple):
    """Several boards pasted at once; ``faults`` are lines of it that are none."""

    boards: tuple[Place, ...]
    faults: tuple[Fault, ...]


class Command(NamedTuple):
    """One of the commands, in full, and the words behind it."""

    name: str
    words: tuple[str, ...]


Action: TypeAlias = Nothing | Back | Jump | Place | Block | Command
