"""The command line: typer commands over the same functions that a window would call."""
