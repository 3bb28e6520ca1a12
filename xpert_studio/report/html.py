"""Renders a report as one self-contained HTML file: nothing in it loads anything from anywhere.

Every text is escaped by the template engine; charts are the only markup let through, and they are
made here. A content security policy in the file forbids scripts and the network besides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xpert_studio.core.resources import resource_path, resource_text
from xpert_studio.core.wording import spoken, t
from xpert_studio.report.blocks import (
    CasePicture,
    Figure,
    Page,
    key_figure_words,
    shown,
)
from xpert_studio.report.charts import chart_svg

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def render_html(page: Page) -> str:
    """The report as HTML text.

    Args:
        page: The report.
    """
    from markupsafe import Markup

    # The style sheet is ours, not data: it may hold what escaping would spoil.
    css = Markup(resource_text("report", "report.css"))  # noqa: S704
    return _environment().get_template("report.html.jinja").render(page=page, css=css)


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
    environment.filters["marked"] = _marked
    environment.filters["key_figure"] = key_figure_words
    environment.globals["t"] = t
    environment.globals["language"] = spoken()
    return environment


def _marked(picture: CasePicture) -> Markup:
    from markupsafe import Markup

    return Markup(picture.svg)  # noqa: S704 - made here of numbers, base64 and escaped words


def _svg(figure: Figure) -> Markup:
    from markupsafe import Markup

    # Made by our own code from numbers and escaped labels.
    return Markup(chart_svg(figure.chart))  # noqa: S704
