"""A game as frozen data: finding its file, reading it strictly, checking it, describing it, printing its card."""
