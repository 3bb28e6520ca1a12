"""Plates of the lab, as they are used: put into the reader, which is closed when it is done."""

from xpert_studio.api.runners import CannotCheckError, Message


def open_plate(data: bytes) -> None:
    """Looks whether there is a plate; nothing stays open."""
    if not data:
        raise CannotCheckError(Message("The plate is empty."), Message("Ask the lab."))
