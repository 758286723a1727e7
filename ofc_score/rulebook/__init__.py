"""A house's own rules: what is wrong with a file, its schema, and a game in words: facts, card, difference, a start."""
