"""The share of those judged met by judge and experts, of all judged met by either."""

from xpert_studio.api.figures import PAIRS, Metric, Scale, Shelf, over, ratio

FIGURES = (
    Metric(
        over(lambda c: ratio(c.tp, c.tp + c.fp + c.fn)),
        over(lambda c: c.tp + c.fp + c.fn),
        Scale.SHARE,
        id="lab_overlap",
        title="Overlap of met",
        meaning="Share judged met by both, of those judged met by either.",
        source=PAIRS,
        shelf=Shelf.AGREEMENT,
        position=99,
    ),
)
