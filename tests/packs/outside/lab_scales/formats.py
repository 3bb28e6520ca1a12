"""The lab's own list: a task a line, and what it asks."""

from collections.abc import Mapping
from pathlib import Path

from xpert_studio.api.formats import (
    NOT,
    SURE,
    Brings,
    Candidate,
    Checkpoint,
    Content,
    FileReading,
    ForeignFormat,
    ImportFormat,
    Surety,
    Task,
    read_by,
)

_HEAD = b"lab list 1\n"


def _recognise(source: Candidate) -> Surety:
    is_ours = source.is_file and source.starts_with(_HEAD)
    return Surety(SURE, "it begins as a list of the lab") if is_ours else NOT


class LabList(FileReading):
    """A list: nothing of it is taken in where a line is wrong."""

    def read(self) -> None:
        """Takes every line."""
        lines = self.source.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines[1:], start=2):
            id_, tab, rest = line.partition("\t")
            prompt, second, text = rest.partition("\t")
            place = f"line {number}"
            if not (tab and second):
                self.problem(place, "", "has too few columns.", "Write three.")
                continue
            self.once(place, Task, {"id": id_, "prompt": prompt, "title": id_})
            fields = {"task_id": id_, "id": "c1", "text": text, "weight": 5}
            asked = {"instrument": "stars", "settings": {"least": 3}}
            self.once(place, Checkpoint, fields | asked, id_, "c1")


def write(content: Content, path: Path) -> Mapping[str, int]:
    """Writes a list."""
    lines = [
        f"{task.id}\t{task.prompt}\t{point.text}\n"
        for task in content.tasks
        for point in content.rubrics[task.id]
    ]
    path.write_bytes(_HEAD + "".join(lines).encode())
    return {"lines": len(lines)}


LIST = ImportFormat(
    "lab-list",
    "List of the lab",
    "A task a line with its checkpoint.",
    (".lab",),
    (Brings.TASKS, Brings.RUBRICS),
    _recognise,
    read_by("lab_scales.formats:LabList"),
)
OUT = ForeignFormat(
    "lab-list",
    "The lab",
    "A task a line.",
    write,
    suffix=".lab",
    carries={"tasks": frozenset({"id", "prompt"}), "checkpoints": frozenset({"text"})},
    instruments=frozenset({"binary", "stars"}),
)
