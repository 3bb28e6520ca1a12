"""Runs the migrations on the connection that ``store.migrate`` hands over."""

from alembic import context

from xpert_studio.core.store.mapping import metadata

attributes = context.config.attributes
context.configure(
    connection=attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    on_version_apply=attributes.get("on_step"),
)
context.run_migrations()
