"""Renders a report as one self-contained HTML file: nothing in it loads anything from anywhere.

Every text is escaped by the template engine; charts are the only markup let through, and they are
made here. A content security policy in the file forbids scripts and the network besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Final

from xpert_studio.core.resources import resource_path, resource_text
from xpert_studio.core.wording import spoken, t
from xpert_studio.report.blocks import Block, CasePicture, Figure, Page
from xpert_studio.report.charts import chart_svg
from xpert_studio.report.shown_blocks import key_figure_words, shown

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

Places = Mapping[tuple[str, ...], str]
"""The anchors of the cases behind the marks of a chart, by target."""
_NARROW: Final = 350.0
"""Pixels of a chart on a telephone."""


def render_html(page: Page) -> str:
    """The report as HTML text."""
    from markupsafe import Markup

    # The style sheet is ours, not data: it may hold what escaping would spoil.
    css = Markup(resource_text("report", "report.css"))  # noqa: S704
    return _environment().get_template("report.html.jinja").render(page=page, css=css)


def render_blocks(blocks: Iterable[Block]) -> str:
    """Blocks as a piece of a page whose style sheet has the names of ``report.css``.

    Each chart is laid out twice, for a broad page (class ``broad``) and for a narrow one. The cases
    behind it are left out.

    Args:
        blocks: In their full form.
    """
    environment = _environment()
    environment.filters["svg"] = _both_svgs
    environment.filters["places"] = lambda _: {}
    show = environment.get_template("blocks.html.jinja").module.shown_block  # type: ignore[attr-defined]
    return "".join(map(show, blocks))


def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(resource_path("report")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["shown"] = shown
    environment.filters["svg"] = _svg
    numbers = count(1)
    environment.filters["places"] = lambda figure: {
        target: f"cases-{next(numbers)}" for target in figure.behind
    }
    environment.filters["marked"] = _marked
    environment.filters["key_figure"] = key_figure_words
    environment.globals["t"] = t
    environment.globals["language"] = spoken()
    return environment


def _marked(picture: CasePicture) -> Markup:
    from markupsafe import Markup

    return Markup(picture.svg)  # noqa: S704 - made here of numbers, base64 and escaped words


def _both_svgs(figure: Figure, _: Places) -> Markup:
    from markupsafe import Markup

    drawn = chart_svg(figure.chart), chart_svg(figure.chart, _NARROW)
    return Markup('<div class="broad">%s</div><div class="narrow">%s</div>' % drawn)  # noqa: S704, UP031 - as below


def _svg(figure: Figure, places: Places) -> Markup:
    from markupsafe import Markup

    # Made by our own code from numbers and escaped labels.
    return Markup(chart_svg(figure.chart, links=places))  # noqa: S704
