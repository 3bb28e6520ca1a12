"""Other ways to carry out runs than to send one call at a time, such as by batches.

- A ``Carrier`` says what calls of a ``ScoreRequest`` cost (a ``Price``, such as ``price_of`` gives)
  and how long they take; a ``Message`` says what to know beside the ``Estimate``.
- It carries out what is ``Prepared`` and gives the ``Run``: ``score`` asks call by call,
  ``begin_run`` writes that a run began.
"""

from xpert_studio.core.judge.carrying import Carrier
from xpert_studio.core.judge.estimating import Estimate
from xpert_studio.core.judge.prepared import Prepared
from xpert_studio.core.judge.pricing import Price, price_of
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import begin_run, score
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Run

__all__ = [
    "Carrier",
    "Estimate",
    "Message",
    "Prepared",
    "Price",
    "Run",
    "ScoreRequest",
    "begin_run",
    "price_of",
    "score",
]
