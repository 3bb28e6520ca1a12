"""Preferences: look, language, shortcuts, providers and keys."""
