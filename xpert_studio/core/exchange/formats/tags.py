"""Tags of prefix and value, such as ``axis:accuracy``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def value_of(tags: Sequence[str], *prefixes: str) -> str | None:
    """The value of the first of these prefixes that some tag has; None where none has one.

    Args:
        tags: The tags.
        prefixes: In the order of preference.
    """
    for prefix in prefixes:
        for tag in tags:
            head, colon, value = tag.partition(":")
            if colon and head == prefix and value.strip():
                return value
    return None


def without(tags: Iterable[str], pairs: Iterable[tuple[str, str | None]]) -> tuple[str, ...]:
    """The tags but for those that say one of these pairs of prefix and value."""
    said = {f"{prefix}:{value}" for prefix, value in pairs if value is not None}
    return tuple(tag for tag in tags if tag not in said)


def tags_of(pairs: Iterable[tuple[str, str | None]]) -> list[str]:
    """Pairs of prefix and value as tags; those without a value are left out."""
    return [f"{prefix}:{value}" for prefix, value in pairs if value]
