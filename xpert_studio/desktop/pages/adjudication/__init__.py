"""Meta-evaluation: sheets to confirm or override, and two experts side by side."""
