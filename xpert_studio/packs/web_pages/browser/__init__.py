"""Chromium, cut off from this computer and every network, and a small client of its debugger."""
