"""A page of the lab in the window."""

from xpert_studio.api.pages import Page, PageEntry, Shell, column, label, t


class LabPage(Page):
    """Says that the lab was here."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.said = label(t("The lab"), "title")
        column(self.said, on=self)


ENTRY = PageEntry("lab", "The lab", "star", after="tasks", made_by=LabPage)
