"""The score sheet: a whole evening in YAML, read with all its faults at once, and written."""
