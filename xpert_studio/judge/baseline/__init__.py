"""The embedded judge: a deterministic baseline without any language model.

The floor a paid judge has to beat. It needs numpy and rapidfuzz, and nothing from a network. Public
names are re-exported here.
"""

from xpert_studio.judge.baseline.fit import GoldCase, examples_of, fit
from xpert_studio.judge.baseline.judge import Decision, EmbeddedJudge
from xpert_studio.judge.baseline.model import (
    FittedModel,
    default_model,
)
from xpert_studio.judge.baseline.rubric import Corpus, corpus_of

__all__ = [
    "Corpus",
    "Decision",
    "EmbeddedJudge",
    "FittedModel",
    "GoldCase",
    "corpus_of",
    "default_model",
    "examples_of",
    "fit",
]
