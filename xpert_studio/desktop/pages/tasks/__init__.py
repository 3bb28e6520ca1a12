"""The table of tasks: filters, saved views, bulk actions."""
