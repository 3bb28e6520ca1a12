"""Takes in what promptfoo reads and writes: configurations with their tests, and results.

Nothing that a file names is run, and no file outside its folder is read.
"""

from __future__ import annotations

from collections.abc import Iterable

from xpert_studio.api.formats import LINES, FileReading, Message, Taken
from xpert_studio.packs.promptfoo.config import PromptfooConfig
from xpert_studio.packs.promptfoo.parts import Evaluation
from xpert_studio.packs.promptfoo.results import PromptfooResults
from xpert_studio.packs.promptfoo.shapes import looks_like_config, rows_of
from xpert_studio.packs.promptfoo.there import ProjectTasks


class Promptfoo(FileReading):
    """A configuration or results of promptfoo.

    Each test with each prompt becomes a task, each assertion a checkpoint. What has no place here
    is told, with where it stands and why.
    """

    nothing = Message("holds no test."), Message("Choose a file with tests.")
    _taken = Taken()

    def read(self) -> None:
        """Reads the file as what it is."""
        if self.source.suffix.lower() in LINES:
            self._take(self.rows(self.source))
            return
        value = self.whole(self.source)
        if value is None:
            return
        rows = rows_of(value)
        if rows is not None:
            numbered = enumerate(rows, start=1)
            placed = ((Message("result {number}", number=number), row) for number, row in numbered)
            self._take(placed, Evaluation.model_validate(value).grader)
        elif looks_like_config(value):
            self._taken = PromptfooConfig(self.source, self.problems, value).read()
        else:
            self.problem(
                "",
                "",
                Message("is neither a configuration nor results of promptfoo."),
                Message('A configuration has "prompts" and "tests"; results have "results".'),
            )

    def _take(self, rows: Iterable[tuple[str, object]], grader: str = "") -> None:
        results = PromptfooResults(self.source, self.problems, ProjectTasks(self.project))
        for place, row in rows:
            results.take(place, row, grader)
        self._taken = results.finished()

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        return self._taken
