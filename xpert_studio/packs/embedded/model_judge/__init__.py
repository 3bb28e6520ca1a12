"""The built-in judge: a deterministic baseline without any language model.

The floor a paid judge has to beat. It needs numpy, and nothing from a network. Public names are
re-exported here.
"""

from xpert_studio.packs.embedded.model_judge.fit import GoldCase, fit
from xpert_studio.packs.embedded.model_judge.judge import Decision, EmbeddedJudge
from xpert_studio.packs.embedded.model_judge.model import FittedModel, default_model

__all__ = [
    "Decision",
    "EmbeddedJudge",
    "FittedModel",
    "GoldCase",
    "default_model",
    "fit",
]
