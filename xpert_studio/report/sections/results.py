"""The leaderboard, overall and by part; and systems in detail, the best two side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xpert_studio.core.metrics import (
    FEW_TASKS,
    SCORE,
    Leaderboard,
    Metric,
    Ranked,
    beside_score,
    response_scores,
)
from xpert_studio.core.metrics.spread import ScoreSpread, score_spreads
from xpert_studio.core.metrics.system_comparison import SystemComparison, compare_systems
from xpert_studio.core.records import excluded_on
from xpert_studio.core.wording import in_a_row, mark, t, tn, translated
from xpert_studio.report.blocks import (
    Block,
    Cell,
    Column,
    FewTasks,
    Figure,
    Heading,
    Note,
    Row,
    Section,
    Table,
    Text,
)
from xpert_studio.report.cautions import board_cautions, board_scope
from xpert_studio.report.figure_tables import figure_cells, figure_columns
from xpert_studio.report.part_names import domain_name, grouping_name, part_name
from xpert_studio.report.results.charts import (
    board_chart,
    difference_chart,
    part_names,
    spread_chart,
)
from xpert_studio.report.results.results import raters_of
from xpert_studio.report.section import ReportView
from xpert_studio.report.sentences import judge_name
from xpert_studio.report.small_groups import SmallGroups
from xpert_studio.report.ties import Tie, leading_board, tied_words

_MOST_ACROSS = 6
_MOST_DRAWN = 30
_PARTS = {
    "domain": mark("Score by domain"),
    "category": mark("Score by category"),
    "tier": mark("Share of points met by tier"),
    "dimension": mark("Share of points met by dimension"),
}


def results_section(view: ReportView) -> Section:
    """The board of the leading judge, or of the experts where none leads, and all beside it."""
    analysis = view.analysis
    blocks: list[Block] = [Note(translated(text)) for text in analysis.lacking]
    ordered = analysis.aligned()
    ordered += [item for item in analysis.judges.values() if item not in ordered]
    found = leading_board(analysis)
    if found is not None:
        by = (
            t("By the experts")
            if found.judge is None
            else t(
                "By {judge} ({judge2})",
                judge=judge_name(found.judge.judge),
                judge2=found.judge.judge.id,
            )
        )
        blocks.append(Heading(by))
        blocks += board_blocks(found.board, analysis.small, found.ties)
    boards = {judge_name(item.judge): item.leaderboard for item in ordered}
    if analysis.expert_board is not None:
        boards[t("experts (gold judgments only)")] = analysis.expert_board
    if len(boards) > 1:
        blocks.append(Heading(t("By every judge, and by the experts")))
        blocks.append(_side_by_side(boards))
    if not boards:
        blocks.append(Note(t("Nothing has been scored yet.")))
    return Section("results", t("Leaderboard"), tuple(blocks))


def _side_by_side(boards: dict[str, Leaderboard]) -> Table:
    """Scores of all systems by all raters."""
    scores = {
        name: {standing.system: standing.score for standing in board.standings}
        for name, board in boards.items()
    }
    systems = dict.fromkeys(
        standing.system for board in boards.values() for standing in board.standings
    )
    columns = (Column(t("System")), *(Column(name, "0.0%") for name in boards))
    rows = tuple(
        Row((system, *(scores[name].get(system) for name in boards))) for system in systems
    )
    caption = t(
        "Mean score; not to be compared between raters who judged different tasks. Checkpoints "
        "that as many experts judge met as not met count as not met."
    )
    return Table(columns, rows, caption, name=t("All raters"))


def board_blocks(board: Leaderboard, small: SmallGroups, ties: Mapping[str, Tie]) -> list[Block]:
    """One rater's leaderboard, with tie groups, chart, domains, tiers and dimensions."""
    blocks: list[Block] = [board_table(board)]
    incomplete = [standing for standing in board.standings if not standing.complete]
    if incomplete:
        blocks.append(
            Note(
                t(
                    "{incomplete} of {standings} systems, which {part} responses or verdicts, "
                    "{part2} not ranked: what is scored there covers fewer tasks or checkpoints "
                    "than the rest.",
                    incomplete=len(incomplete),
                    standings=len(board.standings),
                    part=t("lacks") if len(incomplete) == 1 else t("lack"),
                    part2=t("is") if len(incomplete) == 1 else t("are"),
                )
            )
        )
    blocks += [Note(sentence) for sentence in (*board_scope(board), *board_cautions(board))]
    blocks += [Note(tied_words(ties))] if len(ties) > 1 else []
    blocks.append(_chart(board))
    return [*blocks, *(table for by in _PARTS if (table := breakdown(board, by, small)))]


