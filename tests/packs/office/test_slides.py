"""Slides are read as they are shown: what nobody can see of them is left out, and said."""

from __future__ import annotations

import pytest

from tests.documents_made import picture, zipped
from xpert_studio.core.documents import PPTX, GapReason, read_document

_OFFICE = "http://schemas.openxmlformats.org"
NAMES = (
    f'xmlns:p="{_OFFICE}/presentationml/2006/main" xmlns:a="{_OFFICE}/drawingml/2006/main" '
    f'xmlns:r="{_OFFICE}/officeDocument/2006/relationships"'
)
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="i" Type="{_OFFICE}/officeDocument/2006/relationships/image" '
    'Target="../media/i.jpg"/></Relationships>'
)


def fill(code: str) -> str:
    return f'<a:solidFill><a:srgbClr val="{code}"/></a:solidFill>'


def box(
    text: str,
    look: str = "",
    *,
    size: str = "1800",
    at: tuple[int, int] = (100, 100),
    shape: str = "",
) -> str:
    """A text box of 400 by 100 at a place, on a slide of 1000 by 800."""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>{frame(at)}'
        f'<a:prstGeom prst="rect"/>{shape}</p:spPr><p:txBody><a:p><a:r><a:rPr sz="{size}">{look}</a:rPr>'
        f"<a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
    )


def frame(at: tuple[int, int], size: tuple[int, int] = (400, 100)) -> str:
    return (
        f'<a:xfrm><a:off x="{at[0] * 10_000}" y="{at[1] * 10_000}"/>'
        f'<a:ext cx="{size[0] * 10_000}" cy="{size[1] * 10_000}"/></a:xfrm>'
    )


def photo(at: tuple[int, int], size: tuple[int, int]) -> str:
    return (
        '<p:pic><p:nvPicPr><p:cNvPr id="2" name="y"/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/>'
        f"</p:blipFill><p:spPr>{frame(at, size)}</p:spPr></p:pic>"
    )


def line(end: str = "", size: tuple[int, int] = (400, 0), at: tuple[int, int] = (100, 500)) -> str:
    return (
        '<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="3" name="z"/></p:nvCxnSpPr>'
        f'<p:spPr>{frame(at, size)}<a:prstGeom prst="line"/><a:ln>{end}</a:ln></p:spPr></p:cxnSp>'
    )


def read(*shapes: str, ground: str = ""):
    behind = f"<p:bg><p:bgPr>{ground}</p:bgPr></p:bg>" if ground else ""
    return read_document(
        zipped({
            "ppt/presentation.xml": f'<p:p {NAMES}><p:sldSz cx="10000000" cy="8000000"/></p:p>',
            "ppt/slides/slide1.xml": f"<p:sld {NAMES}><p:cSld>{behind}<p:spTree>{''.join(shapes)}"
            "</p:spTree></p:cSld></p:sld>",
            "ppt/slides/_rels/slide1.xml.rels": RELATIONS,
            "ppt/media/i.jpg": picture("JPEG"),
        }),
        PPTX,
    )  # fmt: skip


SEEN = box("Seen", at=(100, 600))


@pytest.mark.parametrize(
    ("shapes", "ground"),
    [
        ((box("SECRET", fill("FFFFFF")),), ""),
        ((box("SECRET", fill("FCFCFC")),), ""),
        ((box("SECRET", fill("00005A"), shape=fill("00005A")),), ""),
        ((box("SECRET", fill("00005A")),), fill("00005A")),
        ((box("SECRET", size="100"),), ""),
        ((box("SECRET", '<a:solidFill><a:srgbClr val="000000"><a:alpha val="0"/></a:srgbClr></a:solidFill>'),), ""),
        ((box("SECRET", at=(1200, 100)),), ""),
        ((box("SECRET", at=(100, -300)),), ""),
        ((box("SECRET"), box("", shape=fill("808080"))), ""),
    ],
    ids=["white", "nearly white", "as its box", "as the slide", "tiny", "clear", "beside", "above", "behind"],
)  # fmt: skip
def test_words_that_nobody_can_see_are_left_out_and_said(shapes, ground):
    seen = box("Seen", fill("FFFFFF") if ground else "", at=(100, 600))
    found = read(*shapes, seen, ground=ground)
    assert found.text == "# 1\nSeen"
    assert [gap.what for gap in found.gaps] == [GapReason.HIDDEN]


def test_words_behind_a_picture_are_left_out_and_those_on_it_are_read():
    found = read(SEEN, box("SECRET"), photo((50, 50), (600, 200)), box("On it", fill("FFFFFF")))
    assert found.text == "# 1\nOn it\nSeen"
    assert {gap.what for gap in found.gaps} == {GapReason.HIDDEN, GapReason.PICTURES}


@pytest.mark.parametrize(
    ("shapes", "ground"),
    [
        ((box("Shown", fill("FFFFFF"), shape=fill("00005A")),), ""),
        ((box("Shown", fill("FFFFFF")),), fill("00005A")),
        ((box("", shape=fill("00005A")), box("Shown", fill("FFFFFF"))), ""),
        ((box("Shown", fill("FFFFFF"), shape="<a:gradFill/>"),), ""),
        ((box("Shown"), line()), ""),
    ],
    ids=["on its box", "on the slide", "on another box", "on a gradient", "above a divider"],
)
def test_what_can_be_seen_is_read_without_a_gap(shapes, ground):
    found = read(*shapes, ground=ground)
    assert (found.text, found.gaps) == ("# 1\nShown", ())


@pytest.mark.parametrize(
    "drawn",
    [line('<a:tailEnd type="triangle"/>'), line(size=(300, 200)), line(at=(100, 200)),
     box("").replace('"rect"', '"rightArrow"')],
    ids=["arrow", "oblique", "touching", "block arrow"],
)  # fmt: skip
def test_arrows_and_lines_that_join_shapes_are_a_gap(drawn):
    assert [gap.what for gap in read(box("Step"), drawn).gaps] == [GapReason.DRAWING]


def test_a_frame_that_shows_nothing_is_a_gap():
    graphic = (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="8" name="Diagram"/></p:nvGraphicFramePr>'
        '<a:graphic><a:graphicData uri="http://example.org/of-another-program"/></a:graphic>'
        "</p:graphicFrame>"
    )
    found = read(SEEN, graphic)
    assert found.text.split() == ["#", "1", "Seen"]
    assert {gap.what for gap in found.gaps} == {GapReason.DRAWING}
