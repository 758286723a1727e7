"""An evening as text that others can read: events as JSON, and the score sheet in YAML."""
