"""Assignments and submissions: work that others do in a file of their own, and its return."""
