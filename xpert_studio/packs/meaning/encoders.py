"""The encoders by id: the one registry that search, the benchmark and other packs read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from xpert_studio.core.extras import EXTRAS
from xpert_studio.packs.meaning.encoder import Encoder
from xpert_studio.packs.meaning.grams import GRAMS
from xpert_studio.packs.meaning.sentences import SENTENCES

ENCODERS: Final[Mapping[str, Encoder]] = {one.id: one for one in (SENTENCES, GRAMS)}
"""Those that ask no model: the best first."""


def best_encoder() -> Encoder:
    """The first that is installed; ``characters`` always is."""
    return next(one for one in ENCODERS.values() if not one.extra or EXTRAS[one.extra].is_there)
