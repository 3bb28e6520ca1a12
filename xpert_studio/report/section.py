"""What a section is: one question about a project, computed once and shown by every renderer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeVar

from xpert_studio.core.records import CertifiedFigure, ProjectInfo
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import t
from xpert_studio.report.blocks import Block, SectionBlocks
from xpert_studio.report.shown_blocks import blocks_data
from xpert_studio.report.task_scope import EVERYTHING, TaskScope

if TYPE_CHECKING:  # what computes figures takes long to import, and some sections need none
    from xpert_studio.report.analysis import Analysis
    from xpert_studio.report.results.results import Rater, Results

Model = TypeVar("Model")
REPORT: Final = "report"
"""The place of sections that stand in reports; the others are asked for by their ids."""
RANKED_BY: Final = "ranked-by"
"""The place of boards by which the leaderboard of the window can rank systems."""
AGAINST: Final = "against"
"""The place of boards that set scores against something: the words listed of their option."""
EXPLORED: Final = "explored"
"""The place of what the window lists under Explore: tasks, checkpoints, cases, heat maps."""
COMPARED: Final = "compared"
"""The place of what the window shows under Compare."""
AGREEMENT_PAGE: Final = "agreement-page"
"""The place of sections that the window shows on the page of agreement between experts."""
RATER: Final = "rater"
"""The place of sections that stand beside all figures of a judge, or of several: on the page
Alignment, and where commands show them in full."""
RUBRIC: Final = "rubric"
"""The place of sections whose texts stand above a rubric in the window, asked for as ``task``."""
JUDGE: Final = "judge"
"""The place of sections that the page Alignment shows of one judge, asked for as ``judge``."""
RUN: Final = "run"
"""The place of sections that the page of runs shows of one run, asked for as ``run``."""


def _results(project: ProjectFile, analysis: Analysis | None = None) -> Results:
    """All figures, of what was analysed already or is now."""
    from xpert_studio.report.analysis import analyse
    from xpert_studio.report.results.results import Results
    from xpert_studio.report.results.scope import read_facets

    return Results(analysis or analyse(project), read_facets(project))


@dataclass(frozen=True, eq=False)
class View:
    """Of what a section is, and for whom.

    Attributes:
        project: Where texts are read from.
        load: Gives the figures; called once they are asked for.
        about: Which part of the project the figures are about, in words; empty for all of it.
        rater_id: Whose results; of the first rater where empty.
        scope: The tasks.
        person_id: Who reads; empty for a reader of whom nothing is known.
        names_systems: Whether systems may be named to this reader.
        called: Names of people by id; people that are not in it are called by their ids.
        asked: What a section is asked for besides, by name, such as ``sort``.
    """

    project: ProjectFile
    load: Callable[[], Results]
    about: str = ""
    rater_id: str = ""
    scope: TaskScope = EVERYTHING
    person_id: str = ""
    names_systems: bool = True
    called: Mapping[str, str] = field(default_factory=dict)
    asked: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, project: ProjectFile, analysis: Analysis, about: str = "") -> Self:
        """A view of what was analysed already."""
        return cls(project, cache(lambda: _results(project, analysis)), about)

    @classmethod
    def on(
        cls,
        project: ProjectFile,
        person_id: str = "",
        analyse: Callable[[], Analysis | None] = lambda: None,
    ) -> Self:
        """A view of a project, which is analysed where a section needs it.

        Args:
            project: The project.
            person_id: Who reads.
            analyse: Gives the figures, where others have use for them too.
        """
        return cls(project, cache(lambda: _results(project, analyse())), person_id=person_id)

    @property
    def results(self) -> Results:
        """The figures, computed when they are asked for."""
        return self.load()

    def name(self, person_id: str) -> str:
        """A person as they are called here."""
        return self.called.get(person_id, person_id)

    def by(self, rater_id: str, scope: TaskScope = EVERYTHING) -> Self:
        """The same by another rater, over other tasks."""
        return replace(self, rater_id=rater_id, scope=scope)

    def naming(self, called: Mapping[str, str]) -> Self:
        """The same with people called by their names."""
        return replace(self, called=called)

    def asking(self, **asked: Any) -> Self:  # noqa: ANN401 - each section has its own
        """The same with more that is asked for."""
        return replace(self, asked={**self.asked, **asked})

    @property
    def analysis(self) -> Analysis:
        """All figures."""
        return self.results.analysis

    @cached_property
    def info(self) -> ProjectInfo:
        """What the project says of itself."""
        return self.project.info()

    @property
    def rater(self) -> Rater | None:
        """Whose results; None where nothing was scored or judged."""
        return self.results.rater(self.rater_id) if self.results.raters else None

    @property
    def who(self) -> str:
        """The rater in words; empty where there is none."""
        rater = self.rater
        if rater is None:
            return ""
        from xpert_studio.report.sentences import judge_name

        return judge_name(rater.findings.judge) if rater.findings else t("the experts")

    @property
    def key(self) -> tuple[str, TaskScope]:
        """What figures of results are asked for by."""
        rater = self.rater
        return (rater.id if rater else "", self.scope)


def with_rater(compute: Callable[[View], Model | None]) -> Callable[[View], Model | None]:
    """Computes nothing where nobody has scored or judged anything."""
    return lambda view: None if view.rater is None else compute(view)


Options = tuple[list[tuple[str, str]], str]
"""What is read and what it stands for; and what is taken before a person has chosen."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person chooses for a section from a list.

    Attributes:
        name: What the section is asked for by; a row or mark whose target begins with it chooses.
        title: Its caption, to be translated.
        options: What there is, in a view that asks for what was chosen before it.
        read: What a word of the list asks for.
    """

    name: str
    title: str
    options: Callable[[View], Options]
    read: Callable[[str], Any] = str


@dataclass(frozen=True, slots=True)
class Option:
    """What a section is asked for by one word of a list, see ``View.asking``.

    Attributes:
        name: By which it is asked for, such as ``sort``.
        title: What stands above the list; a text to be translated.
        choices: By word its title, to be translated; the usual one first.
        read: What a word, or what else may be typed in its place, asks for.
        unasked: What is shown of a view where nothing is asked for, as an entry before the list;
            empty where that is the first of the list.
        listed: The words that stand in the window's list of boards by themselves; it shows the
            board by none of the others.
    """

    name: str
    title: str
    choices: Callable[[], Mapping[str, str]]
    read: Callable[[str], Any] = str
    unasked: Callable[[View], str] = lambda _: ""
    listed: tuple[str, ...] = ()

    def options(self, view: View) -> Options:
        """What there is to choose in a view, and what is usual."""
        unasked = self.unasked(view)
        known = [(t(said), word) for word, said in self.choices().items()]
        return ([(unasked, ""), *known], "") if unasked else (known, known[0][1])

    def wanted(self, word: str) -> Any:  # noqa: ANN401 - as each section reads it
        """What a word of the list asks for; None for what is shown where nothing is asked for."""
        return self.read(word) if word else None


@dataclass(frozen=True, slots=True)
class Section(Generic[Model]):
    """A section: a board, a table of figures, a list of cases, a chart or a summary.

    Attributes:
        id: What it is known by; its anchor in a report.
        title: What stands above it; a text to be translated.
        question: What it answers, in a sentence; a text to be translated.
        compute: Its figures; None where there is nothing to say.
        show: Them as blocks. Nothing is computed here.
        plain: Them as JSON, for programs; that of the blocks where None.
        named: The title where figures belong into it, such as whose they are.
        after: The section after which it stands; empty for the end.
        places: Where it stands: ``REPORT``, ``RANKED_BY``, ``AGAINST``, ``EXPLORED``,
            ``COMPARED``, ``AGREEMENT_PAGE``, ``JUDGE``, ``RATER``, ``RUBRIC``, ``RUN``; or nowhere
            but where it is asked for.
        certified: What of it the certificate of each judge keeps, by judge and name; None for none.
        tab: What lists of the window call it, to be translated; its title where empty.
        option: What it is asked for by.
        choices: What the window asks for besides, each from a list.
        beside: It as JSON beside a leaderboard: by system what stands in its row, and what stands
            beside all rows.
        asks: What a person may ask it for besides, by name, as text.
        missing: What there is not where there is nothing to say; a text to be translated, without
            words of the command line, which the window does not know.
        makes: The command that makes it, from the name of the subcommand on; ``{project}`` is the
            project. Only commands show it.
    """

    id: str
    title: str
    question: str
    compute: Callable[[View], Model | None]
    show: Callable[[Model], Iterable[Block]]
    plain: Callable[[Model], Any] | None = None
    named: Callable[[Model], str] | None = None
    after: str = ""
    places: tuple[str, ...] = (REPORT,)
    certified: Callable[[Model], Mapping[str, Mapping[str, CertifiedFigure]]] | None = None
    tab: str = ""
    option: Option | None = None
    choices: tuple[Choice, ...] = ()
    beside: Callable[[Model], tuple[Mapping[str, dict[str, Any]], Mapping[str, Any]]] | None = None
    asks: tuple[str, ...] = ()
    missing: str = ""
    makes: str = ""

    @property
    def chosen(self) -> tuple[Choice, ...]:
        """All that a person chooses for it in the window, from a list each."""
        own = self.option
        if own is None:
            return self.choices
        return Choice(own.name, own.title, own.options, own.wanted), *self.choices

    @property
    def nothing(self) -> str:
        """What a person reads where there is nothing to say."""
        return t(self.missing) if self.missing else t("There is nothing to say of this here.")

    def blocks(self, view: View) -> SectionBlocks | None:
        """The section; None where there is nothing to say."""
        found = self.compute(view)
        return None if found is None else self.laid_out(found)

    def data(self, view: View) -> Any:  # noqa: ANN401 - any JSON
        """The section for programs; None where there is nothing to say."""
        found = self.compute(view)
        if found is None:
            return None
        return self.plain(found) if self.plain else blocks_data(self.show(found))

    def laid_out(self, found: Model) -> SectionBlocks:
        """The blocks of what was computed, under its title."""
        return SectionBlocks(
            self.id,
            title=self.named(found) if self.named else t(self.title),
            blocks=tuple(self.show(found)),
        )
