"""One hand: the points of each pair and why, chips under caps, and the one result object behind every output."""
