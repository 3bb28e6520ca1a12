"""The project file. Takes and gives records; no session, row or SQL leaves it.

``ProjectFile`` opens a file and begins transactions; the modules beside it, one a kind of record,
are functions that take such a transaction.
"""

from xpert_studio.core.store.backups import back_up, back_up_if_due, list_backups
from xpert_studio.core.store.checksums import verify, verify_short
from xpert_studio.core.store.integrity import check_file
from xpert_studio.core.store.opening import is_older
from xpert_studio.core.store.project_file import SUFFIX, ProjectFile, project_path
from xpert_studio.core.store.transaction import Transaction

__all__ = [
    "SUFFIX",
    "ProjectFile",
    "Transaction",
    "back_up",
    "back_up_if_due",
    "check_file",
    "is_older",
    "list_backups",
    "project_path",
    "verify",
    "verify_short",
]
