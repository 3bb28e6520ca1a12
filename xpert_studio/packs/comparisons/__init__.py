"""What comparisons of two responses say: strengths of systems, win rates, order of scores."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="comparisons",
    title=mark("Comparisons of responses"),
    order=46,
    sections={
        "pair-comparisons": "section:COMPARISONS_OF_RESPONSES",
        "rubric-order": "section:RUBRIC_ORDER",
    },
    metrics={"comparisons": "figures:METRICS"},
    commands={
        "compare": Offer(
            "command:app",
            mark("Which of two responses is better: experts compare blind, judges in both orders."),
            after="judge",
        )
    },
)
