"""Attack baselines: responses that know nothing of the task, and what they score."""

from xpert_studio.core.packs import Pack
from xpert_studio.core.wording import mark

PACK = Pack(
    id="attacks",
    title=mark("Attack baselines"),
    order=50,
    needs=("checks", "choice"),
    rules={"met_by_attack": "rules:MET_BY_ATTACK"},
)
