"""Publishing: what leaves the house is chosen, looked at, written, and remembered."""
