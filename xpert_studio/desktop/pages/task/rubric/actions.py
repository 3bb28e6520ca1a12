"""The actions of the rubric editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QTimer

from xpert_studio.core.errors import XpertError
from xpert_studio.core.lint import Finding, FixKind
from xpert_studio.core.records import TIERS, Change, Tier
from xpert_studio.core.records.rubrics import WrittenFields
from xpert_studio.core.records.transcripts import conversation_of
from xpert_studio.core.wording import explained, in_a_row, mark, t, tn
from xpert_studio.core.workflow import (
    add_checkpoint,
    dismiss,
    duplicate_checkpoint,
    edit_checkpoint,
    merge_checkpoints,
    remove_checkpoints,
    split_at,
    split_checkpoint,
)
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.import_kinds import asked_rubric
from xpert_studio.desktop.pages.importing.taking import Taking, import_place
from xpert_studio.desktop.pages.task.rubric.checking import Checking
from xpert_studio.desktop.pages.task.rubric.clipboard import copy_lines
from xpert_studio.desktop.pages.task.rubric.edits import RubricEdits
from xpert_studio.desktop.pages.task.rubric.model import TIER
from xpert_studio.desktop.pages.task.rubric.table import RubricView
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import ask_reason
from xpert_studio.desktop.widgets.command_dialog import CommandDialog
from xpert_studio.report.part_names import dimension_name

_WIDE: Final = 0x2E80
"""From this letter on scripts have no spaces."""
_TIER_KEYS: Final = {
    Tier.ESSENTIAL: "Ctrl+Alt+E",
    Tier.IMPORTANT: "Ctrl+Alt+I",
    Tier.OPTIONAL: "Ctrl+Alt+O",
}


class RubricActions:
    """What can be done with the lines of a rubric.

    Attributes:
        view: The task as it is shown.

    Args:
        shell: The window around them.
        table: The lines.
        edits: What changes them.
        checking: The linter.
        answer: Lets the person choose how the current line is answered.
        draft: Lets the person ask for a draft.
    """

    view: TaskView

    def __init__(
        self,
        shell: Shell,
        table: RubricView,
        edits: RubricEdits,
        checking: Checking,
        *,
        answer: Callable[[], object],
        draft: Callable[[], object],
    ) -> None:
        self._shell, self._table, self._edits, self._checking = shell, table, edits, checking
        self._model = table.rubric
        self._answer, self._draft = answer, draft

    def all(self) -> list[Action]:
        """All of them."""
        closed = self._closed
        found = [
            Action.of(add_checkpoint, "rubric.add", self.add, "Ctrl+Return Insert", "plus", closed,
                      hint=mark("Below this one; Enter in a line does the same.")),
            Action.of(split_checkpoint, "rubric.split", self.split, "Alt+Return", "scissors", closed,
                      hint=mark("At the cursor; or as the linter proposes.")),
            Action.of(merge_checkpoints, "rubric.merge", self.merge, "Ctrl+M", "merge", closed,
                      hint=mark("The selected ones, or this one with the next.")),
            Action.of(duplicate_checkpoint, "rubric.duplicate", self.duplicate, "Ctrl+D", "copy",
                      closed),
            Action("rubric.up", mark("Move up"), partial(self.move, -1), "Alt+Up", "arrow-up", "", closed),
            Action("rubric.down", mark("Move down"), partial(self.move, 1), "Alt+Down", "arrow-down", "",
                   closed),
            Action.of(remove_checkpoints, "rubric.remove", self.remove, "Ctrl+Delete", "trash-2",
                      closed),
            Action("rubric.fix", mark("Fix what the linter finds here"), self.fix_first, "Ctrl+.",
                   "wand-sparkles", "", self._why_no_fix),
            Action.of(dismiss, "rubric.dismiss", self.dismiss_first, "Ctrl+Shift+.", "eye-off",
                      self._why_no_dismissal, asks=True),
            Action("rubric.dimension", mark("Choose a dimension…"), self.dimension, "Alt+D", "", "",
                   closed),
            Action("rubric.answer", mark("Choose how it is answered…"), self._answer,
                   "Ctrl+G", "", mark("Met or not met, a gate, or a scale."), closed),
            Action.of(edit_checkpoint, "rubric.edit", self.edit, "F4", "pencil", closed, asks=True),
            Action("rubric.note", mark("Write a note on the checkpoint…"), self.note, "Alt+N", "pencil",
                   "", closed),
            Action("rubric.copy", mark("Copy checkpoints as a table"), self.copy, "Ctrl+Shift+C",
                   "clipboard-copy"),
            Action("rubric.paste", mark("Paste checkpoints from a table"), self.paste, "Ctrl+Shift+V Ctrl+V",
                   "clipboard-paste", mark("From Excel, Word or a list of lines."), closed),
            Action("rubric.import_file", mark("Import a rubric from a file…"), self.import_file, "",
                   "upload", mark("A table, a document or the export of a learning platform."), closed),
            Action("rubric.draft", mark("Create a draft"), self._draft, "Ctrl+Shift+D", "sparkles", "",
                   closed),
        ]  # fmt: skip
        found += [
            Action(
                f"rubric.tier_{tier.value.lower()}",
                TIERS[tier],
                partial(self.choose, "tier", tier),
                keys,
                "",
                "",
                closed,
            )
            for tier, keys in _TIER_KEYS.items()
        ]
        return found + [
            Action(
                f"rubric.weight_{weight}",
                WEIGHTS[weight - 1],
                partial(self.choose, "weight", weight),
                f"Ctrl+Alt+{weight % 10}",
                "",
                "",
                closed,
                in_menu=False,
            )
            for weight in range(1, 11)
        ]

    def _closed(self) -> str | None:
        if self._model.is_open:
            return None
        refused = self.view.refused.get("edit_rubric")
        return explained(refused) if refused else t("This rubric cannot be edited now.")

    def start_line(self, place: int) -> None:
        """Begins a new line there, in the dimension of the one above, and writes in it."""
        if self._model.is_open:
            above = self._model.record(place - 1)
            begun = self._model.begin_line(place)
            self._model.assume(begun, dimension=above.dimension if above else None)
            self._table.write_in(begun)

    def add(self) -> None:
        """Begins a line below the current one."""
        self._table.finish()
        self.start_line(self._table.place_below)

    def split(self) -> None:
        """Splits at the cursor, or as the linter proposes."""
        editor, key = self._table.editor, self._table.current_key
        if editor is None:
            self._split_as_proposed(key)
            return
        try:
            parts = split_at(editor.toPlainText(), editor.at)
        except XpertError as error:
            self._shell.tell(error)
            return
        if key:
            self._model.assume(key, text=parts[0])
            editor.setPlainText(parts[0])
            self._table.finish()
            self._edits.do(split_checkpoint, key, parts, then=self._write_on)

    def _split_as_proposed(self, key: str) -> None:
        fixes = (finding.fix for finding in self._model.findings_of(key))
        fix = next((fix for fix in fixes if fix and fix.kind is FixKind.SPLIT), None)
        if fix is not None:
            self._edits.do(split_checkpoint, key, fix.parts, then=self._write_on)
        elif key:
            self._shell.say(
                t("Write in the checkpoint and put the cursor where it should be split.")
            )
            self._table.write_in(key)

    def _write_on(self, change: Change) -> None:
        into = [str(id_) for id_ in change.details.get("into", [])]
        self._soon(into[1] if len(into) > 1 else str(change.details.get("checkpoint", "")), 0)

    def _soon(self, key: str, at: int, tries: int = 40) -> None:
        """Writes in a line as soon as the table has it."""
        if self._model.place_of(key) >= 0:
            self._table.write_in(key, at)
        elif tries:
            QTimer.singleShot(15, self._table, lambda: self._soon(key, at, tries - 1))

    def _finished(self) -> list[str]:
        """The selected lines, once what is being written in one of them is kept."""
        self._table.finish()
        return self._table.selected_keys()

    def merge(self) -> None:
        """Merges the selected lines, or the current one with the next."""
        keys = self._finished()
        below = self._model.record(self._table.currentIndex().row() + 1)
        if len(keys) == 1 and below is not None and not below.is_ghost:
            keys.append(below.id)
        self._edits.do(
            merge_checkpoints,
            self._edits.known(keys),
            then=lambda change: self._table.show_line(str(change.details.get("checkpoint"))),
        )

    def merge_back(self, key: str, text: str) -> None:
        """Backspace at the beginning of a line: it becomes the end of the line above."""
        place = self._model.place_of(key)
        above, line = self._model.record(place - 1), self._model.record(place)
        if above is None or line is None or line.is_ghost:
            return
        if line.is_new and not text.strip():
            self._table.finish()
            self._model.give_up(key)
            self._table.write_in(above.id)
            return
        self._table.finish()
        # Nothing stands between two merged texts after Chinese.
        is_wide = above.text and ord(above.text[-1]) >= _WIDE
        head = above.text if is_wide else f"{above.text} "
        self._edits.do(
            merge_checkpoints,
            self._edits.known([above.id, key]),
            text=head + text.strip(),
            then=lambda _: self._soon(above.id, len(head)),
        )

    def duplicate(self) -> None:
        """Copies the current checkpoint."""
        self._table.finish()
        if self._table.current_key:
            self._edits.do(duplicate_checkpoint, self._table.current_key)

    def move(self, by: int) -> None:
        """Moves the selected lines."""
        keys = self._finished()
        places = [self._model.place_of(key) for key in keys]
        if places and min(places) + by >= 0 and max(places) + by < self._model.end:
            self._edits.move(keys, min(places) + by)

    def remove(self) -> None:
        """Takes the selected lines out."""
        keys = self._finished()
        self._edits.remove(keys)
        self._shell.say(
            tn("{n} checkpoint removed.", "{n} checkpoints removed.", len(keys)),
            "",
            act=t("Undo"),
            run=self._shell.session.undo,
        )

    def choose(self, field: str, value: object) -> None:
        """Gives the selected lines a tier or a weight."""
        self._edits.choose(self._table.selected_keys(), field, value)

    def dimension(self) -> None:
        """Offers the dimensions, for the selected lines."""
        self._table.finish()
        self._table.choose_dimension()

    def choose_for(self, finding: Finding) -> None:
        """Offers what the field that a finding names can be."""
        self._table.finish()
        self._table.show_line(finding.checkpoint_id or "")
        if finding.rule == "missing_tier":
            self._table.choose(TIER)
        else:
            self._table.choose_dimension()

    def edit(self) -> None:
        """Asks for all that is written on the current checkpoint."""
        self._table.finish()
        key, task = self._table.current_key, self.view.task
        point = next((one for one in self.view.rubric if one.id == key), None)
        if point is None:
            return
        known = [
            (dimension_name(dimension), dimension)
            for dimension in self.view.info.taxonomy.dimensions
        ]
        own: dict[str, dict[str, Any]] = {
            name: {"preset": getattr(point, name)} for name in WrittenFields.__annotations__
        }
        own["dimension"] |= {"kind": inputs.choice(lambda: [(t("No dimension"), None), *known])}
        own["turn"] |= {"seen": lambda _: conversation_of(task) is not None}
        CommandDialog(
            self._table,
            self._shell.session,
            edit_checkpoint,
            {"task_id": task.id, "checkpoint_id": point.id},
            asked=("text", *(name for name in own if name != "text")),
            clears=True,
            own=own,
        ).open()

    def note(self) -> None:
        """Asks for a note on the current checkpoint."""
        key = self._table.current_key
        line = self._model.line_of(key)
        if line is None:
            return
        ask_reason(
            self._table.window(),
            title=t("Note on the checkpoint"),
            text=t("For people; judge models do not see it."),
            act=t("Keep"),
            name=t("Note"),
            needed=False,
            initial=line.notes or "",
            then=lambda text: self._edits.choose([key], "notes", text or None),
        )

    def _findings(self) -> Sequence[Finding]:
        return self._model.findings_of(self._table.current_key)

    def fix_first(self) -> None:
        """Does the first fix there is for the current checkpoint."""
        if found := self._fixable():
            self.fix(found)

    def _fixable(self) -> Finding | None:
        return next((finding for finding in self._findings() if finding.fix), None)

    def _why_no_fix(self) -> str | None:
        return self._closed() or (None if self._fixable() else t("No automatic fix here."))

    def fix(self, finding: Finding) -> None:
        """Does a finding's fix."""
        key = finding.checkpoint_id
        if finding.fix is None or key is None:
            return
        self._table.finish()
        if finding.fix.kind is FixKind.SPLIT:
            self._edits.do(
                split_checkpoint,
                key,
                finding.fix.parts,
                then=lambda _: self._table.show_line(key),
            )
        else:
            self.rewrite(key, finding.fix.parts[0])

    def rewrite(self, key: str, text: str) -> None:
        """Gives a line another text."""
        self._model.assume(key, text=text)
        self._edits.write(key, text)

    def dismiss_first(self) -> None:
        """Asks why the first finding on the current checkpoint is left."""
        if mild := self._mild():
            self.dismiss(mild)

    def _seen_findings(self) -> Sequence[Finding]:
        return self._findings() or self._checking.on_whole

    def _mild(self) -> Finding | None:
        return next((finding for finding in self._seen_findings() if not finding.blocks), None)

    def _why_no_dismissal(self) -> str | None:
        findings = self._seen_findings()
        if self._closed() or self._mild():
            return self._closed()
        if not findings:
            return t("The linter finds nothing here.")
        return t(
            "What keeps the rubric from review cannot be dismissed: {finding}",
            finding=in_a_row((findings[0].message, findings[0].remedy)),
        )

    def dismiss(self, finding: Finding) -> None:
        """Asks why a finding is left as it is."""
        self._table.finish()
        CommandDialog(
            self._table.window(),
            self._shell.session,
            dismiss,
            {
                "task_id": self._edits.task_id,
                "rule": finding.rule,
                "checkpoint_id": finding.checkpoint_id,
            },
            asked=("reason",),
            title=t("Dismiss the finding"),
            text=finding.message,
            act=t("Dismiss"),
        ).open()

    def copy(self) -> None:
        """Copies the selected lines."""
        keys = set(self._table.selected_keys())
        lines = [line for line in self._model.lines if line.id in keys]
        copy_lines(lines)
        self._shell.say(tn("{n} checkpoint copied.", "{n} checkpoints copied.", len(lines)), "good")

    def paste(self) -> None:
        """Takes the table on the clipboard in."""
        self._table.finish()
        if self._edits.task_id:
            taking = Taking(self._shell, self._edits.task_id, self._table.place_below)
            taking.paste(self._model.taxonomy)

    def import_file(self) -> None:
        """Asks for a file, and shows the rubric in it."""
        path = asked_rubric(self._shell.window) if self._edits.task_id else None
        if path is not None:
            self.take_file(path)

    def take_file(self, path: Path) -> None:
        """Shows the rubric of a file, to be imported below the current line."""
        self._table.finish()
        self._shell.go(import_place(path, self._edits.task_id, self._table.place_below))


WEIGHTS = (
    mark("Weight 1"), mark("Weight 2"), mark("Weight 3"), mark("Weight 4"), mark("Weight 5"),
    mark("Weight 6"), mark("Weight 7"), mark("Weight 8"), mark("Weight 9"), mark("Weight 10"),
)  # fmt: skip
