"""Everything that is shown: text, tables, charts, messages, HTML pages, CSV and JSON."""
