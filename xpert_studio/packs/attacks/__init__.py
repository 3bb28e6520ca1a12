"""Attack baselines: responses that know nothing of the task, and what they score."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="attacks",
    title=mark("Attack baselines"),
    order=50,
    needs=("checks", "choice"),
    commands={
        "attack": Offer(
            "command:attack",
            mark("Attack the benchmark with responses that know nothing, and say what they score."),
            after="score",
        )
    },
    pages={"attack": "page:ATTACK"},
    rules={"met_by_attack": "rules:MET_BY_ATTACK"},
    met_by={"attacks": "verdicts:gather"},
    sections={"hardness": "section:HARDNESS"},
)
