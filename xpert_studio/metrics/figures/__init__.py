"""The figures. A line here puts the metrics of a file (its ``METRICS``) into the registry."""

from xpert_studio.metrics.figures import accuracy as accuracy
from xpert_studio.metrics.figures import classes as classes
from xpert_studio.metrics.figures import concordance as concordance
from xpert_studio.metrics.figures import gwet_ac1 as gwet_ac1
from xpert_studio.metrics.figures import kappa as kappa
from xpert_studio.metrics.figures import matthews as matthews
from xpert_studio.metrics.figures import reliability as reliability
from xpert_studio.metrics.figures import scores as scores
from xpert_studio.metrics.figures import self_consistency as self_consistency
from xpert_studio.metrics.figures import youden_j as youden_j
