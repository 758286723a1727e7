"""One view of the results, rendered as text, JSON, CSV or HTML."""
