"""Runs: composed, started, watched, taken up again; and what came of them."""
