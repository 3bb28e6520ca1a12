"""The judge of a run: which one, how it is asked, with which parameters."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from pydantic import JsonValue
from PySide6.QtWidgets import QLineEdit

from xpert_studio.core.errors import XpertError
from xpert_studio.core.judge.asked_models import ModelParameters
from xpert_studio.core.judge.providers.registry import (
    EMBEDDED,
    LOCAL,
    PROVIDERS,
    is_fitted,
    needs_address,
)
from xpert_studio.core.judge.redaction import redact
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.run_preflight import known_models
from xpert_studio.core.records import CHECKS, JudgeMode, JudgeSettings
from xpert_studio.core.wording import mark, t
from xpert_studio.desktop.names import (
    JUDGE_MODE_MEANINGS,
    JUDGE_MODES,
    provider_title,
)
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Form, FormField, Values

_PARAMETERS: Final = ("temperature", "max_output_tokens", "reasoning_effort", "seed")
_SETTINGS: Final = (
    "prompt_language", "chunk_size", "trials", "show_weights", "show_reference", "show_checks",
    "shows", "pages", "regions", "tag_failures", "dimensions", "max_asks", "fuzzy_threshold",
)  # fmt: skip
_SHOWING: Final = (
    "show_weights",
    "show_reference",
    "show_checks",
    "shows",
    "regions",
    "tag_failures",
)
_OF_COMPARING: Final = ("prompt_language", "pages", "max_asks")
COMPARES: Final = "compares"
"""In place of a mode: the judge compares responses and scores none."""


def _asks_model(values: Values) -> bool:
    return values["provider"] not in LOCAL


def _compares(values: Values) -> bool:
    return _has_modes(values) and values["mode"] == COMPARES


def _scores_by_model(values: Values) -> bool:
    return _asks_model(values) and not _compares(values)


def _no_comparing(values: Values) -> str:
    is_one = _compares(values) and not _asks_model(values)
    return t("The built-in judge does not compare responses: choose a model.") if is_one else ""


def _may_hear(values: Values) -> bool:
    """Which judges of packs do is known when they are made ready."""
    return is_fitted(values["provider"]) and values["provider"] != EMBEDDED[0]


def _has_modes(values: Values) -> bool:
    return bool(values["provider"] != CHECKS)


def _is_anchored(values: Values) -> bool:
    return _has_modes(values) and values["mode"] is JudgeMode.ANCHORED


def _shows_anchors(values: Values) -> bool:
    return _asks_model(values) and _is_anchored(values)


def _holds_key(key: str) -> Any:
    def fault(values: Values) -> str:
        is_key = redact(values[key]) != values[key]
        return t("This looks like an API key. Enter it in the settings.") if is_key else ""

    return fault


def _even(values: Values) -> str:
    is_odd = values["trials"] % 2
    return "" if is_odd else t("Choose an odd number, so that no checkpoint ends undecided.")


def _providers() -> list[tuple[str, object]]:
    return [(provider_title(one), one) for one in (*LOCAL, *PROVIDERS)]


def models_of(provider: str) -> tuple[str, ...]:
    """Models of the price list; none where that is broken, which the plan reports."""
    try:
        return known_models(provider)
    except XpertError:
        return ()


def _efforts() -> list[tuple[str, object]]:
    return [(t("the model’s"), ""), *((one, one) for one in ("minimal", "low", "medium", "high"))]


_WAYS: Final = (
    *((mode, title, JUDGE_MODE_MEANINGS[mode]) for mode, title in JUDGE_MODES.items()),
    (
        COMPARES,
        mark("Compare responses"),
        mark(
            "It says which of two responses is better, each pair in both orders. Enters no score."
        ),
    ),
)
JUDGE: Final = (
    FormField(key="provider", title=mark("Provider"), kind=inputs.choice(_providers), fault=_no_comparing),
    FormField(
        key="model", title=mark("Model"), seen=_asks_model, fault=_holds_key("model"),
        kind=inputs.suggested(hint=mark("The model's name, as the provider writes it")),
        needed=mark("Which model is to judge?"),
    ),
    *fields_for(
        ScoreRequest, "base_url", base_url={"seen": _asks_model, "fault": _holds_key("base_url")}
    ),
    *fields_for(
        JudgeSettings, "members",
        members={"seen": _may_hear, "kind": inputs.several(mark("Judges with verdicts"))},
    ),
    FormField(key="mode", title=mark("Mode"), seen=_has_modes, kind=inputs.ways(_WAYS)),
    *fields_for(
        JudgeSettings, "anchors", "trials", "anchor_seed", "chunk_size",
        anchors={"seen": _shows_anchors}, anchor_seed={"seen": _shows_anchors},
        trials={"seen": _scores_by_model, "fault": _even, "kind": inputs.number(1, 99, step=2)},
        chunk_size={
            "seen": _scores_by_model, "kind": inputs.number(0, 1000, lowest=mark("all")),
        },
    ),
    *fields_for(
        ModelParameters, *_PARAMETERS, temperature={"seen": _asks_model},
        max_output_tokens={"seen": _asks_model}, seed={"seen": _asks_model},
        reasoning_effort={"seen": _asks_model, "kind": inputs.choice(_efforts)},
    ),
    *fields_for(
        JudgeSettings, "prompt_language", "show_weights", "show_reference", "show_checks", "shows",
        "pages", "regions", "tag_failures", "dimensions", "max_asks", "fuzzy_threshold",
        prompt_language={"seen": _asks_model}, pages={"seen": _asks_model}, max_asks={"seen": _asks_model},
        fuzzy_threshold={"seen": _scores_by_model, "name": mark("Share of a quote that must be found")},
        dimensions={"seen": _scores_by_model, "kind": inputs.several(mark("Dimensions"))},
        **{one: {"seen": _scores_by_model} for one in _SHOWING},
    ),
)  # fmt: skip
"""Everything that says how a judge is asked; the keys are those of settings and parameters."""


class JudgePart(Form):
    """The judge, as a request takes it and gives it."""

    def __init__(self) -> None:
        super().__init__(JUDGE, more=t("More settings of the judge"))
        self._base = JudgeSettings()
        self._others: dict[str, JsonValue] = {}
        self.changed.connect(self._follow)

    @property
    def compares(self) -> bool:
        """Whether the judge compares responses."""
        return _compares(self.values())

    @property
    def provider(self) -> str:
        """The provider that is chosen."""
        return str(self.inputs["provider"].read())

    def entered(self) -> dict[str, Any]:
        """The judge as a request takes it."""
        values = self.values()
        is_local = not _asks_model(values)
        compares = _compares(values)
        settings = {name: values[name] for name in (_OF_COMPARING if compares else _SETTINGS)}
        if _is_anchored(values):
            settings |= {name: values[name] for name in ("anchors", "anchor_seed")}
        else:
            settings |= {"anchors": 0, "anchor_seed": None}
        settings["members"] = self._members(values["members"]) if _may_hear(values) else ()
        given = {one: values[one] for one in _PARAMETERS if values[one] not in (None, "")}
        return {
            "provider": values["provider"],
            "model": LOCAL[values["provider"]] if is_local else values["model"],
            "mode": JudgeMode.ZERO_SHOT if values["mode"] == COMPARES else values["mode"],
            "base_url": None if is_local else values["base_url"] or None,
            "parameters": {} if is_local else given | self._others,
            "settings": (JudgeSettings() if compares else self._base).model_copy(update=settings),
        }

    def _members(self, ticked: Collection[str]) -> tuple[str, ...]:
        """Those of the request that is shown keep their order: it is part of the judge."""
        kept = (member for member in self._base.members if member in ticked)
        return tuple(dict.fromkeys((*kept, *ticked)))

    def show_request(self, request: ScoreRequest) -> None:
        """Shows the judge of a request."""
        self._base = base = request.settings
        given = request.parameters
        self._others = {name: given[name] for name in given if name not in _PARAMETERS}
        self.show_values({"provider": request.provider})
        self._offer_models()
        self.show_values(
            {
                "model": "" if request.provider in LOCAL else request.model,
                "base_url": request.base_url,
                "mode": COMPARES if request.selection.comparisons else request.mode,
                "anchors": max(1, base.anchors),
                "anchor_seed": base.anchor_seed,
                **{name: getattr(base, name) for name in (*_SETTINGS, "members")},
                **{name: given.get(name) for name in _PARAMETERS},
            }
        )

    def _follow(self, key: str) -> None:
        """Another provider has other models, and is reached in another way."""
        if key == "provider":
            self._offer_models()
            self.show_values({"model": "", "base_url": ""})

    def _offer_models(self) -> None:
        self.offer(model=models_of(self.provider))
        self.help("provider", t(_ABOUT.get(self.provider, "")))
        address = self.inputs["base_url"].widget
        assert isinstance(address, QLineEdit)
        address.setPlaceholderText(
            t("Such as http://localhost:8000/v1")
            if needs_address(self.provider)
            else t("the provider’s own")
        )


_ABOUT: Final = {
    EMBEDDED[0]: mark(
        "Needs no key and no network, costs nothing, and gives the same verdicts "
        "every time. It is not a language model; it is a baseline for paid "
        "judges."
    ),
    CHECKS: mark(
        "Decides checks and choice only, by program: exact, free of charge, "
        "without a judge. Every other run decides them too."
    ),
}
