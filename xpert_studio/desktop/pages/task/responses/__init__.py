"""The responses to a task, and how far they are judged."""
