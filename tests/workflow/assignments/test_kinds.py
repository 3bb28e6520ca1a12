"""Every kind of record that a person writes can be submitted, or is named here with the reason."""

from __future__ import annotations

from xpert_studio.core.store.entities import ENTITIES
from xpert_studio.core.workflow.assignments import importing  # noqa: F401 - registers all handlers
from xpert_studio.core.workflow.assignments.outbox import (
    ADJUDICATION,
    ALLOWED,
    READ_MARK,
    UNBLINDING,
)
from xpert_studio.core.workflow.assignments.taking import HANDLERS

STAYS = {
    "decision": "a draft: it is submitted when its form is",
    "rendering": "no contribution: pictures of files are made again where they are needed",
}


def test_every_kind_is_taken_or_named():
    assert {*HANDLERS, *STAYS} == {*ENTITIES, ADJUDICATION, READ_MARK, UNBLINDING}


def test_an_assignment_allows_no_kind_that_is_not_taken():
    assert set().union(*ALLOWED.values()) <= set(HANDLERS)
