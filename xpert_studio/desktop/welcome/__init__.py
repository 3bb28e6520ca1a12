"""Before a project is open: who are you, and which project."""
