"""What people have as a table, seen before it is imported."""
