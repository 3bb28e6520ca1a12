"""Images in a text are as wide as the text has room, and their lines no higher than they are."""

from __future__ import annotations

from PySide6.QtGui import QImage, QTextFormat

from xpert_studio.desktop.widgets.reading_views import ResponseView

TEXT = 'Before.\n\n![shot](shot.png "shot")\n\nAfter.'


def shown(qtbot) -> ResponseView:
    view = ResponseView("Response")
    qtbot.addWidget(view)
    view.resize(700, 800)
    view.show()
    image = QImage(1600, 800, QImage.Format.Format_RGB32)
    image.fill("red")
    view.show_text(TEXT, {"shot.png": image})
    return view


def measured(view: ResponseView) -> tuple[float, float, float]:
    """The image's width and height, and how high its line is."""
    found = view.document().find("\ufffc")
    style = found.charFormat().toImageFormat()
    assert style.hasProperty(QTextFormat.Property.ImageHeight)
    layout = view.document().documentLayout()
    high = layout.blockBoundingRect(found.block()).height()
    return style.width(), style.height(), high


def test_an_image_fits_its_line_has_no_hole_and_both_follow_the_width(qtbot) -> None:
    view = shown(qtbot)
    wide = []
    for width in (700, 500, 900):
        view.resize(width, 800)
        across, down, line = measured(view)
        assert not view.horizontalScrollBar().maximum()
        assert across <= view.viewport().width() - 2 * view.document().documentMargin()
        assert abs(across / down - 2) < 0.02
        assert line - down < 40
        wide.append(across)
    assert wide[1] < wide[0] < wide[2]


def test_larger_images_are_larger_than_there_is_room(qtbot) -> None:
    view = shown(qtbot)
    before, *_ = measured(view)
    view.zoom(2)
    after, down, _ = measured(view)
    assert after > 1.5 * before
    assert abs(after / down - 2) < 0.02
    assert view.horizontalScrollBar().maximum()
