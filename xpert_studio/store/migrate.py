"""Brings an older project file up to date: backed up first, all or nothing."""

from __future__ import annotations

import logging
from pathlib import Path

from alembic import command
from alembic.config import Config

from xpert_studio.store.backups import back_up
from xpert_studio.store.connection import make_engine
from xpert_studio.store.schema import SCHEMA_VERSION

_SCRIPTS = Path(__file__).with_name("migrations")


def migrate(path: Path, version: int) -> Path:
    """Migrates a project file to ``SCHEMA_VERSION`` in one transaction.

    Args:
        path: The file.
        version: The version it has now.

    Returns:
        The backup that was made before.
    """
    backup = back_up(path, reason=f"before-schema-{SCHEMA_VERSION}")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    engine = make_engine(path, mode="rw")
    try:
        with engine.connect() as plain:
            connection = plain.execution_options(xpert_writes=True)
            with connection.begin():
                config.attributes["connection"] = connection
                command.stamp(config, f"{version:04}" if version else "base")
                command.upgrade(config, f"{SCHEMA_VERSION:04}")
                connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA_VERSION}")
    finally:
        engine.dispose()
    return backup
