"""Meta-evaluation: forms to confirm or override, and two experts side by side."""
