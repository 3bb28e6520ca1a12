"""Search in every text of the project."""
