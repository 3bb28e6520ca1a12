"""The limits: each is saved as soon as its field is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from xpert_studio.core.records import TIERS, AbstentionRule, Mode, Policies, Tier
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import set_policies
from xpert_studio.desktop.look import PAD, SPACE
from xpert_studio.desktop.names import ABSTENTIONS, MODES
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Form, FormField, Values
from xpert_studio.desktop.widgets.labels import Card, label
from xpert_studio.desktop.widgets.layouts import column

_HEAVIEST: Final = 10
_CHECKPOINTS: Final = ("min_checkpoints", "max_checkpoints")


def _clash(values: Values) -> str:
    least, most = (values[key] for key in _CHECKPOINTS)
    said = t(
        "At least {least} and at most {most} cannot both be. It is saved once both fit.",
        least=least,
        most=most,
    )
    return said if least > most else ""


def _weight(place: int, tier: Tier) -> FormField:
    return FormField(
        key=tier.value,
        title=TIERS[tier],
        kind=inputs.number(1, _HEAVIEST),
        beside=place > 0,
        line="" if place else mark("Default weights"),
        help="" if place else mark("What a new checkpoint of a tier weighs."),
    )


def _is_team(values: Values) -> bool:
    return bool(values["mode"] != Mode.SOLO)


LIMITS: Final = (
    *fields_for(
        set_policies, "mode", "max_tasks_per_expert", "min_checkpoints", "max_checkpoints",
        "triagers_needed", "reviewers_needed", "spot_check_share", "fewest_tasks", "minimum_tasks", "abstentions",
        "qualification_required",
        mode={"kind": inputs.ways(MODES)},
        max_tasks_per_expert={"seen": _is_team},
        triagers_needed={"seen": _is_team},
        reviewers_needed={"seen": _is_team},
        spot_check_share={"seen": _is_team},
        min_checkpoints={"title": mark("Checkpoints in a rubric"), "name": mark("Checkpoints at least")},
        max_checkpoints={
            "title": mark("to"), "name": mark("Checkpoints at most"), "beside": True, "fault": _clash,
        },
        abstentions={"kind": inputs.choice(
            lambda: [(t(words), rule) for rule, words in ABSTENTIONS.items()]
        )},
        qualification_required={"kind": inputs.check(mark("Required")), "seen": _is_team},
    ),
    *(_weight(place, tier) for place, tier in enumerate(Tier)),
)  # fmt: skip


def values_of(held: Policies) -> dict[str, Any]:
    """Limits as the form shows them: each weight by its tier."""
    weights = {tier.value: weight for tier, weight in held.default_weights.items()}
    return {one.key: weights.get(one.key, getattr(held, one.key, None)) for one in LIMITS}


class LimitsCard(Card):
    """The limits.

    Args:
        save: Does a verb on the project.
    """

    def __init__(self, save: Callable[..., object]) -> None:
        super().__init__()
        self._save = save
        self._held, self._may = Policies(), False
        self.form = Form(LIMITS)
        self.form.left.connect(lambda _: self.save())
        column(
            label(t("Limits"), "heading"),
            label(t("What was done under the old limits stays done."), "muted"),
            self.form,
            on=self,
            pad=SPACE,
            gap=PAD,
        )

    def show_policies(self, held: Policies, *, is_open: bool) -> None:
        """Shows the limits that hold.

        Args:
            held: Them.
            is_open: Whether they can be changed here.
        """
        self._held, self._may = held, is_open
        waiting = _CHECKPOINTS if self.form.gaps() and is_open else ()
        values = {key: value for key, value in values_of(held).items() if key not in waiting}
        self.form.show_values(values, spares_written=True)
        self.form.set_open(is_open=is_open)

    def give_up(self) -> None:
        """Forgets two numbers of checkpoints that cannot both be: the old ones hold."""
        self.form.show_values(values_of(self._held))

    def save(self) -> None:
        """Saves what differs from what holds, apart from what does not fit."""
        before, values = values_of(self._held), self.form.values()
        left_out = _CHECKPOINTS if self.form.gaps() else ()
        changed: dict[str, Any] = {
            key: value
            for key, value in values.items()
            if value != before[key] and key not in left_out
        }
        if weights := {Tier(key): changed.pop(key) for key in set(Tier) & changed.keys()}:
            changed["default_weights"] = self._held.default_weights | weights
        if "abstentions" in changed:  # lists hold plain texts
            changed["abstentions"] = AbstentionRule(changed["abstentions"])
        if changed and self._may:
            self._held = self._held.model_copy(update=changed)
            self._save(set_policies, **changed)
