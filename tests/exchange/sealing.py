"""Packets that somebody has altered who knows the format: every hash is made anew."""

from __future__ import annotations

import hashlib
import json
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from xpert_studio.exchange.bundle_format import MANIFEST
from xpert_studio.exchange.packet_format import ALL, BY_KIND, PACKET, SEAL, VERSIONS
from xpert_studio.records import Record, content_hash
from xpert_studio.workflow.merging.contents import content_of, hash_of
from xpert_studio.workflow.merging.kinds import KINDS

Files = dict[str, bytes]
Rows = dict[str, list[Any]]


def unpacked(path: Path) -> Files:
    """The files of a packet."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rows_of(files: Files) -> Rows:
    """The rows of its files, and its manifest as a file of one."""
    names = [file.name for file in ALL if file.name in files]
    rows = {name: [json.loads(line) for line in files[name].splitlines()] for name in names}
    return rows | {MANIFEST: [json.loads(files[MANIFEST])]}


def packed(files: Files, path: Path) -> Path:
    """A zip of these files."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def sealed(files: Files, rows: Rows) -> Files:
    """The files with these rows, hashes of rows, records, files and manifest as they must be."""
    rows = {name: [dict(row) if isinstance(row, dict) else row for row in found]
            for name, found in rows.items()}  # fmt: skip
    records = _records(rows)
    for version in rows.get(VERSIONS.name, []):
        if isinstance(version, dict):
            _state(version, records)
    made = dict(files)
    for name, found in rows.items():
        if name != MANIFEST:
            made[name] = "".join(json.dumps(row) + "\n" for row in found).encode()
    manifest = rows[MANIFEST][0]
    if isinstance(manifest, dict):
        manifest["files"] = [
            {"path": name, "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in sorted(made.items())
            if name != MANIFEST
        ]
        said = {"files": manifest["files"], "packet": manifest.get(PACKET)}
        with suppress(UnicodeEncodeError):  # half a character has no hash
            manifest[SEAL] = content_hash(said)
    made[MANIFEST] = json.dumps(manifest).encode()
    return made


def _records(rows: Rows) -> dict[tuple[str, tuple[str, ...]], Record]:
    found: dict[tuple[str, tuple[str, ...]], Record] = {}
    for kind, file in BY_KIND.items():
        for row in rows.get(file.name, []):
            if not isinstance(row, dict):
                continue
            stated = row.pop("content_hash", None)
            try:
                record = file.kind.model_validate_json(json.dumps(row))
            except ValidationError:
                continue
            if file.hashed and stated is not None:
                row["content_hash"] = record.content_hash
            key = tuple(str(getattr(record, name)) for name in KINDS[kind].key)
            found[kind, key] = record
    return found


def _state(version: dict[str, Any], records: dict[tuple[str, tuple[str, ...]], Record]) -> None:
    kind, key = version.get("kind"), version.get("key", [])
    known = isinstance(kind, str) and kind in KINDS and isinstance(key, list)
    if not known or not all(isinstance(part, str) for part in key):
        return
    record = records.get((str(kind), tuple(key)))
    version.pop("hash", None)
    if record is not None:
        version["hash"] = hash_of(content_of(str(kind), record))
