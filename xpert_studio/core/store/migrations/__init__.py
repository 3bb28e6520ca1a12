"""Alembic's environment: one numbered file a schema version in ``versions/``."""
