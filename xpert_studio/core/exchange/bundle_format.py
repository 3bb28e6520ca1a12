"""The bundle format, versions 1 and 2: which files there are, their order, how rows are keyed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.core.pack_manifest import RECORD_NAME
from xpert_studio.core.records import (
    Checkpoint,
    Comment,
    Comparison,
    Judge,
    Judgment,
    KeptRendering,
    Person,
    Response,
    Review,
    RubricRevision,
    SpotCheck,
    System,
    Task,
    Verdict,
)

FORMAT: Final = "xpert-bundle"
VERSIONS: Final = (1, 2)
"""Those that are read. The oldest that can hold a project is written."""
MANIFEST: Final = "manifest.json"
CARD: Final = "README.md"
CROISSANT: Final = "croissant.json"
EXCLUDED: Final = "excluded_systems"
"""A key of the manifest: systems that are in no leaderboard, each with the reason."""
RECIPE: Final = "recipe"
"""A key of the manifest: the scoring recipe that the project has chosen, as a whole."""
ATTACHMENTS: Final = "attachments/"
ZIPPED: Final = frozenset({".zip", ".xpacket", ".xassignment", ".xsubmission"})
"""Suffixes of bundles that are one file."""


@dataclass(frozen=True, slots=True)
class RowFile:
    """One ``*.jsonl`` of a bundle.

    Attributes:
        name: The file's name in version 1.
        kind: The record each row holds.
        label: What its records are called in counts.
        keys: Fields that identify a row in its file.
        hashed: Whether its rows carry a ``content_hash``.
        later_name: Its name since version 2, where that is another.
        since: The version that it came with.
    """

    name: str
    kind: type[Any]
    label: str
    keys: tuple[str, ...]
    hashed: bool = False
    later_name: str = ""
    since: int = 1

    def count_in(self, version: int) -> str:
        """What its records are called in the counts of a manifest of that version."""
        return self.label if self.later_name == "" else self.name_in(version).partition(".")[0]

    @property
    def names(self) -> tuple[str, ...]:
        """All names it has had."""
        return (self.name, self.later_name) if self.later_name else (self.name,)

    def names_in(self, version: int) -> tuple[str, ...]:
        """Its names that are read in a version of the format."""
        if version < self.since:
            return ()
        return self.names if version > 1 else (self.name,)

    def name_in(self, version: int) -> str:
        """Its name in a version of the format."""
        return self.names[-1] if version > 1 else self.name


ROW_FILES: Final = (
    RowFile("people.jsonl", Person, "people", ("id",)),
    RowFile("tasks.jsonl", Task, "tasks", ("id",), hashed=True),
    RowFile("checkpoints.jsonl", Checkpoint, "checkpoints", ("task_id", "id"), hashed=True),
    RowFile("revisions.jsonl", RubricRevision, "revisions", ("task_id", "number")),
    RowFile("reviews.jsonl", Review, "reviews", ("task_id", "revision", "reviewer_id")),
    RowFile("remarks.jsonl", Comment, "comments", ("id",), later_name="comments.jsonl"),
    RowFile("spot_checks.jsonl", SpotCheck, "spot checks", ("task_id", "revision")),
    RowFile("responses.jsonl", Response, "responses", ("id",), hashed=True),
    RowFile(
        "judgments.jsonl", Judgment, "judgments", ("response_id", "checkpoint_id", "expert_id")
    ),
    RowFile("judges.jsonl", Judge, "judges", ("id",), hashed=True),
    RowFile(
        "verdicts.jsonl", Verdict, "verdicts", ("response_id", "checkpoint_id", "judge_id", "trial")
    ),
    RowFile("systems.jsonl", System, "systems", ("name",), since=2),
    RowFile("renderings.jsonl", KeptRendering, "renderings", ("sha256",), hashed=True, since=2),
    RowFile(
        "comparisons.jsonl",
        Comparison,
        "comparisons",
        ("first_id", "second_id", "rater", "rater_id", "checkpoint_id", "shown_first"),
        since=2,
    ),
)
"""In the order of reading: rows come after those they refer to."""

HOUSE: Final = (RubricRevision, Review, Comment, SpotCheck)
"""What is between the people of a project: never in a public bundle."""

RESPONSES: Final = next(file for file in ROW_FILES if file.label == "responses")
ROW_NAMES: Final = frozenset(name for file in ROW_FILES for name in file.names)
"""The names of all row files, in all versions."""


RECORD_FILE: Final = re.compile(rf"pack\.({RECORD_NAME})\.({RECORD_NAME})\.jsonl")
"""The names of files with records of packs: of which pack, and of which kind."""


class ContradictionError(Exception):
    """Two keys of a row say different things.

    Args:
        key: One of them.
        other: The other.
    """

    def __init__(self, key: str, other: str) -> None:
        super().__init__()
        self.key, self.other = key, other


def mend_row(value: dict[str, Any]) -> None:
    """Normalises, in place, what rows are known to vary in.

    ``met`` beside ``value`` repeats what counts, for readers of version 1; ``settings`` beside a
    whole ``instrument`` repeats what that holds.

    Raises:
        ContradictionError: It says something else.
    """
    # Absent and null mean the same for every optional field; verdicts' met is the one that may
    # be null, and says so by its state.
    for key in [key for key, item in value.items() if item is None and key != "weight"]:
        del value[key]
    _split_instrument(value)
    nested = value.get("checkpoints")
    for point in nested if isinstance(nested, list) else ():
        if isinstance(point, dict):
            _split_instrument(point)
    if isinstance(value.get("value"), bool) and "first_id" not in value:
        said = value.pop("value")  # as met: only binary checkpoints take true and false
        if value.setdefault("met", said) != said:
            raise ContradictionError(key="met", other="value")
    if "met" in value and "value" in value:
        counts = value.get("adjudicated_value", value["value"])
        if counts not in (0, 1) or value.pop("met") != bool(counts):
            raise ContradictionError(key="met", other="value")


def _split_instrument(point: dict[str, Any]) -> None:
    """Takes an instrument apart that is one object with its settings, in place."""
    whole = point.get("instrument")
    if not isinstance(whole, dict):
        return
    settings = {key: item for key, item in whole.items() if key != "id"}
    if point.get("settings", settings) != settings:
        raise ContradictionError(key="settings", other="instrument")
    point["instrument"] = whole.get("id")
    point["settings"] = settings
