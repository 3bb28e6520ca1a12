"""Takes in what promptfoo reads and writes: configurations with their tests, and results.

Nothing that a file names is run, and no file outside its folder is read.
"""

from __future__ import annotations

from xpert_studio.api.formats import LINES, FileReading, Message, Taken
from xpert_studio.packs.promptfoo.config import PromptfooConfig
from xpert_studio.packs.promptfoo.results import PromptfooResults, grader_of
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
        results = PromptfooResults(self.source, self.problems, ProjectTasks(self.project))
        if self.source.suffix.lower() in LINES:
            for place, row in results.rows(self.source):
                results.take(place, row)
            self._taken = results.finished()
            return
        value = self.whole(self.source)
        rows = None if value is None else rows_of(value)
        if value is None:
            return
        if rows is not None:
            grader = grader_of(value.get("config"))
            for number, row in enumerate(rows, start=1):
                results.take(Message("result {number}", number=number), row, grader)
            self._taken = results.finished()
        elif looks_like_config(value):
            self._taken = PromptfooConfig(self.source, self.problems, value).read()
        else:
            self.problem(
                "",
                "",
                Message("is neither a configuration nor results of promptfoo."),
                Message('A configuration has "prompts" and "tests"; results have "results".'),
            )

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        return self._taken
