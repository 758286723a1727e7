"""Cards and how strong rows of them are: packed cards, strengths, 2-7 lows, joker readings, declared thirteen-card
hands, and what a hand is called."""
