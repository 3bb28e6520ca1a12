"""Sites that tests look at: written as the program writes them, and unpacked as a browser does."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

from tests.exchange.conftest import NOW
from xpert_studio.core.exchange.targets import unwatched
from xpert_studio.core.store import ProjectFile
from xpert_studio.packs.site.published import SiteOptions
from xpert_studio.packs.site.section_writing import write_site


def written(project: ProjectFile, folder: Path, watch=unwatched, *, replace=False, **options: Any):
    """What is said of a site that was written."""
    return write_site(
        project,
        folder,
        SiteOptions(**options),
        now=NOW,
        replace=replace,
        allow_possible_keys=False,
        watch=watch,
    )


def data_in(folder: Path) -> dict[str, Any]:
    """The data of a site by name."""
    found = {}
    for path in (folder / "data").iterdir():
        name, packed = re.fullmatch(
            r'give\("([a-z0-9-]+)","([A-Za-z0-9+/=]*)"\);\n', path.read_text("ascii")
        ).groups()
        assert path.name == f"{name}.js"
        found[name] = json.loads(zlib.decompress(base64.b64decode(packed)))
    return found


def told_in(folder: Path) -> str:
    """All that a site tells: names of files, their content, and their data as text."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    told = [str(path.relative_to(folder)) + path.read_text("utf-8") for path in files]
    return "\n".join((*told, json.dumps(data_in(folder), ensure_ascii=False)))
