"""The head of the page: which judge, how it does in a sentence, whether that is certified."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    TIGHT,
    Card,
    Flow,
    box,
    button,
    chip,
    column,
    explained,
    hint,
    in_a_row,
    label,
    moment,
    picker,
    px,
    refill,
    retone,
    row,
    t,
)
from xpert_studio.desktop.pages.alignment.words import (
    again_words,
    answer_sentence,
    missing_sentence,
    order_sentence,
    self_sentence,
    settings_sentence,
    told_apart,
    validity_words,
)
from xpert_studio.metrics.evidence_floor import shortfalls_of
from xpert_studio.records import Judge
from xpert_studio.report.certificate_sentences import decided_words
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.rerun_scope import AskAgain
from xpert_studio.report.trend import Validity


class Head(QWidget):
    """What is looked at, and the answer at a glance.

    Signals:
        judge_chosen: A judge's id.
        beside_chosen: The id of the judge to compare with; empty for none.
        tolerance_chosen: Score differences up to this are ties, 0 to 1.
        certificate_wanted: The figures should be certified.
        scoring_wanted: What has changed should be scored.
    """

    judge_chosen = Signal(str)
    beside_chosen = Signal(str)
    tolerance_chosen = Signal(float)
    certificate_wanted = Signal()
    scoring_wanted = Signal()

    def __init__(self, *, read_only: bool) -> None:
        super().__init__()
        self._read_only = read_only
        self.judge = _picker(t("Judge"))
        self.beside = _picker(t("Compare with"))
        self.tolerance = QDoubleSpinBox()
        self.tolerance.setRange(0, 50)
        self.tolerance.setDecimals(1)
        self.tolerance.setSuffix(" %")
        self.tolerance.setKeyboardTracking(False)
        self.tolerance.setAccessibleName(t("Scores this close are ties"))
        self.tolerance.setToolTip(t("Scores this close are ties"))
        self.tolerance.setFixedWidth(px(84))
        self.order = label("", "heading")
        self.answers = label("")
        self.caution = label(t("The responses it was shown as anchors are unknown or not in the project, so they could not be excluded: its alignment may be too good."), "warn")  # fmt: skip
        self.settings = label("", "small")
        self._anchors_known = True
        self.missing = ""
        self.state = chip("", "optional")
        self.why = label("", "small")
        self.certify = button(t("Certify"), self.certificate_wanted.emit, picture="badge-check")
        self.again = Again()
        self.again.score.clicked.connect(self.scoring_wanted)
        self.judge.activated.connect(lambda _: self.judge_chosen.emit(self.judge.currentData()))
        self.beside.activated.connect(lambda _: self.beside_chosen.emit(self.beside.currentData()))
        self.tolerance.valueChanged.connect(lambda value: self.tolerance_chosen.emit(value / 100))
        self._lay_out()

    def _lay_out(self) -> None:
        self.comparing = _named(t("Compare with"), self.beside)
        self.tying = _named(t("Tie threshold"), self.tolerance)
        pickers = Flow(
            label(t("Alignment"), "title", wrap=False), _named(t("Judge"), self.judge),
            self.comparing, self.tying,
            gap=SPACE,
        )  # fmt: skip
        self.decided = label("", "small")
        certificate = row(self.state, self.why, self.certify, gap=GAP, grow=1)
        column(
            pickers,
            column(self.order, self.answers, self.caution, gap=TIGHT),
            column(certificate, self.decided, self.settings, gap=TIGHT),
            self.again,
            on=self,
            gap=GAP,
        )

    def show_look(self, look: Look, beside_id: str) -> None:
        """Shows a judge; what is known of its certificate comes later."""
        chosen = look.judge
        judges = [item.judge for item in look.judges]
        _fill(self.judge, judges, chosen.judge.id if chosen else "")
        others = [judge for judge in judges if chosen is None or judge.id != chosen.judge.id]
        _fill(self.beside, others, beside_id, nothing="" if others else t("nobody"))
        self.beside.setEnabled(bool(others))
        with QSignalBlocker(self.tolerance):
            self.tolerance.setValue(100 * look.analysis.tolerance)
        found = chosen.alignment if chosen else None
        self.order.setText(order_sentence(found) if found else "")
        # Whether it agrees with itself comes first: else the rest means nothing.
        self.answers.setText(in_a_row((self_sentence(look), answer_sentence(look))))
        self.missing = missing_sentence(shortfalls_of(found)) if found else ""
        self._anchors_known = found is None or found.anchors_known
        self.caution.setVisible(not self._anchors_known)
        self.settings.setText(settings_sentence(look))
        self.certify.setEnabled(not self._read_only)

    def be_brief(self, brief: bool) -> None:
        """Leaves the room to a list below."""
        for widget in (self.order, self.answers, self.settings, self.comparing, self.tying):
            widget.setVisible(not brief)

    def show_validity(self, found: Validity | None) -> None:
        """Shows whether the figures are certified; None while that is looked up."""
        made = found.certificate if found else None
        if found is None:
            self._say_state(t("…"), "optional", "")
        elif made is None:
            self._say_state(t("Not certified"), "optional", t("A certificate keeps the figures with the hashes of judge, prompt, rubrics and judgments."))  # fmt: skip
        elif found.is_current:
            word, tone = (
                (t("Certified with caution"), "warn")
                if not self._anchors_known
                else (t("Certified, evidence incomplete"), "optional")
                if self.missing
                else (t("Certified"), "good")
            )
            self._say_state(word, tone, t("{when}; inputs unchanged.", when=moment(made.made_at)))  # fmt: skip
        else:
            self._say_state(
                t("Stale"), "warn",
                t("Certified {when}; changed since: {what}.", when=moment(made.made_at), what=validity_words(found)),
            )  # fmt: skip
        self.certify.setVisible(found is not None and not found.is_current)
        self.decided.say(decided_words(made.decided if made else None))

    def _say_state(self, word: str, tone: str, why: str) -> None:
        self.state.setText(word)
        retone(self.state, "chip", tone)
        said = in_a_row(filter(None, (why, self.missing)))
        self.state.setToolTip(hint(said))
        self.why.setText(said)


class Again(Card):
    """What the next run would ask; hidden where nothing has changed."""

    def __init__(self) -> None:
        super().__init__("sunken")
        self.words = label("")
        self.score = button(t("Score what changed"), picture="play", kind="primary")
        row(self.words, self.score, on=self, pad=GAP, gap=PAD, grow=0)
        self.hide()

    def show_again(self, found: AskAgain | None, *, can_score: bool) -> None:
        """Shows it; nothing where None.

        Args:
            found: What would be asked.
            can_score: Whether there is a page to go to.
        """
        said = again_words(found) if found else []
        if found and found.refused is not None and (found.stale or found.stale_judgments):
            said.append(explained(found.refused))
        self.words.setText(" ".join(said))
        self.score.setVisible(can_score and found is not None and found.missing > 0)
        self.setVisible(bool(said))


def _picker(name: str) -> QComboBox:
    made = picker(name, most=420)
    made.setMinimumContentsLength(10)
    return made


def _named(name: str, widget: QWidget) -> QWidget:
    caption = label(name, "label", wrap=False)
    caption.setBuddy(widget)
    return box(row(caption, widget, gap=TIGHT))


def _fill(made: QComboBox, judges: Sequence[Judge], chosen: str, nothing: str = "") -> None:
    named = zip(told_apart(judges), (judge.id for judge in judges), strict=True)
    refill(made, [*([(nothing, "")] if nothing else []), *named], chosen)
