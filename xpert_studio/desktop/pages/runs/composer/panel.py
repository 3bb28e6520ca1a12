"""More judges beside the first, and the panel that they make."""

from __future__ import annotations

from typing import Any, Final

from xpert_studio.core.errors import XpertError
from xpert_studio.core.judge.providers.registry import (
    LOCAL,
    PROVIDERS,
    is_fitted,
    parse_judge_name,
)
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.name_lists import read_names, written
from xpert_studio.core.records import PanelRule
from xpert_studio.core.wording import explained, mark
from xpert_studio.desktop.names import (
    provider_title,
)
from xpert_studio.desktop.pages.runs.composer.judge import models_of
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import FormField, Values


def _known_judges() -> list[tuple[str, str]]:
    """Judges that can be named without typing: models of the price list, and the built-in one."""
    return [
        *((one, provider_title(one)) for one in LOCAL if is_fitted(one)),
        *(
            (f"{provider}:{one}", f"{provider_title(provider)} · {one}")
            for provider in PROVIDERS
            for one in models_of(provider)
        ),
    ]


def has_others(values: Values) -> bool:
    """Whether there are judges beside the first."""
    return bool(values["others"] or values["typed"])


def _makes_panel(values: Values) -> bool:
    return has_others(values) and not values["compares"]


def _misnamed(values: Values) -> str:
    try:
        for name in read_names(values["typed"]):
            parse_judge_name(name)
    except XpertError as error:
        return explained(error)
    return ""


PANEL: Final = (
    FormField(
        key="others",
        title=mark("More judges"),
        kind=inputs.several(mark("Other judges"), _known_judges),
        help=mark("Asked the same way, one after the other. The limits are for all together."),
    ),
    FormField(
        key="typed",
        title=mark("By name"),
        fault=_misnamed,
        kind=inputs.text(mark("Such as compatible:qwen3:8b, separated by commas")),
    ),
    *fields_for(
        ScoreRequest,
        "panel",
        "exclude_same_family",
        panel={"seen": _makes_panel},
        exclude_same_family={
            "seen": lambda values: _makes_panel(values) and values["panel"] is not None,
        },
    ),
    FormField(key="compares", title="", kind=inputs.check(""), seen=lambda _: False),
)


def panel_entered(values: Values) -> dict[str, Any]:
    """The other judges and the panel as a request takes them."""
    if not has_others(values):
        return {}
    makes_one = _makes_panel(values) and values["panel"]
    rule = PanelRule(values["panel"]) if makes_one else None  # Qt keeps its text
    return {
        "others": (*values["others"], *read_names(values["typed"])),
        "panel": rule,
        "exclude_same_family": rule is not None and values["exclude_same_family"],
    }


def panel_of(request: ScoreRequest) -> dict[str, Any]:
    """The other judges of a request as the form shows them; by majority where there are none."""
    known = {name for name, _ in _known_judges()}
    return {
        "others": [name for name in request.others if name in known],
        "typed": written(name for name in request.others if name not in known),
        "panel": request.panel if request.others else PanelRule.MAJORITY,
        "exclude_same_family": request.exclude_same_family,
    }
