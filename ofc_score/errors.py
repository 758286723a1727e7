"""One root for every error a user can meet: what is wrong, where, and what to do; exit codes in one place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

DONE = 0
DIFFERENCE = 1
USAGE = 2
BAD_INPUT = 3
NOT_ALLOWED = 4
UNBALANCED = 5
DATABASE = 6
INTERNAL = 70
INTERRUPTED = 130


class Fault(NamedTuple):
    """One thing that is wrong. ``code`` is stable for scripts, the rest is for people.

    ``where`` names the place ("Ann middle", "line 4, players.max"), ``hint`` the way out; both may be empty. ``line``
    is the number of the line where the fault stands in the file that was read, 0 where there is none.
    """

    code: str
    message: str
    where: str = ""
    hint: str = ""
    line: int = 0

    def text(self) -> str:
        """The fault in one line: ``where: message (hint)``."""
        line = f"{self.where}: {self.message}" if self.where else self.message
        return f"{line} ({self.hint})" if self.hint else line


class OfcError(Exception):
    """Root of all errors of this package: a code, a message, a hint and every fault found in one pass."""

    code = "error"
    exit_code = BAD_INPUT

    def __init__(self, message: str, *, hint: str = "", faults: Iterable[Fault] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.faults = tuple(faults)

    @classmethod
    def of(cls, faults: Iterable[Fault], *, what: str) -> OfcError:
        """One error for a list of faults; ``what`` names the thing they were found in ("the boards")."""
        listed = tuple(faults)
        count = "one fault" if len(listed) == 1 else f"{len(listed)} faults"
        return cls(f"{count} in {what}", faults=listed)

    def each(self, where: str = "") -> tuple[Fault, ...]:
        """Every fault of this error; an error that lists none is one fault itself, at ``where``."""
        return self.faults or (Fault(self.code, self.message, where, self.hint),)

    def as_dict(self) -> dict[str, object]:
        """The error object printed under ``--json``."""
        return {
            "error": {
                "code": self.code,
                "message": self.message,
                "hint": self.hint,
                "faults": [fault._asdict() for fault in self.faults],
            }
        }


class UsageError(OfcError):
    """The command line itself cannot be understood."""

    code = "usage"
    exit_code = USAGE


class CardError(OfcError):
    """Boards that cannot be read or cannot lie on one table together."""

    code = "bad-cards"


class RulesError(OfcError):
    """A ruleset that cannot be found or does not say a playable game."""

    code = "bad-rules"


class SheetError(OfcError):
    """A score sheet, amount, name or event text that cannot be read."""

    code = "bad-sheet"


class NotAllowed(OfcError):
    """Understood, but the rules or the state of the evening do not allow it now."""

    code = "not-allowed"
    exit_code = NOT_ALLOWED


class DatabaseError(OfcError):
    """The ledger cannot be used: busy, missing, newer than this program, foreign, damaged, read-only, disk full."""

    code = "database"
    exit_code = DATABASE


class InternalError(OfcError):
    """A fault of this program itself, never of what was typed nor of the ledger: nothing was booked."""

    code = "internal"
    exit_code = INTERNAL

    def __init__(self, message: str) -> None:
        super().__init__(f"this is a bug in ofc-score: {message}", hint="please report it with this message")
