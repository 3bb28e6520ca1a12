"""Old texts of Word as the lab shows them: how long they are."""

from PySide6.QtWidgets import QWidget

from xpert_studio.api.pages import label


def view(data: bytes) -> QWidget:
    """Their length."""
    return label(f"{len(data)}")
