"""Folders for tests: written by hand, drawn by chance, and those of the sample."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from xpert_studio.core.documents.media_types import FOLDER
from xpert_studio.core.instruments.deciding import Subject, SubjectFile
from xpert_studio.packs.workspaces.account import account
from xpert_studio.packs.workspaces.archive import pack_changes, pack_folder
from xpert_studio.packs.workspaces.changes import changes_between
from xpert_studio.packs.workspaces.folder import Folder, FolderFile

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "sample_projects" / "workspaces" / "fix_invoice"


def folder(**files):
    """A folder of texts or bytes; ``__`` in a name stands for a dot, ``_in_`` for a slash."""
    named = {name.replace("_in_", "/").replace("__", "."): one for name, one in files.items()}
    return of(named)


def of(files):
    """A folder of texts or bytes by path."""
    return Folder(
        {
            path: FolderFile(one.encode() if isinstance(one, str) else one)
            for path, one in files.items()
        }
    )


def subject(start, end):
    """A response that made one folder the other, as checks see it."""
    changes = changes_between(start, end)
    return Subject(
        account(start, changes),
        task_files=(SubjectFile(FOLDER, lambda: pack_folder(start)),),
        files=(SubjectFile(FOLDER, lambda: pack_changes(changes)),),
    )


NAMES = st.sampled_from(
    ["a.py", "b.txt", "src/a.py", "src/deep/c.md", "data/x.bin", "é.txt", "数据.csv", "no end", "z"]
)
LINES = st.lists(
    st.sampled_from(["a", "b", "  c", "", "+x", "-y", "```", "\r", "@@ -1 +1 @@", "é"])
)
TEXTS = st.builds(
    lambda lines, end: ("\n".join(lines) + end).encode(), LINES, st.sampled_from(["", "\n"])
)
FILES = st.builds(FolderFile, TEXTS | st.binary(max_size=40), st.booleans())
FOLDERS = st.dictionaries(NAMES, FILES, max_size=6).map(Folder)
TEXT_FOLDERS = st.dictionaries(NAMES, st.builds(FolderFile, TEXTS), max_size=5).map(Folder)
