"""Renderings of a bundle: let in after its files are, if their pictures may be decoded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from xpert_studio.core.exchange.reports import ImportReport
from xpert_studio.core.messages import Message
from xpert_studio.core.records import KeptRendering
from xpert_studio.core.store import Transaction
from xpert_studio.core.store.bulk_import import Outcome
from xpert_studio.core.workflow.foreign_pictures import MEGABYTES, MEGAPIXELS, has_fit_pictures

_LABEL: Final = "renderings"


def take_renderings(
    tx: Transaction,
    held: Iterable[KeptRendering],
    paths: Mapping[str, str],
    add: Callable[[KeptRendering], Outcome],
    report: ImportReport,
) -> None:
    """Lets renderings in whose pictures are PNGs of bounded size; the others can be made again.

    Args:
        tx: A writing transaction, with the files of the bundle.
        held: From its rows.
        paths: Where each file of the bundle is, by its SHA-256.
        add: Lets one in.
        report: Takes the counts, and a warning of each that is left out.
    """
    for record in held:
        if not has_fit_pictures(tx, record):
            report.warn(
                Message(
                    "{name}: its pictures were left out: one is no PNG of at most {pixels} "
                    "megapixels and {bytes} MB. 'xpert-studio media render' makes them again.",
                    name=paths.get(record.sha256, record.sha256),
                    pixels=MEGAPIXELS,
                    bytes=MEGABYTES,
                )
            )
            continue
        told = report.added if add(record) is Outcome.NEW else report.unchanged
        told[_LABEL] = told.get(_LABEL, 0) + 1
