"""The window shows the picture that models get: turned once, as its EXIF orientation says."""

from __future__ import annotations

from PySide6.QtCore import QSize

from tests.documents_made import picture as made
from xpert_studio.core.judge.attached import read_attachments
from xpert_studio.core.records import Attachment, bytes_hash
from xpert_studio.desktop.widgets.pictures import picture


def test_the_window_shows_the_picture_that_models_get():
    data = made("JPEG", orientation=6, size=(40, 20))
    item = Attachment(path="photo.jpg", media_type="image/jpeg", sha256=bytes_hash(data))
    (file,) = read_attachments([item], lambda _: data)
    for widest in (None, QSize(10, 10)):
        shown = picture(file, widest)
        assert shown.height() == 2 * shown.width()
        assert shown.pixelColor(shown.width() // 2, 0).blue() > 200
