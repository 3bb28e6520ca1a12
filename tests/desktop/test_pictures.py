"""The window turns an image as models get it: once, as its EXIF orientation says."""

from __future__ import annotations

from PySide6.QtCore import QSize

from tests.documents_made import picture as made
from xpert_studio.desktop.widgets.pictures import picture


def test_the_window_turns_an_image_as_models_get_it():
    for widest in (None, QSize(10, 10)):
        shown = picture(made("JPEG", orientation=6, size=(40, 20)), widest)
        assert shown.height() == 2 * shown.width()
        assert shown.pixelColor(shown.width() // 2, 0).blue() > 200
