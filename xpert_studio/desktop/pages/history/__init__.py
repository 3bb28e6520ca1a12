"""What happened, and what of it can be undone."""
