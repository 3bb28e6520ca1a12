"""The one page of a site: what is in it, its scripts put there."""

from __future__ import annotations

from xpert_studio import __version__
from xpert_studio.core.wording import t


def first_page(name: str, language: str) -> str:
    """The page as HTML.

    Args:
        name: Of the project.
        language: In which it begins, ``en`` or ``zh``.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from xpert_studio.core.resources import resource_path

    environment = Environment(
        loader=FileSystemLoader(resource_path("site")), autoescape=True, undefined=StrictUndefined
    )
    template = environment.get_template("index.html.jinja")
    says = t("This site needs JavaScript: it reads its files itself, and asks no server.")
    return template.render(name=name, language=language, version=__version__, no_script=says)