def board_table(board: Leaderboard) -> Table:
    """Systems by rank, then those that do not rank."""
    beside = beside_score(board.figures)
    abstained = [Column(t("Abstained"), "0.0%")] if has_abstentions(board) else []
    columns = (
        Column(t("Rank"), "0"),
        Column(t("System")),
        *figure_columns([SCORE]),
        Column(t("Tasks"), "0"),
        Column(t("Coverage"), "0.0%"),
        *abstained,
        *figure_columns(beside),
    )
    rows = tuple(
        Row(_cells(standing, beside, abstained=bool(abstained)), apart=standing.rank is None)
        for standing in board.standings
    )
    return Table(
        columns,
        rows,
        tn(
            "{n} task. 95 % intervals by task or family.",
            "{n} tasks. 95 % intervals by task or family.",
            board.tasks,
        ),
        name=t("Leaderboard"),
    )


def has_abstentions(board: Leaderboard) -> bool:
    """Whether the rater abstained from a checkpoint of any system."""
    return any(standing.abstained for standing in board.standings)


def _cells(standing: Ranked, beside: Sequence[Metric], *, abstained: bool) -> tuple[Cell, ...]:
    name = standing.system
    if standing.apart == "excluded":
        name = t("{system} (excluded)", system=name)
    elif standing.is_baseline:
        name = t("{system} (baseline)", system=name)
    return (
        standing.rank,
        name,
        *figure_cells([SCORE], standing.figures),
        standing.tasks,
        standing.coverage,
        *([standing.abstained] if abstained else []),
        *figure_cells(beside, standing.figures),
    )


def _chart(board: Leaderboard) -> Figure:
    scored = sum(standing.score is not None for standing in board.standings)
    caption = t("Score with 95 % interval. Hollow: not ranked, not to be compared with the others.")
    if scored > _MOST_DRAWN:
        caption += " " + t(
            "The first {most_drawn} of {scored} systems.", most_drawn=_MOST_DRAWN, scored=scored
        )
    return Figure(board_chart(board, most=_MOST_DRAWN).svg, caption)


def breakdown(board: Leaderboard, by: str, small: SmallGroups, *, least: int = 2) -> Table | None:
    """Scores by group: groups across where they are few, down the side where they are many.

    Args:
        board: Whose.
        by: ``domain``, ``category``, ``tier`` or ``dimension``.
        small: Which groups are marked.
        least: With fewer groups there is no table.
    """
    names, title = part_names(board, by), t(_PARTS[by])
    if len(names) < least:
        return None
    values = {standing.system: _marked(standing, by, small) for standing in board.standings}
    counts = [tasks for item in board.standings for tasks in item.tasks_by[by].values()]
    caption = small.explain(title, *counts)
    if len(names) > _MOST_ACROSS and len(values) <= _MOST_ACROSS + 2:
        columns = (Column(t("Group")), *(Column(system, "0.0%") for system in values))
        rows = tuple(
            Row((part_name(by, name), *(shares.get(name) for shares in values.values())))
            for name in names
        )
    else:
        columns = (Column(t("System")), *(Column(part_name(by, name), "0.0%") for name in names))
        rows = tuple(
            Row(
                (standing.system, *(values[standing.system].get(name) for name in names)),
                apart=standing.rank is None,
            )
            for standing in board.standings
        )
    return Table(columns, rows, caption, name=title, shaded=True)


def _marked(standing: Ranked, by: str, small: SmallGroups) -> dict[str, Cell]:
    """A system's figures by group: on few tasks marked, below the minimum withheld."""
    shares: dict[str, float] = getattr(standing, f"by_{by}")
    count = standing.tasks_by[by]
    return {
        name: FewTasks(small.withheld(count[name]) or share)
        if small.includes(count[name])
        else share
        for name, share in shares.items()
    }


