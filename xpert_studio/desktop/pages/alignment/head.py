"""The head of the page: which judge, what its evidence says, and whether it is certified."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QDoubleSpinBox, QWidget

from xpert_studio.core.metrics.evidence_floor import shortfalls_of
from xpert_studio.core.wording import explained, in_a_row, moment, t, translated
from xpert_studio.core.workflow.certifying import add_certificate, nothing_new
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT, px
from xpert_studio.desktop.pages.alignment.words import (
    again_words,
    missing_sentence,
    settings_words,
    verdict_words,
)
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.blocks_view import Footnotes
from xpert_studio.desktop.widgets.fields import picker, refill
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import Card, button, chip, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.blocks import Note
from xpert_studio.report.certificate_sentences import changed_words
from xpert_studio.report.judge_alignment import JudgeLook
from xpert_studio.report.own_work import decided_words
from xpert_studio.report.rerun_scope import AskAgain
from xpert_studio.report.sentences import told_apart
from xpert_studio.report.trend import Validity


class AlignmentHead(QWidget):
    """What is looked at, and the answer at a glance.

    Args:
        shell: The window's.
        choose_judge: Looks at another judge, by its id.
        set_tolerance: Score differences up to this are ties, 0 to 1.
        certify: Certifies the figures.
    """

    def __init__(
        self,
        shell: Shell,
        choose_judge: Callable[[str], object],
        set_tolerance: Callable[[float], object],
        certify: Callable[[], object],
    ) -> None:
        super().__init__()
        self.judge = picker(
            t("Judge"), then=lambda: choose_judge(self.judge.currentData()), least=140, most=320
        )
        name = t("Scores this close are ties")
        self.tolerance = QDoubleSpinBox(minimum=0, maximum=50, decimals=1, suffix=" %")
        self.tolerance.setKeyboardTracking(False)
        self.tolerance.setAccessibleName(name)
        self.tolerance.setToolTip(name)
        self.tolerance.setFixedWidth(px(84))
        self.tolerance.lineEdit().setTextMargins(px(6), 0, 0, 0)
        self.tolerance.valueChanged.connect(lambda value: set_tolerance(value / 100))
        self.verdict = label("", "heading")
        self.settings = Footnotes()
        self.caution = label(
            t(
                "The responses it was shown as anchors are unknown or not in the "
                "project, so they could not be excluded: its alignment may be too good."
            ),
            "warn",
        )
        self._anchors_known = True
        self.missing = ""
        self.state = chip("", "optional")
        self.why = label("", "small")
        why_not = shell.session.why_not(add_certificate, lambda: {"made_on": nothing_new})
        act = Action.of(add_certificate, "", certify, icon="badge-check", refused=why_not)
        self.certify = shell.book.button_of(act, t("Certify"))
        self.again = Again(
            lambda: shell.go(Place("runs", tab="new", judge_id=self.judge.currentData()))
        )
        tie = box(row(label(t("Tie threshold"), "label", wrap=False), self.tolerance, gap=TIGHT))
        pickers = Flow(label(t("Alignment"), "title", wrap=False), self.judge, tie, gap=SPACE)
        self.lacking = label("", "warn")
        said = column(self.verdict, self.caution, self.lacking, self.why, gap=0)
        column(
            pickers,
            row(said, self.state, self.certify, gap=GAP, grow=0),
            self.again,
            on=self,
            gap=GAP,
        )

    def show_look(self, look: JudgeLook) -> None:
        """Shows a judge; what is known of its certificate comes later."""
        chosen, judges = look.judge, [item.judge for item in look.judges]
        named = zip(told_apart(judges), (judge.id for judge in judges), strict=True)
        refill(self.judge, list(named), chosen.judge.id if chosen else "")
        with QSignalBlocker(self.tolerance):
            self.tolerance.setValue(100 * look.analysis.tolerance)
        said = settings_words(look)
        self.settings.show_notes([Note(words) for words in said], line=said[0])
        self.lacking.say("\n".join(map(translated, look.analysis.lacking)))
        found = chosen.alignment if chosen else None
        if found is None or chosen is None:
            return
        missing = shortfalls_of(found)
        self.missing, self._anchors_known = missing_sentence(missing), found.anchors_known
        self.verdict.setText(verdict_words(found, missing))
        self.verdict.setToolTip(hint(self.missing))
        show_if(not found.anchors_known, self.caution)

    def show_validity(self, found: Validity | None) -> None:
        """Shows whether the figures are certified; None while that is looked up."""
        made = found.certificate if found else None
        if found is None:
            word, tone, why = t("…"), "optional", ""
        elif made is None:
            word, tone = t("Not certified"), "optional"
            why = t(
                "A certificate keeps the figures with the hashes of judge, prompt, rubrics and "
                "judgments."
            )
        elif found.is_current:
            word, tone = (
                (t("Certified with caution"), "warn")
                if not self._anchors_known
                else (t("Certified, evidence incomplete"), "optional")
                if self.missing
                else (t("Certified"), "good")
            )
            why = t("{when}; inputs unchanged.", when=moment(made.made_at))
        else:
            word, tone = t("Stale"), "warn"
            why = t(
                "Certified {when}; changed since: {what}.",
                when=moment(made.made_at),
                what=changed_words(found),
            )
        self.state.say(word, tone)
        self.state.setToolTip(hint(in_a_row(filter(None, (why, self.missing)))))
        stale = why if made is not None and found is not None and not found.is_current else ""
        decided = decided_words(made.decided if made else None)
        self.why.say(in_a_row(filter(None, (stale, decided))))
        show_if(found is not None and not found.is_current, self.certify)


class Again(Card):
    """What the next run would ask; hidden where nothing has changed.

    Args:
        score: Goes to the page that scores it.
    """

    def __init__(self, score: Callable[[], object]) -> None:
        super().__init__("sunken")
        self.words = label("")
        self.score = button(t("Score what changed"), score, picture="play", kind="primary")
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
