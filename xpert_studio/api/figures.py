"""Figures of agreement and of scores."""

from xpert_studio.core.metrics.metric import PAIRS, SCORES, Input, Metric, Scale, Shelf, over, ratio

__all__ = ["PAIRS", "SCORES", "Input", "Metric", "Scale", "Shelf", "over", "ratio"]
