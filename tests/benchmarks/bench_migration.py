"""Migrating a project of XpertBench's size from the first version with all that is in it.

    python tests/benchmarks/bench_migration.py

Aim: at most 60 s for 320,000 verdicts, backup and all, with progress told meanwhile.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.synthetic import Size, write_bundle  # noqa: E402
from tests.store.older import BEFORE_CHECKSUMS  # noqa: E402
from xpert_studio.core.exchange import import_bundle  # noqa: E402
from xpert_studio.core.store import ProjectFile, check_file  # noqa: E402
from xpert_studio.core.workflow import new_project  # noqa: E402

LATER_TABLES = (
    "call", "run", "prompt_prefix", "review", "remark", "spot_check", "proposal", "dismissal",
    "open_sheet", "decision", "subset", "anchor_choice", "change", "attribution", "certificate",
    "packet", "record_version",
)  # fmt: skip
LATER_COLUMNS = (
    ("task", "checklist"),
    ("task", "earlier_authors"),
    ("judgment", "unblinded"),
    ("rubric_revision", "reason"),
    *(("checkpoint", name) for name in ("origin", "drafted_by", "source", "retired")),
    *((table, name) for table in ("judgment", "verdict") for name in ("basis", "stale")),
)


def make_old(folder: Path, size: Size) -> Path:
    """A project of the size as version 1 held it; each response has a file of its own."""
    now, path = datetime.now(UTC), folder / "p.xpert"
    write_bundle(folder / "bundle", size)
    new_project(
        path, now=now, fill=lambda made: import_bundle(made, folder / "bundle", now=now)
    ).close()
    raw = sqlite3.connect(path)
    for statement in BEFORE_CHECKSUMS:
        raw.execute(statement)
    for name in LATER_TABLES:
        raw.execute(f'DROP TABLE "{name}"')
    raw.execute("DROP INDEX verdict_by_call")
    for table, name in LATER_COLUMNS:
        raw.execute(f"ALTER TABLE {table} DROP COLUMN {name}")
    attachment = '[{"path":"a.pdf","media_type":"application/pdf","sha256":"' + "0" * 64 + '"}]'
    raw.execute("UPDATE response SET attachments = ?", (attachment,))
    raw.execute("PRAGMA user_version = 1")
    raw.commit()
    raw.execute("VACUUM")
    raw.close()
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=Size.tasks)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = make_old(Path(folder), Size.scaled(options.tasks))
        print(f"{path.stat().st_size / 1e6:.0f} MB of version 1")
        begun, told = time.perf_counter(), []
        ProjectFile.open(
            path, on_progress=lambda done, total: told.append(time.perf_counter())
        ).close()
        seconds = time.perf_counter() - begun
        gaps = [later - earlier for earlier, later in zip([begun, *told], told, strict=False)]
        print(f"migrated in {seconds:.1f} s (aim: at most 60 s)")
        print(f"progress told {len(told)} times, {max(gaps):.1f} s apart at most")
        begun = time.perf_counter()
        report = check_file(path)
        print(f"checked in {time.perf_counter() - begun:.1f} s: {len(report.problems)} problems")


if __name__ == "__main__":
    main()
