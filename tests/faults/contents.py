"""What a folder holds, so that two of them can be compared: projects, bundles and submissions by content.

Times, pseudonyms and what the provider had cached differ from one undisturbed run to the next, and
are left out.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from xpert_studio.core.exchange.bundle_export import records_of
from xpert_studio.core.exchange.bundle_format import ROW_FILES
from xpert_studio.core.exchange.bundle_rows import row_line, whole_row
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    calls,
    certificates,
    files,
    log,
    runs,
)

ASIDE = "kept as it was"
_ASIDE = re.compile(r"\.before-(restore|update)-")
LOGS = ("-wal", "-shm", "-journal")
_VOLATILE = frozenset({"latency_ms", "content_hash", "usage"})
_RUN = "run "
_DESCRIBING = frozenset({"manifest.json", "README.md", "croissant.json"})
_VARYING = re.compile(rb"person-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z")
Rows = Counter[str]
Contents = dict[str, Rows]
"""The rows of everything in a folder by its name; of copies one row a copy, whatever it is called."""


def contents(folder: Path) -> Contents:
    """What a folder holds."""
    found: Contents = {}
    for path in sorted(folder.iterdir()):
        if is_leftover(path):
            continue
        if path.suffix == ".backups":
            copies = [copy for copy in path.iterdir() if not is_leftover(copy)]
            found[path.name] = Counter(_digest(copy) for copy in copies)
        elif _ASIDE.search(path.name):
            found.setdefault(ASIDE, Counter())[_digest(path)] += 1
        else:
            found[path.name] = _rows(path)
    return found


def may_be(name: str, there: Rows, state: Contents) -> bool:
    """Whether something is what a state has under that name; of copies there may be more."""
    expected = state.get(name, Counter())
    if name == ASIDE or name.endswith(".backups"):
        return expected.keys() <= there.keys()
    return there == expected


def is_part(name: str, there: Rows, state: Contents) -> bool:
    """Whether something is a part of what a state has, with nothing doubled; runs may be open."""
    more = there - state.get(name, Counter())
    return all(row.startswith(_RUN) for row in more)


def difference(there: Rows, expected: Rows) -> str:
    """How two differ, in short."""
    more, less = there - expected, expected - there
    return f"+{sorted(more.elements())[:2]} -{sorted(less.elements())[:2]}"[:600]


def is_leftover(path: Path) -> bool:
    """Whether a file is there only while something is being done."""
    return path.name.startswith(".") or path.name.endswith(LOGS)


def projects(folder: Path) -> Iterator[Path]:
    """Every project, copies as well."""
    return (path for path in sorted(folder.rglob("*.xpert")) if not is_leftover(path))


def leftovers(folder: Path) -> list[str]:
    """Files that nothing needs any more."""
    found = (path for path in sorted(folder.rglob("*")) if is_leftover(path))
    return [path.relative_to(folder).as_posix() for path in found]


def _digest(path: Path) -> str:
    return hashlib.sha256(repr(sorted(_rows(path).items())).encode()).hexdigest()


def _rows(path: Path) -> Rows:
    if path.suffix == ".xpert":
        return _project(path)
    if path.suffix in {".zip", ".xassignment", ".xsubmission"}:
        with zipfile.ZipFile(path) as archive:
            return _plain({name: archive.read(name) for name in archive.namelist()})
    files = [path] if path.is_file() else (file for file in path.rglob("*") if file.is_file())
    return _plain({file.relative_to(path).as_posix(): file.read_bytes() for file in files})


def _project(path: Path) -> Rows:
    """Of a copy, so that the project itself is neither migrated nor its log folded by looking."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / path.name
        for end in ("", *LOGS):
            if (there := path.with_name(path.name + end)).exists():
                shutil.copy(there, copy.with_name(copy.name + end))
        with ProjectFile.open(copy) as project, project.reading() as tx:
            return _plain(_canonical(tx)) + _beside(tx)


def _canonical(tx: Transaction) -> dict[str, bytes]:
    """What a private bundle of the whole project would hold."""
    found = {
        file.name: "".join(
            row_line(whole_row(record, hashed=file.hashed)) for record in records_of(tx, file.label)
        ).encode()
        for file in ROW_FILES
    }
    return found | {name: files.get_blob(tx, name) for name in files.blob_sizes(tx)}


def _beside(tx: Transaction) -> Rows:
    """What a bundle does not hold. That something was done twice is said by the changes of it."""
    found = Counter({f"event {event.command}" for event in log.all_entries(tx)})
    found.update(f"change {state.value}" for state in log.states(tx).values())
    found.update(f"certificate {item.judge_id}" for item in certificates.all_certificates(tx))
    for run in runs.all_runs(tx):
        made = calls.calls_of(tx, run.id)
        found.update(f"call {call.response_id}" for call in made)
        if run.calls != len(made):
            found[f"a run of {len(made)} calls counts {run.calls}"] += 1
        found[f"{_RUN}{run.state.value}"] = 1
    return found


def _plain(files: dict[str, bytes]) -> Rows:
    """Rows of data files: neither what describes a bundle nor a time is compared."""
    found: Rows = Counter()
    for name, data in files.items():
        if name.endswith(".jsonl"):
            for line in _VARYING.sub(b"", data).splitlines():
                row: dict[str, Any] = json.loads(line)
                kept = {key: value for key, value in row.items() if key not in _VOLATILE}
                found[f"{name} {json.dumps(kept)}"] += 1
        elif name not in _DESCRIBING:
            found[f"{name} {hashlib.sha256(data).hexdigest()}"] += 1
    return found
