"""The figures. A line here puts the metrics of a file (its ``METRICS``) into the registry."""

from xpert_studio.core.metrics.figures import (  # noqa: F401
    accuracy,
    classes,
    concordance,
    graded,
    gwet_ac1,
    kappa,
    matthews,
    reliability,
    scores,
    self_consistency,
    within,
    youden_j,
)
