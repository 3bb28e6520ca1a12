"""Tells Qt what our files are by their names, so that it opens none of them to find out.

A file dialog wants to know the kind of each file that it lists, and opens those whose names it does
not know. When it closes a project again, SQLite's locks on it, which belong to the whole process,
are gone: see ``store.log_watch``, which notices what may come of that.
"""

from __future__ import annotations

import os
import sys

from xpert_studio.resources import resource_path

_VARIABLE = "XDG_DATA_DIRS"
_USUAL = "/usr/local/share:/usr/share"


def tell_file_types() -> None:
    """Adds our types to those of the system; before Qt first looks at them, which is once."""
    if not sys.platform.startswith("linux"):
        return
    ours = str(resource_path("file_types"))
    known = os.environ.get(_VARIABLE) or _USUAL
    if ours not in known.split(os.pathsep):
        os.environ[_VARIABLE] = os.pathsep.join((known, ours))
