"""What the work is about, as frozen records: no I/O, no clock, no toolkit.

Names are re-exported here; the columns for figures stand in ``records.columns``, which needs numpy.
"""

from xpert_studio.records.attributions import Attribution, Cause, DisagreementKey, Grounds
from xpert_studio.records.base import (
    Id,
    NonBlank,
    Quote,
    Record,
    Text,
    grouped,
    is_misleading_id,
    is_valid_id,
)
from xpert_studio.records.basis import decision_basis
from xpert_studio.records.certificates import (
    Bindings,
    Certificate,
    CertifiedFigure,
    CertifiedFigures,
    CertifiedGroup,
    CertifiedScale,
    SelfDecided,
    certificate_key,
)
from xpert_studio.records.changes import Change, ChangeState, Edit, Staleness, overlap
from xpert_studio.records.dismissals import Dismissal
from xpert_studio.records.hashing import bytes_hash, canonical_json, content_hash
from xpert_studio.records.judges import Judge, JudgeMode, JudgeSettings
from xpert_studio.records.judgments import (
    GOLD_STATUSES,
    Anchor,
    Draft,
    Judgment,
    JudgmentStatus,
    Sheet,
)
from xpert_studio.records.log import LogEntry
from xpert_studio.records.order import arranged, order_key, placed
from xpert_studio.records.people import Person, Qualification, Role
from xpert_studio.records.project import (
    FEWEST_TASKS,
    GradingPolicy,
    Mode,
    Policies,
    ProjectInfo,
    Taxonomy,
    Visibility,
)
from xpert_studio.records.proposals import Proposal, ProposalState, SourcePart
from xpert_studio.records.ratings import Rating, RatingState
from xpert_studio.records.read_marks import ReadMark
from xpert_studio.records.responses import Response, ResponseRole
from xpert_studio.records.reviews import (
    Aspect,
    Remark,
    Reply,
    Review,
    ReviewOutcome,
    Severity,
    SpotCheck,
    SpotCheckOutcome,
)
from xpert_studio.records.rubrics import (
    BINARY,
    DEFAULT_WEIGHTS,
    MOST_WEIGHT,
    Checkpoint,
    RevisionState,
    RubricRevision,
    Tier,
    is_policy_weight,
)
from xpert_studio.records.runs import ENDED, Run, RunPulse, RunRequest, RunState, RunTerms
from xpert_studio.records.sheets import OpenSheet
from xpert_studio.records.stages import BEING_WRITTEN, MOVES, Stage, may_move
from xpert_studio.records.subsets import AnchorChoice, Stratum, Subset
from xpert_studio.records.tasks import Attachment, Checklist, Difficulty, Task, Triage
from xpert_studio.records.verdicts import (
    ATTACHMENTS_NOT_SEEN,
    Call,
    Usage,
    Verdict,
)

__all__ = [
    "ATTACHMENTS_NOT_SEEN",
    "BEING_WRITTEN",
    "BINARY",
    "DEFAULT_WEIGHTS",
    "ENDED",
    "FEWEST_TASKS",
    "GOLD_STATUSES",
    "MOST_WEIGHT",
    "MOVES",
    "Anchor",
    "AnchorChoice",
    "Aspect",
    "Attachment",
    "Attribution",
    "Bindings",
    "Call",
    "Cause",
    "Certificate",
    "CertifiedFigure",
    "CertifiedFigures",
    "CertifiedGroup",
    "CertifiedScale",
    "Change",
    "ChangeState",
    "Checklist",
    "Checkpoint",
    "Difficulty",
    "DisagreementKey",
    "Dismissal",
    "Draft",
    "Edit",
    "GradingPolicy",
    "Grounds",
    "Id",
    "Judge",
    "JudgeMode",
    "JudgeSettings",
    "Judgment",
    "JudgmentStatus",
    "LogEntry",
    "Mode",
    "NonBlank",
    "OpenSheet",
    "Person",
    "Policies",
    "ProjectInfo",
    "Proposal",
    "ProposalState",
    "Qualification",
    "Quote",
    "Rating",
    "RatingState",
    "ReadMark",
    "Record",
    "Remark",
    "Reply",
    "Response",
    "ResponseRole",
    "Review",
    "ReviewOutcome",
    "RevisionState",
    "Role",
    "RubricRevision",
    "Run",
    "RunPulse",
    "RunRequest",
    "RunState",
    "RunTerms",
    "SelfDecided",
    "Severity",
    "Sheet",
    "SourcePart",
    "SpotCheck",
    "SpotCheckOutcome",
    "Stage",
    "Staleness",
    "Stratum",
    "Subset",
    "Task",
    "Taxonomy",
    "Text",
    "Tier",
    "Triage",
    "Usage",
    "Verdict",
    "Visibility",
    "arranged",
    "bytes_hash",
    "canonical_json",
    "certificate_key",
    "content_hash",
    "decision_basis",
    "grouped",
    "is_misleading_id",
    "is_policy_weight",
    "is_valid_id",
    "may_move",
    "order_key",
    "overlap",
    "placed",
]
