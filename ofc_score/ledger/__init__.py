"""The ledger: sessions, players and balances in one SQLite file. Importing it loads sqlite-utils: do it late."""

from __future__ import annotations

from ofc_score.ledger.accounts import Account, Standing
from ofc_score.ledger.backup import restore, verify_backup
from ofc_score.ledger.people import Player
from ofc_score.ledger.records import Booked, Entry, Listed
from ofc_score.ledger.store import Ledger, open_ledger
from ofc_score.ledger.transfer import Imported

__all__ = [
    "Account", "Booked", "Entry", "Imported", "Ledger", "Listed", "Player", "Standing", "open_ledger", "restore",
    "verify_backup",
]  # fmt: skip
