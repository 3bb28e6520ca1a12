"""The size of a PNG is read from its header as Pillow reads it."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from xpert_studio.core.documents.png import png_size

sides = st.integers(1, 300)


def picture(kind: str, width: int, height: int) -> bytes:
    made = io.BytesIO()
    Image.new("L", (width, height)).save(made, kind)
    return made.getvalue()


@given(sides, sides)
def test_it_is_that_of_the_picture(width, height):
    assert png_size(picture("PNG", width, height)) == (width, height)


@given(st.binary(max_size=64) | sides.map(lambda n: picture("PNG", n, n)[: n % 24]))
def test_what_is_no_png_has_none(data):
    assert png_size(data) is None
