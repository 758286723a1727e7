"""The interactive table."""
