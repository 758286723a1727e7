"""What a player says against what the rules say, and which common mistakes explain the difference."""
