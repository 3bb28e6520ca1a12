"""The page of imports as tests use it: a file dropped, and what is shown of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.store import tasks
from xpert_studio.desktop.pages.importing.view import RubricImport
from xpert_studio.desktop.pages.task.rubric.model import RubricRow

COURSE = (
    "Criterion,Comment,Excellent (4),Good (2),Poor (0)\n"
    "Thesis,the claim,Clear and arguable,Clear,Missing\n"
    "Evidence,the sources,Ample and cited,Some,None\n"
)


def drop(hands: Hands, path: Path) -> None:
    """Lets a file fall on the window, as the system does."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    nothing = Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPoint(200, 200), Qt.DropAction.CopyAction, data,
                       Qt.MouseButton.LeftButton, nothing)  # fmt: skip
    assert hands.app.window is not None
    hands.app.window.dropEvent(event)
    hands.settle()


def table(hands: Hands) -> RubricImport:
    """The table that is shown."""
    (shown,) = hands.seen(RubricImport)
    return shown


def dropped(hands: Hands, path: Path) -> RubricImport:
    """Drops a file with a rubric, and gives the table that is shown then."""
    drop(hands, path)
    return table(hands)


def made(shown: RubricImport) -> list[RubricRow]:
    """The checkpoints as they will stand in the rubric."""
    return shown.made.rubric.lines


def texts(shown: RubricImport) -> list[str]:
    """Their texts."""
    return [row.text for row in made(shown)]


def lines_of(studio: Studio, task_id: str = "t1") -> list[tuple[str, str, float]]:
    """Text, instrument and weight of the checkpoints of a task."""
    with studio.project.reading() as tx:
        return [(p.text, p.instrument, p.weight) for p in tasks.rubric_of(tx, task_id)]
