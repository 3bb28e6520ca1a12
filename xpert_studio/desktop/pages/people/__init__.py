"""The people of the project, their roles and qualification."""
