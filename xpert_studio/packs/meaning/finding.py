"""Search by meaning: the tasks, checkpoints and responses that are most like a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from sqlalchemy import func, select

from xpert_studio.api import Message, mark
from xpert_studio.api.changes import UsageError
from xpert_studio.api.finders import Alike, Hit, HitKind, OtherFinder, Transaction, Wanted
from xpert_studio.core.extras import EXTRAS
from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.judge.asked_models import ModelTerms
from xpert_studio.core.judge.pricing import Bill, price_of
from xpert_studio.core.judge.token_counts import text_tokens
from xpert_studio.core.messages import counted, joined
from xpert_studio.core.store import task_list
from xpert_studio.core.store.search_sources import SOURCES, Source, keys_of, texts_after
from xpert_studio.core.workflow.command_context import acting_lead
from xpert_studio.core.workflow.views.finding import seen_hits
from xpert_studio.packs.meaning.encoder import Encoder
from xpert_studio.packs.meaning.encoders import ENCODERS, best_encoder
from xpert_studio.packs.meaning.kept import coder, missing
from xpert_studio.packs.meaning.passages import passages

_KINDS: Final = (HitKind.TASK, HitKind.CHECKPOINT, HitKind.RESPONSE)
_FEW_RESPONSES: Final = 500
"""So many are compared without being asked for."""
_BLOCK: Final = 2_048


@dataclass(frozen=True, slots=True)
class _Passages:
    """Passages of a kind of records: by passage the row and the place of the field."""

    source: Source
    rows: tuple[int, ...]
    fields: tuple[int, ...]
    texts: tuple[str, ...]


def find_alike(tx: Transaction, person_id: str, wanted: Wanted) -> Alike:
    """The tasks, checkpoints and responses of which a passage is most like a text.

    Args:
        tx: The project.
        person_id: Who searches; empty for a reader who has not said who they are. They see what
            they see by keywords.
        wanted: What is searched for, and how.

    Raises:
        UsageError: There is no such encoder, or it cannot be reached like this.
        NotAllowedError: It costs money, and the person does not lead the project.
        ProviderError: The endpoint does not answer.
    """
    kinds, notes = _kinds(tx, wanted.kinds)
    parts = [_read(tx, source) for source in SOURCES if source.kind in kinds]
    texts = [text for part in parts for text in part.texts]
    bill, better = Bill(None), ""
    if ":" in wanted.by:
        encoder, bill = _asked(wanted)
        notes.append(_sent(encoder, texts, wanted))
        if wanted.dry_run:
            return Alike((), encoder.id, encoder.title, tuple(notes), _estimate(encoder, texts))
        acting_lead(tx, person_id)
    else:
        encoder, more, better = _chosen(wanted, texts)
        notes += more
    notes += [Message(encoder.limit), *_unknown_languages(tx, encoder)]
    hits = _found(tx, encoder, parts, texts, wanted) if wanted.text.strip() else []
    seen = tuple(seen_hits(tx, person_id, hits))
    return Alike(seen, encoder.id, encoder.title, tuple(notes), bill.cost, better)


def _kinds(tx: Transaction, asked: Sequence[HitKind]) -> tuple[list[HitKind], list[str]]:
    """What is compared, and what is said of the rest."""
    notes: list[str] = []
    if asked:
        if len(kinds := [kind for kind in _KINDS if kind in asked]) < len(set(asked)):
            notes.append(Message("Rationales and comments are found by words alone."))
        return kinds, notes
    table = next(source.table for source in SOURCES if source.kind is HitKind.RESPONSE)
    count = int(tx.connection.scalar(select(func.count()).select_from(table)) or 0)
    if count <= _FEW_RESPONSES:
        return list(_KINDS), notes
    notes.append(
        Message("{n:,} responses are left out: choose them alone to compare them.", n=count)
    )
    return [kind for kind in _KINDS if kind is not HitKind.RESPONSE], notes


def _read(tx: Transaction, source: Source) -> _Passages:
    found = [
        (pk, field, passage)
        for pk, field, text in texts_after(tx, source, 0)
        for passage in passages(text)
    ]
    rows, fields, texts = zip(*found, strict=True) if found else ((), (), ())
    return _Passages(source, rows, fields, texts)


def _chosen(wanted: Wanted, texts: Sequence[str]) -> tuple[Encoder, list[str], str]:
    """The encoder of a name; without one the best that answers soon.

    Returns:
        It, what is said of that, and the name of a better one that takes longer at first.

    Raises:
        UsageError: There is none of that name.
    """
    if wanted.by:
        if wanted.by not in ENCODERS:
            raise UsageError(
                Message("There is no encoder {name!r}.", name=wanted.by),
                remedy=Message("Name one of: {known}; or PROVIDER:MODEL.", known=joined(ENCODERS)),
            )
        return ENCODERS[wanted.by], [], ""
    best = best_encoder()
    if not best.keeps:
        extra = EXTRAS["meaning"]
        return (
            best,
            [
                Message(
                    "Other words for the same are found with an extra. {how}",
                    how=extra.how_to_install,
                )
            ],
            "",
        )
    if (new := len(missing(best, texts))) <= wanted.unasked:
        return best, [], ""
    said = Message(
        "The sentence model finds other words for the same, once {n:,} passages are prepared.",
        n=new,
    )
    return ENCODERS["characters"], [said], best.id


def _asked(wanted: Wanted) -> tuple[Encoder, Bill]:
    from xpert_studio.packs.meaning.endpoint import endpoint

    choice = ModelChoice.named(wanted.by, ModelTerms(base_url=wanted.base_url))
    bill = choice.new_bill()
    return endpoint(choice, bill), bill


def _estimate(encoder: Encoder, texts: Sequence[str]) -> float | None:
    """What vectors of the texts that have none will cost; None without a known price."""
    price = price_of(*encoder.id.split(":", 1))
    return None if price is None else _tokens(encoder, texts) * price.input / 1_000_000


def _tokens(encoder: Encoder, texts: Sequence[str]) -> int:
    return sum(map(text_tokens, missing(encoder, texts)))


def _sent(encoder: Encoder, texts: Sequence[str], wanted: Wanted) -> str:
    """What is sent to an endpoint, and what that costs."""
    every = [*texts, wanted.text]
    cost = _estimate(encoder, every)
    return Message(
        "{passages} of the project and your text go to {name}, with reference answers: about "
        "{tokens:,} tokens, {cost}.",
        passages=counted("1 passage", "{n:,} passages", len(missing(encoder, texts))),
        name=encoder.id,
        tokens=_tokens(encoder, every),
        cost=Message("of unknown price") if cost is None else f"${cost:.4f}",
    )


def _unknown_languages(tx: Transaction, encoder: Encoder) -> Iterator[str]:
    """What is said where tasks are in languages the encoder does not know."""
    if not encoder.languages:
        return
    spoken = [row.language for row in task_list.facets(tx) if row.language]
    strange = [one for one in spoken if one.split("-")[0].lower() not in encoder.languages]
    if strange:
        yield Message(
            "{tasks} in languages the encoder does not know ({languages}): use keywords there.",
            tasks=counted("1 task is", "{n:,} tasks are", len(strange)),
            languages=joined(sorted(set(strange))),
        )


def _found(
    tx: Transaction,
    encoder: Encoder,
    parts: Sequence[_Passages],
    texts: Sequence[str],
    wanted: Wanted,
) -> list[Hit]:
    encode = coder(encoder, texts, wanted.on_progress)
    (query,) = encode([wanted.text])
    hits: list[Hit] = []
    for part in parts:
        likeness = np.zeros(len(part.texts), np.float32)
        for start in range(0, len(part.texts), _BLOCK):
            some = part.texts[start : start + _BLOCK]
            likeness[start : start + _BLOCK] = encode(some) @ query
        hits += _best(tx, part, likeness, wanted.top)
    return hits


def _best(
    tx: Transaction, part: _Passages, likeness: npt.NDArray[np.float32], top: int
) -> Iterator[Hit]:
    """The records with the most alike passages, each once by its best."""
    order = np.argsort(-likeness, kind="stable")
    _, first = np.unique(np.array(part.rows, np.int64)[order], return_index=True)
    left = top
    for place in order[np.sort(first)].tolist():
        if left <= 0 or likeness[place] <= 0:
            return
        found = keys_of(tx, part.source, [part.rows[place]])
        if not found:  # a checkpoint that is no part of its rubric any more
            continue
        ((key, task_id),) = found.values()
        field = part.source.fields[part.fields[place]]
        score = min(1.0, float(likeness[place]))
        yield Hit(part.source.kind, key, task_id, field, part.texts[place], (), score)
        left -= 1


MEANING: Final = OtherFinder("meaning", mark("By meaning"), find_alike, systems="alike")
