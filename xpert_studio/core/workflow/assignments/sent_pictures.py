"""Pictures of files in assignments: under the hash by which the person knows the file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from xpert_studio.core.records import KeptRendering
from xpert_studio.core.store import Transaction, renderings
from xpert_studio.core.workflow.assignments.blind_records import names_system


def pictures_for(
    tx: Transaction,
    named: Iterable[str],
    originals: Mapping[str, str],
    systems: Collection[str] | None,
) -> list[KeptRendering]:
    """The pictures that are kept of some files.

    Those of a file of which a copy is sent go with the copy, which shows the same. Where a label
    names a system, there are none: the person can have them made of the copy.

    Args:
        tx: The project.
        named: SHA-256 of the files as they are sent.
        originals: The hash of the file here by that of its copy.
        systems: Those that the person must not know; None where they may know them.
    """
    kept = renderings.all_renderings(tx)
    found = []
    for sha256 in sorted(set(named)):
        one = kept.get(originals.get(sha256, sha256))
        if one is None:
            continue
        one = one.model_copy(update={"sha256": sha256})
        if systems is not None:
            one = one.blind
            said = _said(one)
            if any(names_system(text, system) for text in said for system in systems):
                continue
        found.append(one)
    return found


def _said(one: KeptRendering) -> list[str]:
    """What is said of the pictures, and where there are none."""
    words = [*(shown.label for shown in one.pictures), *(gap.where for gap in one.gaps)]
    if one.failure is not None:
        words.append(one.failure)
    return [text for said in words for text in (said.message, said.template)]
