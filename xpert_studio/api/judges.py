"""Judges that ask no model: of a function with ``program_judge``, or of a ``Fit`` of one's own.

With ``composed_judge`` the function decides by what other judges say; a ``Fit`` finds the same in
``Material.heard``, and names them as ``members`` in the settings of its judge.
"""

from xpert_studio.core.judge.local_backend import Fit, Fitted, LocalBackend
from xpert_studio.core.judge.material import Material
from xpert_studio.core.judge.members import Heard, Member, Said, UnheardError
from xpert_studio.core.judge.planning import make_judge
from xpert_studio.core.judge.program_judge import (
    Compose,
    Decide,
    Opinion,
    Weigh,
    composed_judge,
    program_judge,
)
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
    "Compose",
    "Decide",
    "Fit",
    "Fitted",
    "Heard",
    "Judge",
    "JudgeCall",
    "JudgeMode",
    "JudgeSettings",
    "LocalBackend",
    "Material",
    "Member",
    "Opinion",
    "Quote",
    "Response",
    "Said",
    "Task",
    "UnheardError",
    "Verdict",
    "Weigh",
    "composed_judge",
    "make_judge",
    "program_judge",
]
