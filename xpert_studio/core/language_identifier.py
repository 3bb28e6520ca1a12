"""What tells the language of a text: the model of the library py3langid, loaded once (80 MB)."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def identifier() -> Any:  # noqa: ANN401 - a library without types
    """The library's identifier, which has ``classify`` and ``rank``."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE)
