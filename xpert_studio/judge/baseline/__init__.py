"""The embedded judge: a deterministic baseline without any language model.

The floor a paid judge has to beat. It needs numpy and rapidfuzz, and nothing from a network. Public
names are re-exported here.
"""

from xpert_studio.judge.baseline.fit import Example, GoldCase, examples_of, fit
from xpert_studio.judge.baseline.judge import Decision, EmbeddedJudge, decide
from xpert_studio.judge.baseline.model import (
    Coefficients,
    FittedModel,
    Fold,
    default_coefficients,
    default_model,
)
from xpert_studio.judge.baseline.rubric import Corpus, corpus_of

__all__ = [
    "Coefficients",
    "Corpus",
    "Decision",
    "EmbeddedJudge",
    "Example",
    "FittedModel",
    "Fold",
    "GoldCase",
    "corpus_of",
    "decide",
    "default_coefficients",
    "default_model",
    "examples_of",
    "fit",
]
