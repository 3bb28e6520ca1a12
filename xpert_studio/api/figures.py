"""Figures of agreement and of scores.

- A ``Metric`` is computed from an ``Input``, ``PAIRS`` (of a judge and experts) or ``SCORES``. It
  has a ``Scale`` and a ``Shelf``, on which it is shown. ``over`` makes a formula of a function of
  counts, ``ratio`` divides, where there is something to divide by.
"""

from xpert_studio.core.metrics.metric import PAIRS, SCORES, Input, Metric, Scale, Shelf, over, ratio

__all__ = ["PAIRS", "SCORES", "Input", "Metric", "Scale", "Shelf", "over", "ratio"]
