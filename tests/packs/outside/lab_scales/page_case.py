"""Where decisions are shown: how many of them are of judges."""

from collections.abc import Sequence

from xpert_studio.api.pages import CasePart, Shell, ShownDecision, column, label, show_if, t


class Verdicts(CasePart):
    """One line."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.said = label("", "small")
        column(self.said, on=self)
        self.hide()

    def show_decisions(self, decisions: Sequence[ShownDecision]) -> None:
        """Counts them."""
        count = sum(bool(one.judge_id) for one in decisions)
        self.said.setText(t("The lab counts {n} judges.", n=count))
        show_if(count > 1, self)
