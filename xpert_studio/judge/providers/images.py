"""Images as base64 text, encoded once however many candidates they are shown with."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache

from xpert_studio.judge.providers.base import Image


@lru_cache(maxsize=16)
def base64_of(image: Image) -> str:
    """The image's bytes in base64."""
    return b64encode(image.data).decode("ascii")


def data_url(image: Image) -> str:
    """The image as a ``data:`` address."""
    return f"data:{image.media_type};base64,{base64_of(image)}"
