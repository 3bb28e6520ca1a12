"""What goes out and what stays, in sentences."""

from __future__ import annotations

from typing import Final

from xpert_studio.desktop.pages.publish.kinds import Kind
from xpert_studio.desktop.pages.publish.orders import BundleOrder, ForeignOrder, Order
from xpert_studio.desktop.wording import mark, t, tn

_KINDS: Final = {
    "people": mark("People"),
    "tasks": mark("Tasks"),
    "checkpoints": mark("Checkpoints"),
    "revisions": mark("Rubric revisions"),
    "reviews": mark("Reviews"),
    "remarks": mark("Remarks"),
    "spot checks": mark("Spot checks"),
    "responses": mark("Responses"),
    "judgments": mark("Judgments"),
    "gold judgments": mark("Gold judgments"),
    "judges": mark("Judges"),
    "verdicts": mark("Verdicts"),
    "attachments": mark("Attachments"),
}


def kind_name(kind: str) -> str:
    """A kind of record as the window calls it."""
    return t(_KINDS[kind]) if kind in _KINDS else kind


def stays_here(kind: Kind, order: Order) -> list[tuple[str, str]]:
    """What goes and what stays, in sentences, each with its picture."""
    notes: list[tuple[str, str]] = []
    if kind.is_public:
        notes += [
            (
                "eye-off",
                t(
                    "People stay here: names and credentials are left out, ids become pseudonyms that stay the same."
                ),
            ),
            ("eye-off", t("Private notes, reviews and remarks stay here.")),
        ]
    elif kind.id == "private":
        notes.append(
            ("users", t("People go out with names, credentials and everything they wrote."))
        )
    elif kind.id == "table":
        notes.append(("users", t("The ids of experts and the names of systems stand in it.")))
    elif kind.id == "report":
        notes.append(
            (
                "users",
                t(
                    "Systems and judges stand in it by name, and what experts wrote on the worst disagreements."
                ),
            )
        )
    if isinstance(order, BundleOrder | ForeignOrder) and order.held_out:
        notes.append(("lock", _held_out(order)))
    return notes


def _held_out(order: BundleOrder | ForeignOrder) -> str:
    count = len(order.held_out)
    if isinstance(order, ForeignOrder):
        return tn(
            "Nothing of {n} held-out task is exported.",
            "Nothing of {n} held-out tasks is exported.",
            count,
        )
    if order.is_public:
        return tn(
            "Nothing of {n} held-out task is exported but its hash and its category.",
            "Nothing of {n} held-out tasks is exported but their hashes, their categories, and mean scores of five tasks or more.",
            count,
        )
    if order.without_reference_answers and order.without_rubrics:
        return tn(
            "{n} held-out task goes without its reference answer, its rubric and what was judged by it.",
            "{n} held-out tasks go without reference answers, rubrics and what was judged by them.",
            count,
        )
    if order.without_rubrics:
        return tn(
            "{n} held-out task goes without its rubric and what was judged by it.",
            "{n} held-out tasks go without rubrics and what was judged by them.",
            count,
        )
    return tn(
        "{n} held-out task goes without its reference answer.",
        "{n} held-out tasks go without reference answers.",
        count,
    )
