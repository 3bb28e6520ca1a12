"""Offline work: assignments that were sent, submissions that are imported, copies of a project."""
