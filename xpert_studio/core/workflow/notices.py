"""Rows of the history that tell of something which is no command of a person on records."""

from typing import Final

from xpert_studio.core.store import log
from xpert_studio.core.workflow.commands import named

_ROWS: Final = (
    ("project.create", "Create project", "created the project"),
    ("project.found", "Found project", "founded the project"),
    ("project.restore", "Restore backup", "went back to a backup"),
    (log.IMPORT, "Import", "imported a file"),
    (log.IMPORT_UNDO, "Undo import", "took an import back"),
    ("verdict.read", "Show verdicts", "looked at a judge’s verdicts"),
    ("run.start", "Start run", "started a run"),
    ("run.finish", "Score responses", "scored responses"),
    ("attack.finish", "Attack", "attacked the benchmark with responses that know nothing"),
    ("judge.asked", "Ask judge again", "asked a judge again"),
    ("code.allow", "Allow code", "allowed code of responses to run on their computer"),
    ("packet.send", "Send packet", "sent a packet"),
    ("packet.answer", "Answer packet", "answered a packet"),
    ("packet.close", "Close packet", "stopped waiting for a packet"),
    ("packet.reopen", "Reopen packet", "waits for a packet again"),
    ("packet.open", "Open packet", "opened a packet"),
    ("packet.import", "Import packet", "took a packet in"),
    ("packet.bring", "Import packet", "brought something in a packet"),
    ("assignment.send", "Send assignment", "sent an assignment"),
    ("assignment.open", "Open assignment", "opened an assignment"),
    ("submission.send", "Submit", "submitted their work"),
    ("copy.create", "Create copy", "created a copy of the project"),
    ("copy.reapply", "Update copy", "reapplied the outbox of a copy"),
    ("authority.hand_over", "Hand over authority", "handed the authority over to a copy"),
    ("undo", "Undo", "undid a change"),
    ("redo", "Redo", "redid a change"),
)
"""Name, title, and what was done."""

for _row in _ROWS:
    named(*_row)
