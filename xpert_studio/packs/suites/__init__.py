"""Suites of tasks, evaluated again and again: what became better, what worse, and for how sure."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="suites",
    title=mark("Suites"),
    order=55,
    needs=("recipes",),
    records={"suite": "records:SUITE", "result": "records:RESULT"},
    sections={
        "suite-trend": "section_trend:TREND",
        "suite-evaluation": "section_evaluation:SUITE_EVALUATION",
        "suite-board": "section_board:SUITE_BOARD",
        "suite-front": "section_front:SUITE_FRONT",
        "suite-heatmap": "section_heatmap:HEAT_MAP",
        "frontier": "section_frontier:FRONTIER",
    },
    pages={
        "suites": "page_entries:OVER_TIME",
        "suite-runs": "page_entries:SUITES",
        "suite-settings": "page_entries:LOCAL",
    },
    commands={
        "suite": Offer(
            "command:app",
            mark("Run suites of tasks on systems over time, and gate a CI by them."),
            after="attack",
        )
    },
)
