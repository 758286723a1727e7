"""Which session, and which moment of it, a fingerprint from a message belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ofc_score.errors import Fault

if TYPE_CHECKING:
    from ofc_score.ledger.store import Ledger


# Most messages are of a session that stands as it did then: only for the others every entry is looked at.
_SEARCHES: Final = (
    "SELECT id, entries, entries FROM sessions WHERE substr(checksum, 1, length(:mark)) = :mark",
    "SELECT id, 0, entries FROM sessions WHERE substr(opening, 1, length(:mark)) = :mark",
    "SELECT session, entry, entries FROM events JOIN sessions ON sessions.id = session "
    "WHERE substr(events.checksum, 1, length(:mark)) = :mark",
)


class Match(NamedTuple):
    """A session that had this fingerprint after its entry ``entry`` (0: at its start) and has ``entries`` now."""

    session: int
    entry: int
    entries: int


def find(ledger: Ledger, fingerprint: str) -> Match | None:
    """The session whose entries up to some moment have this fingerprint (lower-case hex), None when there is none."""
    with ledger.reading() as db:
        for sql in _SEARCHES:
            row = db.execute(sql, {"mark": fingerprint}).fetchone()
            if row is not None:
                return Match(*row)
    return None


def expected(ledger: Ledger, fingerprint: str, session: int | None = None) -> list[Fault]:
    """Nothing where a session, that one if one is named, stands exactly as it did when the message was written; else
    the one fault."""
    match = find(ledger, fingerprint)
    if match is None:
        hint = (
            "the message is of another ledger, an entry was changed since, "
            "or the session came in from a score sheet, which drops the times"
        )
        return [Fault("fingerprint-unknown", f"no session has the fingerprint {fingerprint}", "", hint)]
    if session not in (None, match.session):
        hint = f"audit --expect {fingerprint} --session {match.session} looks there"
        return [
            Fault(
                "fingerprint-other", f"the fingerprint is that of session {match.session}", f"session {session}", hint
            )
        ]
    added = match.entries - match.entry
    if not added:
        return []
    since = "1 entry was" if added == 1 else f"{added} entries were"
    message = f"{since} added after e{match.entry}, up to which it is as the message says"
    hint = "log shows them; message gives the new fingerprint"
    return [Fault("fingerprint-older", message, f"session {match.session}", hint)]
