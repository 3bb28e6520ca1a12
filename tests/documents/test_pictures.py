"""Of image files of any kind people and models are shown one picture, without metadata, or a gap."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms, PngImagePlugin

from tests.documents_made import picture
from xpert_studio.core.documents import GapReason, media_type_of, read_document
from xpert_studio.core.documents.document import Findings
from xpert_studio.core.documents.pictures import LONGEST, MAX_PIXELS, read_image

KINDS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "AVIF")
MODES = ("1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK", "YCbCr", "LAB", "I", "I;16")


def written(image: Image.Image, kind: str, **options) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def shown(data: bytes) -> tuple[Image.Image, Findings]:
    found = Findings()
    made = Image.open(io.BytesIO(read_image(data, found)))
    made.load()
    return made, found


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(MODES), st.sampled_from(KINDS), st.integers(1, 90), st.integers(1, 90)
)  # fmt: skip
def test_an_image_of_any_mode_and_kind_is_shown_in_its_size_or_is_a_gap(mode, kind, wide, high):
    try:
        data = written(Image.new(mode, (wide, high)), kind)
    except (OSError, ValueError, KeyError):
        return  # Pillow writes no such file
    assert media_type_of(data) == f"image/{kind.lower()}"
    made, found = shown(data)
    assert (made.mode, made.size, made.format in {"PNG", "JPEG"}) == ("RGB", (wide, high), True)
    assert not found.gaps


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(KINDS))
def test_damage_is_a_gap_and_nothing_else(noise, kind):
    data = written(Image.new("RGB", (30, 30), "red"), kind)
    spoilt = data[: len(data) // 2] + noise
    document = read_document(spoilt, "")
    assert document.is_picture or {gap.what for gap in document.gaps} == {GapReason.UNREADABLE}


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_an_image_is_turned_as_exif_says(kind):
    made, _ = shown(picture(kind, orientation=6, size=(40, 20)))
    assert made.size == (20, 40)
    assert made.getexif().get(0x0112, 1) == 1
    red, _, blue = made.getpixel((10, 5))
    assert blue > 200 > red  # what was on the left is on top


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG", "AVIF"])
def test_an_animation_is_shown_by_its_moments_in_rows(kind):
    frames = [Image.new("RGB", (60, 40), (20 * place, 0, 90)) for place in range(9)]
    data = written(frames[0], kind, save_all=True, append_images=frames[1:])
    made, found = shown(data)
    assert made.size == (3 * 68 + 8, 3 * 48 + 8)
    reds = [made.getpixel((40 + 68 * (n % 3), 30 + 48 * (n // 3)))[0] for n in range(9)]
    assert reds == sorted(reds)
    assert reds[-1] - reds[0] > 120
    assert not found.gaps
    longer = written(frames[0], kind, save_all=True, append_images=[*frames[1:], *frames])
    assert {gap.what for gap in shown(longer)[1].gaps.values()} == {GapReason.FRAMES}


def test_an_avif_file_whose_first_brand_is_for_any_image_is_shown():
    data = written(Image.new("RGB", (8, 8), "red"), "AVIF")
    named = data[:8] + b"mif1" + data[12:]
    assert data[8:12] == b"avif" and b"avif" in named[16:32]
    made, found = shown(named)
    assert made.getpixel((4, 4))[0] > 240
    assert not found.gaps


def test_of_a_file_with_pages_the_first_is_shown_and_said():
    pages = [Image.new("RGB", (60, 40), colour) for colour in ("red", "blue")]
    made, found = shown(written(pages[0], "TIFF", save_all=True, append_images=pages[1:]))
    assert made.getpixel((5, 5)) == (255, 0, 0)
    assert {gap.what for gap in found.gaps.values()} == {GapReason.FRAMES}


def test_sixteen_bits_keep_their_tones():
    grey = Image.new("I;16", (4, 4), 32_768)
    made, _ = shown(written(grey, "PNG"))
    assert abs(made.getpixel((0, 0))[0] - 128) <= 1


def test_what_is_white_on_nothing_can_be_seen():
    clear = Image.new("RGBA", (20, 20), (255, 255, 255, 0))
    clear.paste((255, 255, 255, 255), (5, 5, 15, 15))
    made, _ = shown(written(clear, "PNG"))
    assert made.getpixel((10, 10)) == (255, 255, 255)
    assert max(made.getpixel((0, 0))) < 100


def test_colours_of_a_profile_are_shown_in_srgb():
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    lab = Image.new("LAB", (4, 4), (128, 228, 128))
    made, _ = shown(written(lab, "TIFF", icc_profile=profile))
    red, green, _ = made.getpixel((0, 0))
    assert red > green + 100


def test_a_large_image_is_reduced_and_a_huge_one_is_a_gap():
    made, _ = shown(written(Image.new("RGB", (LONGEST * 2, 600)), "PNG"))
    assert made.size == (LONGEST, 300)
    huge = written(Image.new("1", (MAX_PIXELS // 1000 + 1, 1000)), "PNG")
    assert read_document(huge, "").gaps[0].what is GapReason.TOO_LARGE
    head = struct.pack(">4sIIBBBBB", b"IHDR", 30_000, 30_000, 8, 2, 0, 0, 0)
    chunks = [head, b"IDAT" + zlib.compress(bytes(90_001)), b"IEND"]
    larger = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(one) - 4) + one + struct.pack(">I", zlib.crc32(one)) for one in chunks
    )
    assert read_document(larger, "").gaps[0].what is GapReason.TOO_LARGE


def test_what_the_program_does_not_read_is_a_gap():
    heic = b"\x00\x00\x00\x18ftypheic" + bytes(40)
    assert read_document(heic, "").gaps[0].what is GapReason.KIND
    floats = written(Image.new("F", (4, 4)), "TIFF")
    assert read_document(floats, "").gaps[0].what is GapReason.KIND


def test_metadata_is_read_and_not_in_the_picture():
    exif = Image.Exif()
    exif[0x0131] = "Made by Aurora 2"
    exif.get_ifd(0x8769)[0x9286] = b"ASCII\x00\x00\x00Aurora comment"
    chunks = PngImagePlugin.PngInfo()
    chunks.add_text("Software", "Aurora text")
    chunks.add_text("Comment", "Aurora packed", zip=True)
    chunks.add_itxt("XML:com.adobe.xmp", "<x:xmpmeta>Aurora XMP</x:xmpmeta>")
    chunks.add(b"caBX", b"Aurora manifest")
    image = Image.new("RGB", (8, 8), "red")
    for data, said in (
        (written(image, "JPEG", exif=exif, comment=b"Aurora JPEG"), ("Made by", "comment", "JPEG")),
        (written(image, "PNG", pnginfo=chunks, exif=exif), ("text", "packed", "XMP", "Made by")),
        (written(image, "WEBP", exif=exif, xmp=b"<x>Aurora XMP</x>"), ("Made by", "XMP")),
        (written(image, "TIFF", exif=exif), ("Made by",)),
        (written(image, "GIF", comment=b"Aurora comment"), ("comment",)),
    ):
        document = read_document(data, "")
        assert all(word in document.metadata for word in said), (data[:4], document.metadata)
        assert b"urora" not in document.picture
        assert Image.open(io.BytesIO(document.picture)).info.keys() <= {
            "jfif",
            "jfif_version",
            "jfif_unit",
            "jfif_density",
        }
