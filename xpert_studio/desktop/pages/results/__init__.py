"""Results: the leaderboard and what is behind it."""
