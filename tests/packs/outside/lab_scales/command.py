"""A command of the lab."""

from xpert_studio.api.commands import AsOption, Output, ProjectArgument, at_desk, t
from xpert_studio.api.records import rubrics


def lab(project: ProjectArgument, output: Output, person: AsOption = "") -> None:
    """Say how many checkpoints have stars.

    Example: xpert-studio lab law.xpert --as wei
    """
    with at_desk(project, person, output, read_only=True) as ctx, ctx.project.reading() as tx:
        points = [point for rubric in rubrics(tx).values() for point in rubric]
    n = sum(point.instrument == "stars" for point in points)
    output.data({"stars": n})
    output.say(t("{n} checkpoints have stars.", n=n))
