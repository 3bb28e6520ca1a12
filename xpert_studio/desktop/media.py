"""Makes pictures of attached files in the background, where a page shows files that have none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject
from shiboken6 import isValid

from xpert_studio.core.records import Attachment
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import CommandContext, bytes_of
from xpert_studio.core.workflow.media import (
    Made,
    is_enough,
    keep_renderings,
    rendered,
    unrendered,
)
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.session import Session, now

_under_way: Final[WeakKeyDictionary[Session, set[str]]] = WeakKeyDictionary()


def make_pictures(
    session: Session, items: Sequence[Attachment], then: Callable[[], object], *, owner: QObject
) -> None:
    """Makes the pictures that are missing of some files, and keeps them.

    They are kept as the program's work, not as a step of the person, who takes back their own.

    Args:
        session: Whose project it is.
        items: The files.
        then: Called once some are kept.
        owner: ``then`` is not called once it is gone.
    """

    def missing() -> list[Attachment]:
        with session.project.reading() as tx:
            return unrendered(tx, items)

    def begin(found: list[Attachment]) -> None:
        making = _under_way.setdefault(session, set())
        wanted = [one for one in found if one.sha256 not in making]
        if wanted:
            making.update(one.sha256 for one in wanted)
            _Making(session, wanted, lambda: then() if isValid(owner) else None).begin()

    if items and not session.project.read_only:
        session.fetch(missing, begin, owner=owner, slot="missing pictures")


@dataclass(frozen=True)
class _Making:
    """Pictures that are being made.

    Attributes:
        session: Whose project it is.
        items: The files.
        then: Called once their pictures are kept.
    """

    session: Session
    items: Sequence[Attachment]
    then: Callable[[], object]

    def begin(self) -> None:
        title = t("Making pictures of files")
        self.session.bridge.start(title, self._made, self._keep, self._failed)

    def _made(self, job: Job) -> list[Made]:
        """The pictures of as many of the first files as are held at once."""
        made: list[Made] = []
        for number, one in enumerate(self.items):
            job.go_on()
            job.report(number, len(self.items))
            made.append(rendered(one, bytes_of(self.session.project, one.sha256)))
            if is_enough(made):
                break
        return made

    def _keep(self, made: list[Made]) -> None:
        program = CommandContext(self.session.project, "", now)
        rest = self.items[len(made) :]
        self.session.perform(
            lambda: bool(keep_renderings(program, made)), lambda _: self._kept(rest), self._failed
        )

    def _kept(self, rest: Sequence[Attachment]) -> None:
        self._end()
        if rest:
            _under_way.setdefault(self.session, set()).update(one.sha256 for one in rest)
            replace(self, items=rest).begin()
        self.then()

    def _failed(self, error: BaseException) -> None:
        self._end()
        self.session.report(error)

    def _end(self) -> None:
        _under_way.get(self.session, set()).difference_update(item.sha256 for item in self.items)
