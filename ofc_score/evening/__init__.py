"""One session: what happened (events), what counts after corrections, whose turn it is, what is allowed now, who pays
whom."""
