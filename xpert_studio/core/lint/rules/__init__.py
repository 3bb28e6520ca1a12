"""The rules, a file a family."""
