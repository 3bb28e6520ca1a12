"""A chart of every kind, as the tests and the pictures of them use it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xpert_studio.report.charts import (
    Band,
    Bar,
    Bars,
    Boxes,
    Chart,
    CountedPair,
    Density,
    Dots,
    Dumbbell,
    Estimate,
    Field,
    Flow,
    Front,
    FrontPoint,
    Histogram,
    Ladder,
    Lines,
    Pairs,
    Part,
    Point,
    Radar,
    Scatter,
    Series,
    Shares,
    Slopes,
    Spread,
    Stacks,
    Step,
    confusion_matrix,
    shares_matrix,
)

NAMES = (
    "aurora-4-large",
    "borealis 2026-03",
    "诊断推理模型",
    "$a$ and $b$",
    "delta",
    "epsilon-mini",
    "zeta/instruct:v3",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
)


def samples(
    names: Sequence[str] = NAMES, values: Sequence[float] | None = None, axis: str = "Score, %"
) -> dict[str, Chart]:
    """A chart of every kind over names.

    Args:
        names: What its rows, columns or points are called.
        values: One for each; from 0 to 100 where None.
        axis: What the axis measures.
    """
    count = len(names)
    known = values or [round(92 - 80 * n / max(count, 2) + (n * 37) % 9, 1) for n in range(count)]
    both = list(zip(names, known, strict=True))
    shares = [(n * 29 % 41) / 100 for n in range(count)]
    each: Callable[[float], tuple[float, float]] = lambda v: (v - 6 - abs(v) / 50, v + 5)  # noqa: E731
    estimates = [
        Estimate(
            name,
            value,
            *each(value),
            hollow=n % 5 == 3,
            note="†" if n == 2 else "",
            target=("system", name),
        )
        for n, (name, value) in enumerate(both)
    ]
    ordered = sorted(known)
    made: list[Chart] = [
        Dots(
            estimates,
            axis=axis,
            limits=None if values else (0, 100),
            form=".1f",
            marks=(("majority-class baseline", ordered[0]), ("experts", ordered[-1])),
            ties=((0, 2), (2, 4), (5, 6)) if count > 6 else (),
            description="Scores",
        ),
        Bars(
            [
                Bar(
                    name,
                    value - ordered[count // 3],
                    stressed=value < ordered[count // 3],
                    target=(name,),
                )
                for name, value in both
            ],
            axis=axis,
            description="Leniency",
        ),
        Histogram(
            [Bar(f"{10 * n}–{10 * n + 10}", (n * 17) % 23, target=(str(n),)) for n in range(10)],
            axis="Responses",
            classes=axis,
            description="In tenths",
        ),
        Boxes(
            [
                Spread(
                    name, value - 20, value - 6, value, value + 3, value + 9, 30 + n, target=(name,)
                )
                for n, (name, value) in enumerate(both)
            ],
            axis=axis,
            description="Spread",
        ),
        Pairs(
            [
                Dumbbell(name, value, value + (-1) ** n * (n * 13 % 17), f"{n - 4:+}", (name,))
                for n, (name, value) in enumerate(both)
            ],
            names=(names[0], names[-1]),
            axis=axis,
            form=".1f",
            description="Two",
        ),
        Slopes(
            [
                Dumbbell(name, value, value + (-1) ** n * (n * 13 % 17), target=(name,))
                for n, (name, value) in enumerate(both)
            ],
            names=("Overall", "Essential only"),
            axis=axis,
            description="Slopes",
        ),
        Stacks(
            [
                Shares(
                    name,
                    Part(0.9 - share, (name, "a")),
                    Part(share, (name, "b")),
                    Part(0.1, (name, "c")),
                    f"CDR {0.9 - share:.2f}  n = 1,204",
                )
                for name, share in zip(names, shares, strict=True)
            ],
            description="Pairs",
        ),
        Scatter(
            [Point(name, value % 101, (value * 7) % 101, (name,)) for name, value in both],
            x_axis="Score by the experts, %",
            y_axis="Score by the judge, %",
            description="Responses",
        ),
        Density(
            [
                Field(10 * x, 10 * y, 1 + (x * y * 31) % 400, (str(x), str(y)))
                for x in range(10)
                for y in range(max(0, x - 3), min(10, x + 3))
            ],
            10,
            x_axis="Score by the experts, %",
            y_axis="Score by the judge, %",
            heads=("Experts from", "Judge from", "Responses"),
            description="Fields",
        ),
        Front(
            [
                FrontPoint(
                    name,
                    0.0004 * 1.9**n,
                    value % 101,
                    (name,),
                    value % 101 - 6,
                    value % 101 + 4,
                    n % 3 == 0,
                )
                for n, (name, value) in enumerate(both)
            ],
            x_axis="Cost a response, USD",
            y_axis=axis,
            form=".4f",
            heads=("System", "Cost", "Score", "Low", "High", "On the front"),
            description="Front",
        ),
        shares_matrix(
            names,
            [
                "Clinical safety",
                "法律",
                "Engineering and Applied Sciences",
                "Finance",
                "Humanities",
            ],
            [
                [None if (n + c) % 7 == 6 else (n * 13 + c * 29) % 101 / 100 for c in range(5)]
                for n in range(count)
            ],
            target=lambda row, column: (str(row), str(column)),
            description="Shares",
        ),
        Ladder(
            [
                Band("insufficient", 0, 40),
                Band("basic", 40, 60),
                Band("good", 60, 80, "n = 12"),
                Band("excellent", 80, 100, target=("band",)),
            ],
            71.4,
            axis="Level index",
            marks=(("pass", 60),),
            description="Levels",
        ),
        Flow(
            [
                Step("Brief", 12),
                Step("Rubric", 8, "3 waited for", True),
                Step("Review", 21),
                Step("Ready", 140, "12 a week"),
                Step("Judged", 96),
                Step("Gold", 40),
                Step("Scored", 38, target=("scored",)),
            ],
            description="Flow",
        ),
        Lines(
            [
                Series(
                    name,
                    [
                        Estimate(
                            f"{name}, {day}",
                            value * (0.9 + 0.03 * n * (k - 1)),
                            *each(value * (0.9 + 0.03 * n * (k - 1))),
                            target=(name,),
                        )
                        for n, day in enumerate(("3 May", "9 May", "1 June", "8 July"))
                    ],
                )
                for k, (name, value) in enumerate(both[:4])
            ],
            (3, 9, 32, 69),
            ("3 May", "9 May", "1 June", "8 July"),
            axis=axis,
            description="Over time",
        ),
        Radar(
            [
                Series(
                    one,
                    [
                        Estimate(name, (value * (1 + k / 9)) % 101, target=(one, name))
                        for name, value in both[:8]
                    ],
                )
                for k, one in enumerate((names[0], names[-1]))
            ],
            list(names[:8]),
            axis=axis,
            description="Profiles",
        ),
    ]
    found = {type(one).__name__: one for one in made}
    found["Confusion"] = confusion_matrix(
        (
            (CountedPair(40, ("tp",)), CountedPair(10, ("fn",))),
            (CountedPair(5, ("fp",)), CountedPair(0, ("tn",))),
        ),
        rows=("Experts: met", "专家：未满足"),
        columns=("Judge: met", "Judge: not met"),
        heads=("Experts", "met", "not met"),
        description="Confusion",
    )
    return found
