"""The files of a packet: those of a bundle, and beside them what bundles do not hold."""

from __future__ import annotations

from typing import Final

from xpert_studio.exchange.bundle_format import ROW_FILES, RowFile
from xpert_studio.records import (
    AnchorChoice,
    Attribution,
    Certificate,
    Checkpoint,
    Dismissal,
    Draft,
    LogEntry,
    OpenSheet,
    ProjectInfo,
    Proposal,
    RecordVersion,
    RubricOrder,
    Subset,
)
from xpert_studio.workflow.merging.kinds import KINDS

PACKET: Final = "packet"
"""The manifest's key that makes a bundle a packet."""

SEAL: Final = "packet_hash"
"""The manifest's key for a hash of what it says of the packet and its files."""

VERSIONS: Final = RowFile("versions.jsonl", RecordVersion, "versions", ("kind", "key"))
HISTORY: Final = RowFile("history.jsonl", LogEntry, "events", ())
RETIRED: Final = RowFile("retired.jsonl", Checkpoint, "retired lines", ("task_id", "id"))

CERTIFICATES: Final = RowFile("certificates.jsonl", Certificate, "certificates", ("id",))
EVIDENCE: Final = "evidence/"
"""The folder of the answers behind the certificates, each named by its SHA-256."""

_BESIDE: Final = (
    RowFile("project.jsonl", ProjectInfo, "project", ()),
    RowFile("orders.jsonl", RubricOrder, "orders", ("task_id",)),
    RowFile("proposals.jsonl", Proposal, "proposals", ("task_id", "id")),
    RowFile("dismissals.jsonl", Dismissal, "dismissals", ("task_id", "checkpoint_id", "rule")),
    RowFile("open_sheets.jsonl", OpenSheet, "open sheets", ("response_id", "expert_id")),
    RowFile("decisions.jsonl", Draft, "decisions", ("response_id", "checkpoint_id", "expert_id")),
    RowFile("subsets.jsonl", Subset, "subsets", ("name",)),
    RowFile("anchor_choices.jsonl", AnchorChoice, "anchor choices", ("task_id",)),
    RowFile(
        "attributions.jsonl",
        Attribution,
        "attributions",
        ("judge_id", "response_id", "checkpoint_id"),
    ),
)


def _by_kind() -> dict[str, RowFile]:
    files = {file.kind: file for file in (*ROW_FILES, *_BESIDE)}
    return {name: files[kind.record] for name, kind in KINDS.items()}


BY_KIND: Final = _by_kind()
"""The file of each kind of record, in an order in which rows come after those they refer to."""

ALL: Final = (*BY_KIND.values(), RETIRED, CERTIFICATES, VERSIONS, HISTORY)
