"""Formats of other tools: what is read from them, and what is written for them.

- An ``ImportFormat`` says what a file ``Brings`` and looks at a ``Candidate``: it gives a
  ``Surety``, ``NOT`` or of a degree (``RELATED``, ``PERHAPS``, ``ALIKE``, ``LIKELY``, ``SURE``,
  ``CERTAIN``) with its reason (``has_keys``). ``JSON``, ``LINES``, ``YAML`` and ``TABLES`` are
  endings.
- ``read_by`` names the ``FileReading`` that takes a file in, on the ``Terms`` of the import, into a
  ``ProjectFile`` (``is_empty`` where it has no task); a ``RowReading`` takes it row by row: its
  ``take`` is given the place of each and what its ``model`` makes of it (``Text``, ``NonBlank``).
  Both are a ``Reading``, which notes what is wrong in
  ``Problems`` (``FaultError``, ``shown``) and gives ``Taken``, records each ``Placed`` where it
  stood. ``rows_of`` gives the objects of a file, ``left_out`` and ``kept_beside`` say which keys
  are not known, ``id_like`` and ``free_id`` make ids, ``content_hash`` a hash; ``UNKNOWN_SYSTEM``
  stands for a system that is not named, ``MOST_CRITERIA`` is the most of a rubric.
- Models of what stands in a file have strict types for what is needed, and for the rest types by
  which another shape is as if nothing were said: ``Maybe`` and ``Within`` (an object) of a kind,
  ``Sound`` entries of a list, ``Count`` and ``Amount``.
- Records: ``Task``, ``Checkpoint``, ``Response``, ``Attachment``, ``Judge``, ``Verdict`` (with a
  ``RatingState``), ``Judgment`` (with a ``JudgmentStatus``), and ``ChatMessage`` of a prompt
  (``prompt_text``). ``grouped`` groups pairs. ``BINARY`` is the instrument of what is met or not,
  ``instrument_of`` gives that of a checkpoint, ``problem_of`` what is wrong with its settings.
- A ``ForeignFormat`` writes ``Content``, with options that have ``Asks``. It names the fields that
  it carries: of tasks ``TASK_CARRIED`` (``PROMPT_CARRIED``, ``SORTING_CARRIED``), checkpoints
  ``POINT_CARRIED`` and ``ANSWERED_CARRIED``, responses ``RESPONSE_CARRIED`` and ``TOLD_CARRIED``
  (``CALL_CARRIED``), judgments ``JUDGMENT_CARRIED`` (``DECISION_CARRIED``).
- Of a checkpoint that a program decides, ``in_words`` and ``without_words`` write and read a text
  that says by what (``own_text``), ``readable`` and ``PLAIN`` how it is answered, and
  ``decided_by_a_model`` says how many a tool has decided by a model. ``avoiding`` says a fault as a
  demand, ``written_points`` the points.
- ``write_text``, ``write_lines``, ``write_json`` and ``fill_resource`` write; ``image_paths`` are
  the pictures beside it, ``inline`` and ``one_line`` a text within Markdown or a line.
- Words: ``Message``, ``counted`` (for one or many), ``joined``, ``mark``.
"""

from xpert_studio.core.exchange.formats.content import Content, prompt_text
from xpert_studio.core.exchange.formats.criteria import (
    PLAIN,
    decided_by_a_model,
    in_words,
    own_text,
    readable,
    without_words,
)
from xpert_studio.core.exchange.formats.file_reading import FileReading, RowReading
from xpert_studio.core.exchange.formats.ids import free_id, id_like
from xpert_studio.core.exchange.formats.incoming.candidate import (
    JSON,
    LINES,
    TABLES,
    YAML,
    Candidate,
)
from xpert_studio.core.exchange.formats.incoming.entry import (
    ALIKE,
    CERTAIN,
    LIKELY,
    NOT,
    PERHAPS,
    RELATED,
    SURE,
    Brings,
    ImportFormat,
    Surety,
    Terms,
    has_keys,
    read_by,
)
from xpert_studio.core.exchange.formats.lenient import Amount, Count, Maybe, Sound, Within
from xpert_studio.core.exchange.formats.points import avoiding, written_points
from xpert_studio.core.exchange.formats.reading import Reading, kept_beside, left_out, rows_of
from xpert_studio.core.exchange.formats.registry import (
    ANSWERED_CARRIED,
    CALL_CARRIED,
    DECISION_CARRIED,
    JUDGMENT_CARRIED,
    POINT_CARRIED,
    PROMPT_CARRIED,
    RESPONSE_CARRIED,
    SORTING_CARRIED,
    TASK_CARRIED,
    TOLD_CARRIED,
    ForeignFormat,
)
from xpert_studio.core.exchange.formats.taken import (
    MOST_CRITERIA,
    UNKNOWN_SYSTEM,
    Placed,
    Taken,
    is_empty,
)
from xpert_studio.core.exchange.formats.writing import (
    fill_resource,
    image_paths,
    one_line,
    write_json,
    write_lines,
    write_text,
)
from xpert_studio.core.exchange.markdown import inline
from xpert_studio.core.exchange.problems import FaultError, ImportReport, Problems, shown
from xpert_studio.core.exchange.provenance import ChatMessage
from xpert_studio.core.fields import Asks
from xpert_studio.core.instruments import instrument_of, problem_of
from xpert_studio.core.messages import Message, counted, joined
from xpert_studio.core.records import (
    BINARY,
    Attachment,
    Checkpoint,
    Judge,
    Judgment,
    JudgmentStatus,
    NonBlank,
    RatingState,
    Response,
    Task,
    Text,
    Verdict,
    content_hash,
    grouped,
)
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import mark

__all__ = [
    "ALIKE",
    "ANSWERED_CARRIED",
    "BINARY",
    "CALL_CARRIED",
    "CERTAIN",
    "DECISION_CARRIED",
    "JSON",
    "JUDGMENT_CARRIED",
    "LIKELY",
    "LINES",
    "MOST_CRITERIA",
    "NOT",
    "PERHAPS",
    "PLAIN",
    "POINT_CARRIED",
    "PROMPT_CARRIED",
    "RELATED",
    "RESPONSE_CARRIED",
    "SORTING_CARRIED",
    "SURE",
    "TABLES",
    "TASK_CARRIED",
    "TOLD_CARRIED",
    "UNKNOWN_SYSTEM",
    "YAML",
    "Amount",
    "Asks",
    "Attachment",
    "Brings",
    "Candidate",
    "ChatMessage",
    "Checkpoint",
    "Content",
    "Count",
    "FaultError",
    "FileReading",
    "ForeignFormat",
    "ImportFormat",
    "ImportReport",
    "Judge",
    "Judgment",
    "JudgmentStatus",
    "Maybe",
    "Message",
    "NonBlank",
    "Placed",
    "Problems",
    "ProjectFile",
    "RatingState",
    "Reading",
    "Response",
    "RowReading",
    "Sound",
    "Surety",
    "Taken",
    "Task",
    "Terms",
    "Text",
    "Verdict",
    "Within",
    "avoiding",
    "content_hash",
    "counted",
    "decided_by_a_model",
    "fill_resource",
    "free_id",
    "grouped",
    "has_keys",
    "id_like",
    "image_paths",
    "in_words",
    "inline",
    "instrument_of",
    "is_empty",
    "joined",
    "kept_beside",
    "left_out",
    "mark",
    "one_line",
    "own_text",
    "problem_of",
    "prompt_text",
    "read_by",
    "readable",
    "rows_of",
    "shown",
    "without_words",
    "write_json",
    "write_lines",
    "write_text",
    "written_points",
]
