"""Ways to search a project beside keywords.

- An ``OtherFinder`` searches a ``Transaction`` for what is ``Wanted``, such as in ``all_tasks``,
  and gives ``Alike``: each ``Hit`` with its ``HitKind``.
"""

from xpert_studio.core.store import Transaction, tasks
from xpert_studio.core.store.search import Hit, HitKind
from xpert_studio.core.workflow.views.finders import Alike, OtherFinder, Wanted

all_tasks = tasks.all_tasks

__all__ = ["Alike", "Hit", "HitKind", "OtherFinder", "Transaction", "Wanted", "all_tasks"]
