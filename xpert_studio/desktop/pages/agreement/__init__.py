"""Agreement between experts."""
