"""Systems in detail: how their scores spread, and the best two side by side."""

from __future__ import annotations

from xpert_studio.metrics import response_scores
from xpert_studio.metrics.spread import ScoreSpread, score_spreads
from xpert_studio.metrics.system_comparison import SystemComparison, compare_systems
from xpert_studio.metrics.task_estimates import FEW_TASKS
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.blocks import (
    Block,
    Column,
    Figure,
    Heading,
    Row,
    Section,
    Table,
    Text,
)
from xpert_studio.report.results.charts import (
    difference_chart,
    spread_chart,
)
from xpert_studio.report.results.raters import raters_of
from xpert_studio.report.sentences import judge_name
from xpert_studio.report.small_groups import SmallGroups


def systems_section(analysis: Analysis) -> Section | None:
    """The systems by the best aligned judge, or by the experts; None where nothing is scored."""
    raters = raters_of(analysis)
    if not raters:
        return None
    rater = raters[0]
    if rater.findings is not None:
        board, who = rater.findings.leaderboard, judge_name(rater.findings.judge)
    elif analysis.expert_board is not None:
        board, who = analysis.expert_board, "the experts"
    else:
        return None
    blocks: list[Block] = [Text(f"All figures of this section are by {who}.")]
    spreads = score_spreads(analysis.catalog, response_scores(analysis.catalog, rater.marks))
    if spreads:
        blocks += _spreads(spreads)
    pair = [item.system for item in board.standings if item.score is not None][:2]
    if len(pair) == 2:
        second, first = pair
        compared = compare_systems(analysis.catalog, rater.marks, first, second)
        blocks += _pair(compared, analysis.small)
    return Section("systems", "Systems in detail", tuple(blocks))


def _spreads(spreads: tuple[ScoreSpread, ...]) -> list[Block]:
    ordered = sorted(spreads, key=lambda item: (-item.median, item.system))
    chart = spread_chart(ordered)
    caption = "Scores of single responses: box from quartile to quartile, median, lowest, highest."
    return [Heading("How scores spread"), Figure(chart.svg, caption)]


def _pair(compared: SystemComparison, small: SmallGroups) -> list[Block]:
    blocks: list[Block] = [
        Heading(f"{compared.second} against {compared.first}"),
        Text(pair_sentence(compared)),
    ]
    if any(part.by == "domain" for part in compared.parts):
        chart = difference_chart(compared, "domain", small=small)
        blocks.append(Figure(chart.svg, "Mean score over the shared tasks, by domain."))
    return [*blocks, parts_table(compared, small)]


def parts_table(compared: SystemComparison, small: SmallGroups) -> Table:
    """Two systems by domain, tier and dimension."""
    columns = (
        Column("By"),
        Column("Name"),
        Column("Tasks", "0"),
        Column(compared.first, "0.0%"),
        Column(compared.second, "0.0%"),
        Column("Difference", "+0.0%"),
        Column("95 % interval", "+0.0%", interval=True),
    )
    rows = tuple(
        Row(
            (
                part.by,
                small.mark(part.name, part.tasks),
                part.tasks,
                part.first,
                part.second,
                part.difference,
                part.interval,
            )
        )
        for part in compared.parts
    )
    caption = small.explain(
        "Second less first; 95 % intervals over tasks", *(part.tasks for part in compared.parts)
    )
    return Table(columns, rows, caption, name="Two systems")


def pair_sentence(compared: SystemComparison) -> str:
    """Who does better over the tasks both have a score on, and whether that is more than chance."""
    shared = len(compared.tasks)
    if compared.difference is None:
        return f"{compared.first} and {compared.second} have no task in common."
    sentence = (
        f"Over {shared:,} shared tasks {compared.second} scores "
        f"{100 * abs(compared.difference):.1f} points "
        f"{'more' if compared.difference >= 0 else 'less'} than {compared.first}"
    )
    if compared.interval is not None:
        low, high = (100 * end for end in compared.interval)
        sentence += f" (95 % interval of the difference {low:+.1f} to {high:+.1f}"
        sentence += f", p {_p(compared.p)})" if compared.p is not None else ")"
    sentence += (
        f": it does better on {compared.wins_second:,}, worse on {compared.wins_first:,}, "
        f"the same on {compared.ties:,}. Other tests of the same tasks: sign test p "
        f"{_p(compared.sign_p)}"
    )
    if compared.wilcoxon_p is not None:
        sentence += f", Wilcoxon signed-rank p {_p(compared.wilcoxon_p)}"
    if compared.caution == "few tasks":
        sentence += f". Few tasks, fewer than {FEW_TASKS}, so the interval may be too narrow"
    left = compared.only_first + compared.only_second
    if left:
        sentence += f". {left:,} tasks on which only one of them has a score are left out"
    short = int(compared.incomplete.sum())
    if short:
        sentence += f"; on {short:,} of the shared ones one of them lacks some verdicts"
    return sentence + "."


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"
