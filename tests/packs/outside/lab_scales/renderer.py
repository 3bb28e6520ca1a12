"""Plates of the lab: each byte of a file is one grey square of a picture."""

import io

from PIL import Image

from xpert_studio.api.renderers import Message, Picture, Rendering


class Plates:
    """One picture a file, one square a byte."""

    id = "lab-plates"
    version = "1"

    def missing(self) -> Message | None:
        """Nothing: all of it is here."""
        return None

    def __call__(self, data: bytes) -> Rendering:
        """The first thousand bytes."""
        if not data:
            return Rendering(failure=Message("It is empty."))
        plate, made = Image.new("L", (len(data[:1000]), 1)), io.BytesIO()
        plate.putdata(list(data[:1000]))
        plate.save(made, "PNG")
        return Rendering((Picture(made.getvalue(), Message("the plate")),))


PLATES = Plates()
