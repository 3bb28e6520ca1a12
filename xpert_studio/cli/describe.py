"""``xpert-studio describe``: what the project says of itself to those who get its data."""

from __future__ import annotations

from xpert_studio.cli.commands import More, line_command
from xpert_studio.cli.output import Column, Output
from xpert_studio.core.records import INFO_NAMES
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.workflow.policies import describe_project


def _facts(project: ProjectFile, output: Output) -> None:
    info = project.info()
    facts = {key: getattr(info, key) for key in INFO_NAMES}
    output.data(facts)
    output.table(
        "", [Column(""), Column("")], [(INFO_NAMES.word(key), said) for key, said in facts.items()]
    )


describe = line_command(describe_project, More(shows=_facts))