def systems_section(view: ReportView) -> Section | None:
    """The systems by the best aligned judge, or by the experts; None where nothing is scored."""
    analysis = view.analysis
    raters = raters_of(analysis)
    if not raters:
        return None
    rater = raters[0]
    if rater.findings is not None:
        board, who = rater.findings.leaderboard, judge_name(rater.findings.judge)
    elif analysis.expert_board is not None:
        board, who = analysis.expert_board, t("the experts")
    else:
        return None
    blocks: list[Block] = [Text(t("All figures of this section are by {who}.", who=who))]
    excluded = excluded_on(analysis.excluded, rater.id)
    spreads = tuple(
        item
        for item in score_spreads(analysis.catalog, response_scores(analysis.catalog, rater.marks))
        if item.system not in excluded
    )
    if spreads:
        blocks += _spreads(spreads)
    pair = [item.system for item in board.standings if item.score is not None][:2]
    if len(pair) == 2:
        second, first = pair
        blocks += _pair(
            compare_systems(analysis.catalog, rater.marks, first, second), analysis.small
        )
    return Section("systems", t("Systems in detail"), tuple(blocks))


def _spreads(spreads: tuple[ScoreSpread, ...]) -> list[Block]:
    chart = spread_chart(sorted(spreads, key=lambda item: (-item.median, item.system)))
    caption = t(
        "Scores of single responses: box from quartile to quartile, median, lowest, highest."
    )
    return [Heading(t("How scores spread")), Figure(chart.svg, caption)]


def _pair(compared: SystemComparison, small: SmallGroups) -> list[Block]:
    blocks: list[Block] = [
        Heading(t("{second} against {first}", second=compared.second, first=compared.first)),
        Text(pair_sentence(compared)),
    ]
    if any(part.by == "domain" for part in compared.parts):
        chart = difference_chart(compared, "domain", small=small, named=domain_name)
        blocks.append(Figure(chart.svg, t("Mean score over the shared tasks, by domain.")))
    return [*blocks, parts_table(compared, small)]


def parts_table(compared: SystemComparison, small: SmallGroups) -> Table:
    """Two systems by domain, tier and dimension."""
    columns = (
        Column(t("By")),
        Column(t("Name")),
        Column(t("Tasks"), "0"),
        Column(compared.first, "0.0%"),
        Column(compared.second, "0.0%"),
        Column(t("Difference"), "+0.0%"),
        Column(t("95 % interval"), "+0.0%", interval=True),
    )
    rows = tuple(
        Row(
            (
                grouping_name(part.by),
                small.mark(part_name(part.by, part.name), part.tasks),
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
        t("Second less first; 95 % intervals by task or family"),
        *(part.tasks for part in compared.parts),
    )
    return Table(columns, rows, caption, name=t("Two systems"))


def pair_sentence(compared: SystemComparison) -> str:
    """Who does better over the tasks both have a score on, and whether that is more than chance."""
    shared = len(compared.tasks)
    if compared.difference is None:
        return t(
            "{first} and {second} have no task in common.",
            first=compared.first,
            second=compared.second,
        )
    sentence = t(
        "Over {shared:,} shared tasks {second} scores {part:.1f} points {part2} than {first}",
        shared=shared,
        second=compared.second,
        part=100 * abs(compared.difference),
        part2=t("more") if compared.difference >= 0 else t("less"),
        first=compared.first,
    )
    if compared.interval is not None:
        low, high = (100 * end for end in compared.interval)
        about = (
            t("(95 % interval of the difference {low:+.1f} to {high:+.1f})", low=low, high=high)
            if compared.p is None
            else t(
                "(95 % interval of the difference {low:+.1f} to {high:+.1f}, p {p})",
                low=low, high=high, p=_p(compared.p),
            )
        )  # fmt: skip
        sentence = in_a_row((sentence, about))
    sentence += t(
        ": it does better on {wins_second:,}, worse on {wins_first:,}, the same on "
        "{ties:,}. Other tests of the same tasks: sign test p {sign_p}",
        wins_second=compared.wins_second,
        wins_first=compared.wins_first,
        ties=compared.ties,
        sign_p=_p(compared.sign_p),
    )
    if compared.wilcoxon_p is not None:
        sentence += t(", Wilcoxon signed-rank p {wilcoxon_p}", wilcoxon_p=_p(compared.wilcoxon_p))
    if compared.caution == "few tasks":
        sentence += t(
            ". Few tasks, fewer than {few_tasks}, so the interval may be too narrow",
            few_tasks=FEW_TASKS,
        )
    left = compared.only_first + compared.only_second
    if left:
        sentence += t(
            ". {left:,} tasks on which only one of them has a score are excluded", left=left
        )
    short = int(compared.incomplete.sum())
    if short:
        sentence += t(
            "; on {short:,} of the shared ones one of them lacks some verdicts", short=short
        )
    return t("{word}.", word=sentence)


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"
