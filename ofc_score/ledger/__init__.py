"""The SQLite file: the events of every session as they were typed, people, readable tables derived from the events,
audit, backup, and the way in and out of a whole ledger."""
