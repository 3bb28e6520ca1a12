"""Responses in the project file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import func, select

from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Response, ResponseRole
from xpert_studio.core.store.schema import RESPONSE, response, task
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import json_value


def all_responses(
    tx: Transaction,
    *,
    models: Collection[str] = (),
    task_ids: Collection[str] = (),
    ids: Collection[str] | None = None,
) -> Iterator[Response]:
    """Responses in the order they came in.

    Args:
        tx: The transaction.
        models: By these systems only, where some are named.
        task_ids: To these tasks only, where some are named.
        ids: These only; all where None.
    """
    query = RESPONSE.query().order_by(response.c.pk)
    if ids is not None:
        query = query.where(response.c.id.in_(list(ids)))
    if models:
        query = query.where(response.c.model.in_(list(models)))
    if task_ids:
        query = query.where(task.c.id.in_(list(task_ids)))
    yield from RESPONSE.records(tx.connection, query)


@dataclass(frozen=True, slots=True)
class ResponseOutline:
    """A response without its text, for lists of thousands."""

    id: str
    task_id: str
    role: ResponseRole


def outlines(tx: Transaction, *, task_id: str | None = None) -> list[ResponseOutline]:
    """All responses without their texts, in the order they came in; of one task where named."""
    query = select(response.c.id, task.c.id.label("task_id"), response.c.role).join(
        task, task.c.pk == response.c.task_pk
    )
    if task_id is not None:
        query = query.where(task.c.id == task_id)
    roles = {role.value: role for role in ResponseRole}
    rows = tx.connection.execute(query.order_by(response.c.pk))
    return [ResponseOutline(id_, task_id, roles[role]) for id_, task_id, role in rows]


class ResponseCost(NamedTuple):
    """What a response took, as it was recorded; None for what was not.

    Attributes:
        is_empty: Whether it has no visible text.
        extra: What else is known of it.
    """

    id: str
    model: str
    prompt_tokens: int | None
    completion_tokens: int | None
    latency_ms: float | None
    is_empty: bool
    extra: Mapping[str, Any]


def costs(tx: Transaction) -> Iterator[ResponseCost]:
    """What every response took, without its text, in the order they came in."""
    c = response.c
    text = func.trim(c.text, " \t\r\n")
    query = select(
        c.id, c.model, c.prompt_tokens, c.completion_tokens, c.latency_ms, text == "", c.extra
    )
    for name, model, given, made, latency, is_empty, extra in tx.connection.execute(
        query.order_by(c.pk)
    ):
        yield ResponseCost(name, model, given, made, latency, bool(is_empty), json_value(extra, {}))


def get_response(tx: Transaction, response_id: str) -> Response:
    """One response.

    Raises:
        NotFoundError: There is none of that id.
    """
    found = next(
        RESPONSE.records(tx.connection, RESPONSE.query().where(response.c.id == response_id)), None
    )
    if found is None:
        raise NotFoundError(Message("There is no response {response_id}.", response_id=response_id))
    return found


def count_by_model(tx: Transaction) -> dict[str, int]:
    """How many responses each system has given."""
    query = select(response.c.model, func.count()).group_by(response.c.model)
    return {model: int(count) for model, count in tx.connection.execute(query)}
