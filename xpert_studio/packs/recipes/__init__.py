"""Scoring recipes, and what systems take for what they score: efficiency, cost, Pareto fronts."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="recipes",
    title=mark("Recipes and efficiency"),
    order=44,
    needs=("levels",),
    sections={
        "recipe": "section_recipe:RECIPE",
        "efficiency": "section_efficiency:USAGE",
        "ranks": "section_ranks:RANKS_BY_TWO",
    },
    boards={
        "efficiency": Offer(
            "section_efficiency:USAGE", "efficiency (with tokens, cost and latency)"
        ),
        "--recipe NAME|FILE": Offer(
            "section_recipe:RECIPE",
            "Also by a scoring recipe: weighted_score, level_index, composite, dual_track, or a "
            "JSON file. Default: the one that 'people recipe' chose, if any.",
        ),
    },
    metrics={"usage": "usage:METRICS"},
    steps={"choose_recipe": "choosing:CHOOSE"},
)
