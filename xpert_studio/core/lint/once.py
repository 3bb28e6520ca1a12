"""Properties that are computed once for an object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["once"]

if TYPE_CHECKING:
    from functools import cached_property as once
else:

    class once:  # noqa: N801 - a decorator
        """``functools.cached_property`` without its lock.

        Before Python 3.12 that takes longer than much of what the linter computes.
        """

        def __init__(self, compute: Any) -> None:  # noqa: ANN401
            self._compute, self.__doc__ = compute, compute.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self._name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:  # noqa: ANN401
            found = instance.__dict__[self._name] = self._compute(instance)
            return found
