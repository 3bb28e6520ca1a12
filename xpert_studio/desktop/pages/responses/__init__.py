"""The page of responses to one task side by side."""
