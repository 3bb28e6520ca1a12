"""The first page: what waits, where the project stands, what happened lately."""
