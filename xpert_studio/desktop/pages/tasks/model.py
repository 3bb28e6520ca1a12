"""The table of tasks as a model: it holds the order, and fetches rows as they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from xpert_studio.desktop.names import DIFFICULTIES, STAGES, domain_name, language_name
from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.wording import mark, number, short, t
from xpert_studio.workflow.views import Listed, TaskFilter, TaskRow, list_tasks, rows_of

Index = QModelIndex | QPersistentModelIndex
PAGE: Final = 100
COLUMNS: Final = (
    ("title", mark("Task")),
    ("stage", mark("Stage")),
    ("domain", mark("Domain")),
    ("category", mark("Category")),
    ("difficulty", mark("Difficulty")),
    ("author", mark("Author")),
    ("checkpoints", mark("Checkpoints")),
    ("responses", mark("Responses")),
)
SORTED_BY: Final = {
    0: "title",
    1: "stage",
    2: "domain",
    3: "category",
    4: "difficulty",
    5: "author",
}
ROW_ROLE: Final = Qt.ItemDataRole.UserRole
_NOTHING: Final = QModelIndex()


class TaskTable(QAbstractTableModel):
    """Tasks that a filter leaves; a row that has not come yet is empty for a moment."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._keys: tuple[int, ...] = ()
        self._rows: dict[int, TaskRow] = {}
        self._asked: set[int] = set()
        self._turn = 0
        self.wanted = TaskFilter()
        self.total = 0

    def look_for(self, wanted: TaskFilter, then: Callable[[], object] | None = None) -> None:
        """Shows the tasks that another filter leaves."""
        self.wanted = wanted

        def show(listed: Listed) -> None:
            self.beginResetModel()
            self._turn += 1
            self._keys, self.total = listed.keys, listed.total
            self._rows = {}
            self._asked = set()
            self.endResetModel()
            if then is not None:
                then()

        project = self._session.project
        self._session.fetch(lambda: list_tasks(project, wanted), show, owner=self, slot="keys")

    def again(self, then: Callable[[], object] | None = None) -> None:
        """Shows what the same filter leaves now."""
        self.look_for(self.wanted, then)

    def row_of(self, place: int) -> TaskRow | None:
        """The task in a row; None while it has not come."""
        if not 0 <= place < len(self._keys):
            return None
        return self._rows.get(self._keys[place])

    def rowCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many tasks the filter leaves."""
        return 0 if parent.isValid() else len(self._keys)

    def columnCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many columns there are."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The columns' names."""
        if orientation is Qt.Orientation.Vertical or not 0 <= section < len(COLUMNS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return t(COLUMNS[section][1])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_alignment(section))
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What stands in a cell."""
        if not index.isValid() or not 0 <= index.row() < len(self._keys):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_alignment(index.column()))
        row = self._rows.get(self._keys[index.row()])
        if row is None:
            self._ask_for(index.row() // PAGE)
            return None
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return short(self._shown(row, COLUMNS[index.column()][0]), 300)
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint(self._shown(row, COLUMNS[index.column()][0]))
        return None

    def _shown(self, row: TaskRow, name: str) -> str:
        match name:
            case "title":
                return row.title
            case "stage":
                return t(STAGES[row.stage])
            case "domain":
                return domain_name(row.domain)
            case "difficulty":
                return t(DIFFICULTIES[row.difficulty]) if row.difficulty else ""
            case "author":
                return self._session.house.called(row.author_id)
            case "checkpoints":
                return number(row.checkpoints)
            case "responses":
                return number(row.responses)
            case "language":
                return language_name(row.language)
        return str(getattr(row, name))

    def _ask_for(self, page: int) -> None:
        if page in self._asked:
            return
        self._asked.add(page)
        turn, keys = self._turn, self._keys[page * PAGE : (page + 1) * PAGE]
        project = self._session.project
        self._session.fetch(
            lambda: rows_of(project, keys),
            lambda rows: self._take(turn, page, rows),
            owner=self,
        )

    def _take(self, turn: int, page: int, rows: dict[int, TaskRow]) -> None:
        if turn != self._turn:
            return
        self._rows |= rows
        last = min((page + 1) * PAGE, len(self._keys)) - 1
        self.dataChanged.emit(self.index(page * PAGE, 0), self.index(last, len(COLUMNS) - 1))

    def tasks_in(self, places: Sequence[int]) -> list[TaskRow]:
        """The tasks in some rows, those left out that have not come yet."""
        return [row for place in places if (row := self.row_of(place)) is not None]


def _alignment(column: int) -> Qt.AlignmentFlag:
    right = COLUMNS[column][0] in {"checkpoints", "responses"}
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
