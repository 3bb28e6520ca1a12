"""The judge of a run: who, how it is asked, with which parameters."""

from __future__ import annotations

from typing import Any, Final

from pydantic import JsonValue
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QRadioButton,
    QWidget,
)

from xpert_studio.desktop.judge_names import LOCAL_TITLES, MODE_MEANINGS, MODES, offer_providers
from xpert_studio.desktop.kit import (
    PAD,
    SPACE,
    Card,
    NumberField,
    Spin,
    column,
    field,
    label,
    mark,
    picker,
    px,
    row,
    t,
)
from xpert_studio.desktop.pages.runs.composer.form import FormGrid, More
from xpert_studio.errors import XpertError
from xpert_studio.judge.providers.registry import EMBEDDED, LOCAL, needs_address
from xpert_studio.judge.request import ScoreRequest
from xpert_studio.judge.run_preflight import known_models
from xpert_studio.records import CHECKS, JudgeMode, JudgeSettings

_EFFORTS: Final = ("", "minimal", "low", "medium", "high")
_LANGUAGES: Final = {
    "auto": mark("The task’s language"),
    "en": mark("English"),
    "zh": mark("Chinese"),
}
_KNOWN: Final = frozenset({"temperature", "max_output_tokens", "reasoning_effort", "seed"})


