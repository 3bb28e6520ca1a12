"""Publishing: what is shared is chosen, looked at, written, and remembered."""
