"""Below a decision on stars: of how many words the checkpoint is."""

from xpert_studio.api.pages import FormRow, LinePart, Shell, column, label, show_if, t


class Words(LinePart):
    """One line."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.said = label("", "small")
        column(self.said, on=self)

    def show_line(self, line: FormRow | None, *, may: bool) -> None:
        """Counts them."""
        is_ours = line is not None and line.checkpoint.instrument == "stars"
        count = len(line.checkpoint.text.split()) if line else 0
        self.said.setText(t("The lab counts {n} words.", n=count))
        show_if(is_ours, self)
