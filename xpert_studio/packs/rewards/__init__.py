"""Exports for training: rubrics as rewards, pairs of responses, and what there is to game."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="rewards",
    title=mark("Rewards and pairs for training"),
    order=168,
    needs=("attacks", "checks", "choice", "comparisons", "datasheet", "inspect"),
    exports={"rewards": "exporting:FORMAT", "dpo": "pairs:FORMAT"},
    sections={"gameability": "section:GAMEABILITY"},
)
