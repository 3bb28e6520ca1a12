"""The files of a site: data as scripts, since a page from a folder may fetch nothing.

A file of data calls one function with its name and its JSON, packed and in base64, so that nothing
of what is in it can end the script or begin another.
"""

from __future__ import annotations

import base64
import json
import zlib
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from xpert_studio import __version__
from xpert_studio.api.instruments import Message, UsageError
from xpert_studio.core.atomic_files import need_folder_name, need_free
from xpert_studio.core.documents import media_type_of
from xpert_studio.core.exchange.bundle_format import MANIFEST
from xpert_studio.core.exchange.bundle_rows import time_text
from xpert_studio.core.exchange.targets import ExportTarget
from xpert_studio.core.judge.attached import Shown, gap_texts
from xpert_studio.core.judge.key_check import KeyCheck
from xpert_studio.core.resources import resource_text
from xpert_studio.core.wording import t, translated
from xpert_studio.packs.site.texts import in_each_language

FORMAT: Final = "xpert-site"


class SiteFiles:
    """Takes the files of a site.

    Args:
        out: Where they go.
        check: Looks for keys in every text before it is packed.
    """

    def __init__(self, out: ExportTarget, check: KeyCheck) -> None:
        self._out, self._check = out, check

    def data(self, name: str, value: Any) -> None:  # noqa: ANN401 - any JSON
        """Writes ``data/NAME.js``."""
        text = _json(value)
        self._check.look_at_rows([text], name)
        self._pack(name, text)

    def attached(self, name: str, file: Shown, data: bytes) -> None:
        """Writes ``data/NAME.js`` of an attached file: its picture or text, and what is left out.

        Args:
            name: Of the data.
            file: What is shown of it.
            data: The file.
        """
        self._check.look_into(data, file.item.path)
        shown = {
            "pictures": [
                f"data:{media_type_of(one.data)};base64,{base64.b64encode(one.data).decode('ascii')}"
                for one in file.pictures
            ],
            "text": file.text,
            "gaps": in_each_language(lambda: [*map(translated, gap_texts(file.gaps))]),
        }
        self._pack(name, _json(shown))

    def _pack(self, name: str, text: str) -> None:
        packed = base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), 6))
        self._out.put(f"data/{name}.js", b'give("%s","%s");\n' % (name.encode(), packed))

    def put(self, name: str, data: bytes) -> None:
        """Writes a file as it is."""
        self._check.look_into(data, name)
        self._out.put(name, data)

    def static(self) -> None:
        """Writes what is the same on every site."""
        styles = resource_text("report", "report.css") + resource_text("site", "site.css")
        self._out.put("site.css", styles.encode())
        for name in ("site.js", "figures.js", "pages.js"):
            self._out.put(name, resource_text("site", name).encode())

    def close(self, now: datetime) -> None:
        """Writes the list of files, by which the folder is known as a site."""
        listed = [{"path": path, "sha256": file.sha256} for path, file in self._out.written.items()]
        manifest = {
            "format": FORMAT,
            "created_at": time_text(now),
            "generator": f"xpert-studio {__version__}",
            "files": listed,
        }
        self._out.put(MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode())


def _json(value: Any) -> str:  # noqa: ANN401 - any JSON
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def need_site_folder(folder: Path, *, replace: bool) -> None:
    """Refuses a folder that holds what is no site.

    Raises:
        UsageError: Its name is that of a file, a file is there, or a folder with other content, or
            a site that may not be replaced.
    """
    need_folder_name(folder, t("A browser"))
    if folder.is_dir() and not any(folder.iterdir()):
        return
    if folder.exists() and _format_of(folder) != FORMAT:
        raise UsageError(
            Message("{folder} holds other files, so no site is written there.", folder=folder),
            remedy="Name an empty folder, or one that does not exist.",
        )
    need_free(folder, replace=replace)


def _format_of(folder: Path) -> object:
    try:
        return json.loads((folder / MANIFEST).read_bytes()).get("format")
    except (OSError, ValueError, AttributeError, RecursionError):
        return None
