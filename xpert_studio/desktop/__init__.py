"""The window: shows a project to a person, and lets them work on it."""
