"""A scored project in which a judge was shown an anchor that other responses copy."""

from __future__ import annotations

from pathlib import Path

from tests.built import built_project
from tests.report.scored import JUDGE, scored_project
from xpert_studio.core.store import ProjectFile

ANCHOR, COPY, HALF = "t0:0", "t0:1", "t0:2"
"""The anchor by ``aurora``, its copy by ``borealis``, and half a copy by ``cirrus``."""
TEXT = """# Memo

The notice was served in time, because clause 22 fixes the day of service as the second working day
after posting. Rent must be paid in full until the break date, and the sub-tenant must leave by then.

The landlord may still claim interest for late payment, but that does not affect the break itself.
We therefore advise the client to pay the outstanding sum at once and to end the licence in writing.
"""
OTHER = """The premises have to be empty on the last day. Partitions that were put in by the tenant are
removed at its own cost, and a receipt for the keys is obtained."""


@built_project
def duplicated_project(path: Path) -> ProjectFile:
    """The project; ``JUDGE`` was shown the anchor."""
    project = scored_project(path, with_gaps=False)
    texts = {
        ANCHOR: TEXT,
        COPY: f"Certainly! Here it is:\n{TEXT.upper()}",
        HALF: f"{TEXT[: len(TEXT) * 7 // 10]} {OTHER}",
    }
    with project.writing() as tx:
        for response_id, text in texts.items():
            tx.connection.exec_driver_sql(
                "UPDATE response SET text = ? WHERE id = ?", (text, response_id)
            )
        tx.connection.exec_driver_sql(
            "UPDATE judge SET anchors = ?, mode = 'anchored' WHERE id = ?",
            (f'["{ANCHOR}"]', JUDGE),
        )
    return project
