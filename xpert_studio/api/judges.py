"""Judges that ask no model: of a function with ``program_judge``, or of a ``Fit`` of one's own."""

from xpert_studio.core.judge.local_backend import Fit, Fitted, LocalBackend
from xpert_studio.core.judge.planning import Material, make_judge
from xpert_studio.core.judge.program_judge import Decide, Opinion, program_judge
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.records import (
    Checkpoint,
    Judge,
    JudgeMode,
    JudgeSettings,
    Quote,
    Response,
    Task,
    Verdict,
)

__all__ = [
    "Checkpoint",
    "Decide",
    "Fit",
    "Fitted",
    "Judge",
    "JudgeCall",
    "JudgeMode",
    "JudgeSettings",
    "LocalBackend",
    "Material",
    "Opinion",
    "Quote",
    "Response",
    "Task",
    "Verdict",
    "make_judge",
    "program_judge",
]
