"""Keeps a certificate: what the figures of a judge were on a day, computed by the reports."""

from __future__ import annotations

from collections.abc import Callable

from xpert_studio.core.records import Certificate, Role
from xpert_studio.core.store import Transaction, certificates
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.rights import need_role

Made = Callable[[Transaction], tuple[Certificate | None, bytes | None]]
"""Makes a certificate on the project as it is, with its evidence; without, of one that is kept."""


def nothing_new(_: Transaction) -> tuple[None, None]:
    """No certificate: for finding out whether one could be kept."""
    return None, None


@command(
    "certificate.add",
    "Certify alignment",
    done="certified an alignment",
    stays=mark("It cannot be undone: a certificate says how things were."),
    is_of_program=True,
)
def add_certificate(unit: UnitOfWork, made_on: Made) -> None:
    """Keep a judge's figures with the hashes of all that they rest on.

    With nobody named it is the end of a run, which a lead has started.

    Raises:
        NotAllowedError: The person does not lead the project.
    """
    if unit.person.id:
        need_role(unit.person, Role.LEAD)
    made, evidence = made_on(unit.tx)
    unit.result = made
    if made is None or evidence is None:
        return
    certificates.add_certificate(unit.tx, made, evidence)
    figures = made.figures
    unit.note(
        certificate=made.id,
        judge=made.judge_id,
        n=figures.n,
        cdr=figures["cdr"].value,
        kappa=figures["kappa"].value,
        **({"run": made.run_id} if made.run_id else {}),
    )