class JudgePart(Card):
    """The judge.

    Signals:
        changed: Something was entered.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._others: dict[str, JsonValue] = {}
        self._models: dict[str, tuple[str, ...]] = {}
        self._base = JudgeSettings()
        local = [(t(title), provider) for provider, title in LOCAL_TITLES.items()]
        self.provider = picker(t("Provider"), local)
        offer_providers(self.provider)
        self.model = QComboBox()
        self.model.setEditable(True)
        self.model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.model.setMinimumWidth(px(200))
        self.address = field(name=t("Address"))
        self.modes = {mode: QRadioButton(t(title)) for mode, title in MODES.items()}
        self._group = QButtonGroup(self)
        self.trials = Spin(t("Trials"), 1, 99)
        self.trials.setSingleStep(2)
        self.anchors = Spin(t("Anchors a task"), 1, 8)
        self._make_more()
        self._grid, self._more_grid = FormGrid(), FormGrid()
        self.more = More(t("More settings of the judge"), self._more_grid)
        self._lay_out()
        self._listen()
        self._fit()

    def _make_more(self) -> None:
        self.anchor_seed = NumberField(t("Draw anchors by a seed"), -(2**31), 2**31 - 1,
                                       empty=t("the baseline’s"))  # fmt: skip
        self.anchor_seed.setFixedWidth(px(160))
        self.chunk = Spin(t("Checkpoints a call"), 0, 1000)
        self.chunk.setSpecialValueText(t("all"))
        self.temperature = NumberField(t("Temperature"), 0, 2, digits=4, empty=t("the model’s"))
        self.most_output = NumberField(t("Output tokens at most"), 1, 10**7, empty=t("the model’s"))
        efforts = [(name or t("the model’s"), name) for name in _EFFORTS]
        self.effort = picker(t("Reasoning effort"), efforts)
        self.seed = NumberField(t("Seed"), -(2**31), 2**31 - 1, empty=t("none"))
        languages = [(t(title), name) for name, title in _LANGUAGES.items()]
        self.language = picker(t("Language of the prompt"), languages)
        self.weights = QCheckBox(t("Show tiers and weights to the judge"))
        self.reference = QCheckBox(t("Show the reference answer to the judge"))
        self.checks = QCheckBox(t("Show results of checks to the judge"))
        self.asks = Spin(t("Asks for one answer, at most"), 1, 10)
        self.threshold = Spin(t("Share of a quote that must be found"), 50, 100, " %")

    def _lay_out(self) -> None:
        grid = self._grid
        grid.put(t("Provider"), self.provider)
        self._model_line = grid.put(t("Model"), self.model)
        self._address_line = grid.put(t("Address"), self.address)
        modes = QWidget()
        lines = column(on=modes, gap=2)
        for mode, choice in self.modes.items():
            self._group.addButton(choice)
            lines.addWidget(choice)
            meaning = label(t(MODE_MEANINGS[mode]), "small")
            meaning.setContentsMargins(px(26), 0, 0, px(4))
            lines.addWidget(meaning)
        self._mode_line = grid.put(t("Mode"), modes)
        self._anchors_line = grid.put(
            t("Anchors a task"), row(self.anchors, 1), t("How many worked examples are shown.")
        )
        self._trials_line = grid.put(
            t("Trials"), row(self.trials, 1),
            t("Everything is asked so often; an odd number, so that none ends undecided."),
        )  # fmt: skip
        self._fill_more()
        self.about = label("", "muted")
        column(
            label(t("Judge"), "heading"), self.about, grid, self.more, on=self, pad=SPACE, gap=PAD
        )

    def _fill_more(self) -> None:
        more = self._more_grid
        self._seed_line = more.put(
            t("Random anchors"), row(self.anchor_seed, 1),
            t("A seed samples them from all gold forms instead."),
        )  # fmt: skip
        more.put(
            t("Checkpoints a call"), row(self.chunk, 1),
            t("The whole rubric at once is cheapest; fewer are judged more carefully."),
        )  # fmt: skip
        more.put(t("Temperature"), row(self.temperature, 1))
        more.put(t("Output tokens"), row(self.most_output, 1))
        more.put(t("Reasoning effort"), row(self.effort, 1))
        more.put(t("Seed"), row(self.seed, 1))
        more.put(t("Prompt in"), row(self.language, 1))
        more.put(t("Weights"), self.weights, t("By default the judge sees ids and texts only."))
        more.put(t("Reference"), self.reference, t("Off in the published method."))
        more.put(t("Checks"), self.checks)
        more.put(
            t("Asks"), row(self.asks, 1),
            t("Retries for incomplete replies"),
        )  # fmt: skip
        more.put(
            t("Quotes"), row(self.threshold, 1),
            t("A quote counts as found when this share of it appears in one continuous " "passage."),
        )  # fmt: skip

    def _listen(self) -> None:
        self.model.setAccessibleName(t("Model"))
        line = self.model.lineEdit()
        if line is not None:
            line.setPlaceholderText(t("The model's name, as the provider writes it"))
        self.provider.currentIndexChanged.connect(lambda _: self._provider_chosen())
        self.model.editTextChanged.connect(lambda _: self.changed.emit())
        self.address.textChanged.connect(lambda _: self.changed.emit())
        self._group.buttonToggled.connect(lambda *_: self._fit_and_tell())
        for spin in (self.trials, self.anchors, self.chunk, self.asks, self.threshold):
            spin.valueChanged.connect(lambda _: self.changed.emit())
        for number in (self.anchor_seed, self.temperature, self.most_output, self.seed):
            number.textChanged.connect(lambda _: self.changed.emit())
        for choice in (self.effort, self.language):
            choice.currentIndexChanged.connect(lambda _: self.changed.emit())
        for box in (self.weights, self.reference, self.checks):
            box.toggled.connect(lambda _: self.changed.emit())

    # What is entered.

    @property
    def provider_name(self) -> str:
        """The provider that is chosen."""
        return str(self.provider.currentData())

    @property
    def is_wrong(self) -> bool:
        """Whether a number is none."""
        fields = (self.anchor_seed, self.temperature, self.most_output, self.seed)
        return any(field.is_wrong for field in fields)

    def entered(self) -> dict[str, Any]:
        """The judge as a request takes it."""
        is_local = self.provider_name in LOCAL
        mode = next(mode for mode, choice in self.modes.items() if choice.isChecked())
        is_anchored = mode is JudgeMode.ANCHORED
        address = self.address.text().strip()
        return {
            "provider": self.provider_name,
            "model": LOCAL[self.provider_name] if is_local else self.model.currentText().strip(),
            "mode": mode,
            "base_url": None if is_local or not address else address,
            "parameters": {} if is_local else self._parameters(),
            "settings": self._base.model_copy(
                update={
                    "prompt_language": str(self.language.currentData()),
                    "chunk_size": self.chunk.value(),
                    "trials": self.trials.value(),
                    "anchors": self.anchors.value() if is_anchored else 0,
                    "anchor_seed": self.anchor_seed.whole if is_anchored else None,
                    "show_weights": self.weights.isChecked(),
                    "show_reference": self.reference.isChecked(),
                    "show_checks": self.checks.isChecked(),
                    "max_asks": self.asks.value(),
                    "fuzzy_threshold": self.threshold.value(),
                }
            ),
        }

    def _parameters(self) -> dict[str, JsonValue]:
        given: dict[str, JsonValue] = {
            "temperature": self.temperature.number,
            "max_output_tokens": self.most_output.whole,
            "reasoning_effort": str(self.effort.currentData()) or None,
            "seed": self.seed.whole,
        }
        return {name: value for name, value in given.items() if value is not None} | self._others

    def show_request(self, request: ScoreRequest) -> None:
        """Shows the judge of a request."""
        with QSignalBlocker(self):
            self.provider.setCurrentIndex(max(0, self.provider.findData(request.provider)))
            self._offer_models()
            is_local = request.provider in LOCAL
            self.model.setEditText("" if is_local else request.model)
            self.address.setText(request.base_url or "")
            self.modes[request.mode].setChecked(True)
            self._show_settings(request.settings)
            given = request.parameters
            self.temperature.show_number(_number(given.get("temperature")))
            self.most_output.show_number(_number(given.get("max_output_tokens")))
            self.seed.show_number(_number(given.get("seed")))
            self._show_effort(str(given.get("reasoning_effort") or ""))
            self._others = {name: given[name] for name in given if name not in _KNOWN}
        self._fit()

    def _show_effort(self, name: str) -> None:
        if self.effort.findData(name) < 0:
            self.effort.addItem(name, name)
        self.effort.setCurrentIndex(self.effort.findData(name))

    def _show_settings(self, settings: JudgeSettings) -> None:
        self._base = settings
        self.trials.setValue(settings.trials)
        self.anchors.setValue(max(1, settings.anchors))
        self.anchor_seed.show_number(settings.anchor_seed)
        self.chunk.setValue(settings.chunk_size)
        self.language.setCurrentIndex(max(0, self.language.findData(settings.prompt_language)))
        self.weights.setChecked(settings.show_weights)
        self.reference.setChecked(settings.show_reference)
        self.checks.setChecked(settings.show_checks)
        self.asks.setValue(settings.max_asks)
        self.threshold.setValue(settings.fuzzy_threshold)

    # What is shown.

    def _provider_chosen(self) -> None:
        with QSignalBlocker(self):
            self._offer_models()
            self.model.setEditText("")
            self.address.clear()
        self._fit_and_tell()

    def _offer_models(self) -> None:
        name = self.provider_name
        if name not in self._models:
            try:
                self._models[name] = known_models(name)
            except XpertError:  # a broken price list is reported by the plan
                self._models[name] = ()
        with QSignalBlocker(self.model):
            self.model.clear()
            self.model.addItems(list(self._models[name]))

    def _fit_and_tell(self) -> None:
        self._fit()
        self.changed.emit()

    def _fit(self) -> None:
        """Shows the fields that the choice asks for."""
        is_local, has_modes = self.provider_name in LOCAL, self.provider_name != CHECKS
        is_anchored = has_modes and self.modes[JudgeMode.ANCHORED].isChecked()
        self.about.say(t(_ABOUT.get(self.provider_name, "")))
        self.address.setPlaceholderText(
            t("Such as http://localhost:8000/v1")
            if needs_address(self.provider_name)
            else t("the provider’s own")
        )
        for line, is_seen in (
            (self._model_line, not is_local),
            (self._address_line, not is_local),
            (self._mode_line, has_modes),
            (self._trials_line, not is_local),
            (self._anchors_line, is_anchored and not is_local),
            (self._seed_line, is_anchored),
        ):
            for widget in line:
                widget.setVisible(is_seen)
        self.more.setVisible(not is_local)


_ABOUT: Final = {
    EMBEDDED[0]: mark("Needs no key and no network, costs nothing, and gives the same verdicts every time. It is not a language model; it is a baseline for paid judges."),
    CHECKS: mark("Decides checks and choice only, by program: exact, free of charge, without a judge. Every other run decides them too."),
}  # fmt: skip


def _number(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number else None  # type: ignore[arg-type]
