"""The actions of the rubric editor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QComboBox, QPushButton

from xpert_studio.desktop.kit import (
    TIERS,
    Action,
    ActionDialog,
    ask_reason,
    button,
    dimension_meaning,
    dimension_name,
    explained,
    hint,
    mark,
    number,
    picker,
    t,
    tn,
)
from xpert_studio.desktop.pages.task.rubric.clipboard import (
    MOST_LINES,
    TooManyLinesError,
    copied,
    copy_lines,
    read_copied,
)
from xpert_studio.desktop.pages.task.rubric.model import DIMENSION, TIER
from xpert_studio.errors import XpertError
from xpert_studio.exchange.rubric_sheet import RubricSheet, UnknownTag
from xpert_studio.lint import Finding, FixKind
from xpert_studio.records import Change, Taxonomy, Tier
from xpert_studio.workflow import (
    LineFields,
    add_checkpoint,
    add_checkpoints,
    dismiss,
    duplicate_checkpoint,
    merge_checkpoints,
    remove_checkpoints,
    split_at,
    split_checkpoint,
)

# Takes a pasted table in: tags the project does not know are asked about first.

if TYPE_CHECKING:
    from xpert_studio.desktop.pages.task.rubric.panel import RubricPanel


class Pasting:
    """One paste, from the clipboard to the rubric."""

    def __init__(self, panel: RubricPanel) -> None:
        self._panel = panel
        view = panel.view
        # It goes where it was pasted, whatever is shown by the time it has been read.
        self._task_id = view.task.id if view else ""
        self._taxonomy = view.info.taxonomy if view else Taxonomy()
        self._place = panel.table.currentIndex().row() + 1 if panel.model.rowCount() else 0

    def begin(self) -> None:
        """Reads it, and takes it in at once or asks what unknown tags mean."""
        if self._task_id:
            found, known = copied(), self._taxonomy.dimensions
            self._panel.session.fetch(
                lambda: read_copied(found, known), self._came, self._failed, owner=self._panel
            )

    def _came(self, sheet: RubricSheet | None) -> None:
        if sheet is None or not sheet.rows:
            self._panel.shell.say(t("There is no table and no text on the clipboard."), "warn")
        elif sheet.unknown_tags:
            self._ask(sheet, sheet.unknown_tags)
        else:
            self._take(sheet, {})

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, TooManyLinesError):
            self._panel.shell.tell(error)
            return
        self._panel.shell.say(
            t("There are too many lines on the clipboard for a rubric. At most {n} are pasted at once.",
              n=number(MOST_LINES)),
            "warn",
        )  # fmt: skip

    def _ask(self, sheet: RubricSheet, tags: tuple[UnknownTag, ...]) -> None:
        asked = ActionDialog(
            self._panel.window(),
            t("What do these tags mean?"),
            t(
                "The table has tags that are no dimensions of this project. A lead can add dimensions."
            ),
            t("Paste"),
        )
        boxes: dict[str, QComboBox] = {}
        for tag in tags:
            title = tn(
                "“{tag}” ({n} checkpoint)", "“{tag}” ({n} checkpoints)", tag.count, tag=tag.tag
            )
            names = dict.fromkeys([*tag.suggestions, *self._taxonomy.dimensions])
            known = [(dimension_name(name), name) for name in names]
            likely = next(iter(tag.suggestions), None)
            box = picker(title, [(t("no dimension"), None), *known], chosen=likely)
            for place, name in enumerate(names, start=1):
                said = hint(dimension_meaning(self._taxonomy, name))
                box.setItemData(place, said, Qt.ItemDataRole.ToolTipRole)
            asked.add(title, box)
            boxes[tag.tag] = box
        asked.ask(lambda: self._take(sheet, {tag: box.currentData() for tag, box in boxes.items()}))

    def _take(self, sheet: RubricSheet, tags: dict[str, str | None]) -> None:
        plain = {tag.casefold(): name for tag, name in tags.items()}
        rows = [
            row if row.dimension else replace(row, dimension=plain.get((row.tag or "").casefold()))
            for row in sheet.rows
        ]
        lines: list[LineFields] = []
        for row in rows:
            line: LineFields = {"text": row.text, "weight": row.weight}
            if row.tier is not None:
                line["tier"] = row.tier
            if row.dimension:
                line["dimension"] = row.dimension
            if row.notes:
                line["notes"] = row.notes
            if row.instrument is not None:
                line["instrument"], line["settings"] = row.instrument, row.settings or {}
            lines.append(line)
        session, shell = self._panel.session, self._panel.shell
        session.perform(
            lambda: add_checkpoints(session.ctx, self._task_id, lines, at=self._place),
            lambda _: shell.say(
                tn("{n} checkpoint pasted.", "{n} checkpoints pasted.", len(lines))
                + "".join(f" {note}" for note in sheet.notes),
                "good", act=t("Undo"), run=session.undo,
            ),
        )  # fmt: skip


if TYPE_CHECKING:
    from xpert_studio.desktop.pages.task.rubric.panel import RubricPanel

_TIER_KEYS = {
    Tier.ESSENTIAL: "Ctrl+Alt+E",
    Tier.IMPORTANT: "Ctrl+Alt+I",
    Tier.OPTIONAL: "Ctrl+Alt+O",
}


class RubricActions:
    """What can be done with the lines of a rubric."""

    def __init__(self, panel: RubricPanel) -> None:
        self._panel = panel

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
                   "wand-sparkles", "", closed),
            Action.of(dismiss, "rubric.dismiss", self.dismiss_first, "Ctrl+Shift+.", "eye-off",
                      closed, asks=True),
            Action("rubric.dimension", mark("Choose a dimension…"), self.dimension, "Alt+D", "", "",
                   closed),
            Action("rubric.answer", mark("Choose how it is answered…"), lambda: self._panel.answering.unfold_form(),
                   "Ctrl+G", "", mark("Met or not met, a gate, or a scale."), closed),
            Action("rubric.note", mark("Write a note on the checkpoint…"), self.note, "Alt+N", "pencil",
                   "", closed),
            Action("rubric.copy", mark("Copy checkpoints as a table"), self.copy, "Ctrl+Shift+C",
                   "clipboard-copy"),
            Action("rubric.paste", mark("Paste checkpoints from a table"), self.paste, "Ctrl+Shift+V",
                   "clipboard-paste", mark("From Excel, Word or a list of lines."), closed),
            Action("rubric.draft", mark("Create a draft"), self._panel.show_draft, "Ctrl+Shift+D",
                   "sparkles"),
        ]  # fmt: skip
        found += [
            Action(f"rubric.tier_{tier.value.lower()}", TIERS[tier], partial(self.tier, tier), keys,
                   "", "", closed)
            for tier, keys in _TIER_KEYS.items()
        ]  # fmt: skip
        found += [
            Action(f"rubric.weight_{weight}", WEIGHTS[weight - 1], partial(self.weight, weight),
                   f"Ctrl+Alt+{weight % 10}", "", "", closed, in_menu=False)
            for weight in range(1, 11)
        ]  # fmt: skip
        return found

    def button(self, action_id: str, text: str, picture: str) -> QPushButton:
        """A button that does an action."""
        book = self._panel.shell.book
        return button(text, lambda: book.run_id(action_id), picture=picture)

    def _closed(self) -> str | None:
        panel = self._panel
        if panel.model.is_open:
            return None
        refused = panel.view.refused.get("edit_rubric") if panel.view else None
        return explained(refused) if refused else t("This rubric cannot be edited now.")

    # Lines.

    def add(self) -> None:
        """Begins a line below the current one."""
        panel = self._panel
        panel.table.finish()
        place = panel.table.currentIndex().row()
        panel.start_line(place + 1 if place >= 0 else panel.model.rowCount())

    def split(self) -> None:
        """Splits at the cursor, or as the linter proposes."""
        panel = self._panel
        editor = panel.table.editor
        key = panel.table.current_key
        if not key:
            return
        if editor is None:
            self._split_as_proposed(key)
            return
        try:
            parts = split_at(editor.toPlainText(), editor.at)
        except XpertError as error:
            panel.shell.tell(error)
            return
        panel.model.assume(key, text=parts[0])
        editor.setPlainText(parts[0])
        panel.table.finish()
        panel.edits.split(key, parts, self._write_on(1))

    def _split_as_proposed(self, key: str) -> None:
        panel = self._panel
        for finding in panel.model.findings_of(key):
            if finding.fix is not None and finding.fix.kind is FixKind.SPLIT:
                panel.edits.split(key, finding.fix.parts, self._write_on(1))
                return
        panel.shell.say(
            t("Write in the checkpoint and put the cursor where it should be split."), "warn"
        )
        panel.table.write_in(key)

    def _write_on(self, part: int) -> Callable[[Change], None]:
        def write(change: Change) -> None:
            into = [str(id_) for id_ in change.details.get("into", [])]
            target = into[part] if len(into) > part else str(change.details.get("checkpoint", ""))
            self._soon(target, 0)

        return write

    def _soon(self, key: str, at: int, tries: int = 40) -> None:
        """Writes in a line as soon as the table has it."""
        panel = self._panel
        if panel.model.place_of(key) >= 0:
            panel.table.write_in(key, at)
        elif tries:
            QTimer.singleShot(15, lambda: self._soon(key, at, tries - 1))

    def _finished(self) -> list[str]:
        """The selected lines, once what is being written in one of them is kept."""
        self._panel.table.finish()
        return self._panel.table.selected_keys()

    def merge(self) -> None:
        """Merges the selected lines, or the current one with the next."""
        panel, keys = self._panel, self._finished()
        if len(keys) < 2:
            below = panel.model.line(panel.table.currentIndex().row() + 1)
            keys = [*keys, below.key] if below else keys
        panel.edits.merge(
            keys, lambda change: panel.show_item(str(change.details.get("checkpoint")))
        )

    def merge_back(self, key: str, text: str) -> None:
        """Backspace at the beginning of a line: it becomes the end of the line above."""
        panel = self._panel
        place = panel.model.place_of(key)
        above = panel.model.line(place - 1)
        if above is None:
            return
        editor = panel.table.editor
        line = panel.model.line(place)
        if line is not None and line.is_new and not text.strip():
            panel.table.finish()
            panel.model.give_up(key)
            panel.table.write_in(above.key)
            return
        if editor is not None:
            panel.table.finish()
        joined = above.text + _space_after(above.text) + text.strip()
        at = len(above.text) + len(_space_after(above.text))
        panel.edits.merge([above.key, key], lambda _: self._soon(above.key, at), joined)

    def duplicate(self) -> None:
        """Copies the current checkpoint."""
        panel = self._panel
        panel.table.finish()
        panel.edits.duplicate(panel.table.current_key, lambda _: None)

    def move(self, by: int) -> None:
        """Moves the selected lines."""
        panel, keys = self._panel, self._finished()
        places = [panel.model.place_of(key) for key in keys]
        if places and min(places) + by >= 0 and max(places) + by < panel.model.rowCount():
            panel.edits.move(keys, min(places) + by)

    def remove(self) -> None:
        """Takes the selected lines out."""
        panel, keys = self._panel, self._finished()
        panel.edits.remove(keys)
        panel.shell.say(
            tn("{n} checkpoint removed.", "{n} checkpoints removed.", len(keys)), "",
            act=t("Undo"), run=panel.session.undo,
        )  # fmt: skip

    # Fields.

    def tier(self, tier: Tier) -> None:
        """Gives the selected lines a tier."""
        self._panel.edits.choose(self._panel.table.selected_keys(), "tier", tier)

    def weight(self, weight: int) -> None:
        """Gives the selected lines a weight."""
        self._panel.edits.choose(self._panel.table.selected_keys(), "weight", weight)

    def dimension(self) -> None:
        """Offers the dimensions."""
        table = self._panel.table
        table.finish()
        index = self._panel.model.index(table.currentIndex().row(), DIMENSION)
        if index.isValid():
            # The selection stays: the dimension is for all of it.
            selection = table.selectionModel()
            selection.setCurrentIndex(index, selection.SelectionFlag.NoUpdate)
            table.choose(index)

    def choose_for(self, finding: Finding) -> None:
        """Offers what the field that a finding names can be."""
        panel = self._panel
        panel.table.finish()
        place = panel.model.place_of(finding.checkpoint_id or "")
        column = TIER if finding.rule == "missing_tier" else DIMENSION
        index = panel.model.index(place, column)
        if index.isValid():
            panel.table.setCurrentIndex(index)
            panel.table.choose(index)

    def note(self) -> None:
        """Asks for a note on the current checkpoint."""
        panel = self._panel
        key = panel.table.current_key
        line = panel.model.line_of(key)
        if line is None:
            return
        ask_reason(
            panel, title=t("Note on the checkpoint"), text=t("For people; judge models do not see it."),
            act=t("Keep"), name=t("Note"), needed=False, initial=line.notes or "",
            then=lambda text: panel.edits.choose([key], "notes", text or None),
        )  # fmt: skip

    # Findings.

    def fix_first(self) -> None:
        """Does the first fix there is for the current checkpoint."""
        panel = self._panel
        for finding in panel.model.findings_of(panel.table.current_key):
            if finding.fix is not None:
                self.fix(finding)
                return
        panel.shell.say(t("No automatic fix here."), "warn")

    def fix(self, finding: Finding) -> None:
        """Does a finding's fix."""
        panel = self._panel
        key = finding.checkpoint_id
        if finding.fix is None or key is None:
            return
        panel.table.finish()
        if finding.fix.kind is FixKind.SPLIT:
            panel.edits.split(key, finding.fix.parts, lambda _: panel.show_item(key))
        else:
            text = finding.fix.parts[0]
            panel.model.assume(key, text=text)
            panel.edits.write(key, text)

    def dismiss_first(self) -> None:
        """Asks why the first finding on the current checkpoint is left."""
        panel = self._panel
        findings = panel.model.findings_of(panel.table.current_key) or panel.checking.on_whole
        mild = next((finding for finding in findings if not finding.blocks), None)
        if mild is not None:
            self.dismiss(mild)
        elif findings:
            panel.shell.say(
                t("What keeps the rubric from review cannot be dismissed: {finding}",
                  finding=f"{findings[0].message} {findings[0].remedy}"), "warn",
            )  # fmt: skip

    def dismiss(self, finding: Finding) -> None:
        """Asks why a finding is left as it is."""
        panel = self._panel
        panel.table.finish()
        task_id = panel.view.task.id if panel.view else ""
        ask_reason(
            panel, title=t("Dismiss the finding"), text=finding.message, act=t("Dismiss"),
            then=lambda reason: panel.session.do(
                dismiss, task_id, finding.rule, finding.checkpoint_id, reason=reason
            ),
        )  # fmt: skip

    # The clipboard.

    def copy(self) -> None:
        """Copies the selected lines."""
        panel = self._panel
        keys = set(panel.table.selected_keys())
        lines = [line for line in panel.model.lines if line.key in keys]
        copy_lines(lines)
        panel.shell.say(tn("{n} checkpoint copied.", "{n} checkpoints copied.", len(lines)), "good")

    def paste(self) -> None:
        """Takes the table on the clipboard in."""
        self._panel.table.finish()
        Pasting(self._panel).begin()


WEIGHTS = (
    mark("Weight 1"), mark("Weight 2"), mark("Weight 3"), mark("Weight 4"), mark("Weight 5"),
    mark("Weight 6"), mark("Weight 7"), mark("Weight 8"), mark("Weight 9"), mark("Weight 10"),
)  # fmt: skip


def _space_after(text: str) -> str:
    """What stands between two merged texts: nothing after Chinese."""
    return "" if text and ord(text[-1]) >= 0x2E80 else " "
