"""How far the experts agree among themselves, in words beside a judge's figures."""

from __future__ import annotations

from xpert_studio.core.metrics import Unit
from xpert_studio.core.wording import number, t
from xpert_studio.desktop.figure_words import with_interval
from xpert_studio.desktop.look import PAD
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.part_names import scale_name


class Experts(Card):
    """How far the experts agree among themselves: no judge can agree with them more."""

    def __init__(self, shell: Shell) -> None:
        super().__init__("sunken")
        self.words = label("")
        link = button(
            t("Agreement between experts"), lambda: shell.go(Place("agreement")), kind="quiet",
            picture="handshake",
        )  # fmt: skip
        row(self.words, link, on=self, pad=PAD, gap=PAD, grow=0)

    def show_look(self, look: Look) -> None:
        """Shows it."""
        found = look.analysis.agreement
        if found is None:
            self.words.setText(t("No two experts have judged the same, so how far they agree among themselves is not known."))  # fmt: skip
            return
        said = []
        if found.items:
            said.append(t("Experts among themselves: Krippendorff’s α {alpha} on {n} checkpoints that two or more have judged.",
              alpha=with_interval(Unit.COEFFICIENT, found.figures["alpha"]), n=number(found.items)))  # fmt: skip
        said += [
            t("Graded checkpoints ({scale}): ICC {icc}, mean absolute difference {apart} on {n} that two or more have judged.",
              scale=scale_name(one.scale), icc=with_interval(Unit.COEFFICIENT, one.figures["icc"]),
              apart=with_interval(Unit.POINTS, one.figures["mae"]), n=number(one.figures.n))
            for one in found.scales[-1:]
        ]  # fmt: skip
        self.words.setText("\n".join(said))
