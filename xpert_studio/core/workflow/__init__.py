"""What people do with a project: commands over the project file, and what they are shown of it.

Every command takes a ``CommandContext`` first, refuses what the person may not do with a reason,
writes records and log in one transaction, and returns the ``Change`` that ``undo`` and ``redo``
take.
"""

from xpert_studio.core.workflow import notices as _notices  # noqa: F401 - names rows of the history
from xpert_studio.core.workflow.adjudication import confirm, override
from xpert_studio.core.workflow.anchors import choose_anchors
from xpert_studio.core.workflow.attaching import (
    attach_bytes,
    attach_file,
    bytes_of,
    caption_attachment,
    detach_file,
    read_file,
)
from xpert_studio.core.workflow.blinding import (
    blind_labels,
    blinding_for,
    blinding_of,
    find_response,
)
from xpert_studio.core.workflow.briefs import (
    change_brief,
    create_brief,
    hand_over,
    submit_brief,
)
from xpert_studio.core.workflow.categories import (
    define_category,
    merge_categories,
    remove_category,
    rename_category,
    set_target,
)
from xpert_studio.core.workflow.certifying import add_certificate
from xpert_studio.core.workflow.checkpoint_library import take_checkpoint
from xpert_studio.core.workflow.command_context import CommandContext, person_of
from xpert_studio.core.workflow.commands import COMMANDS, WORDS, Command, every_command
from xpert_studio.core.workflow.comparing import Preference, record_comparison, withdraw_comparison
from xpert_studio.core.workflow.error_analysis import (
    attribute,
    keep_attributions,
    withdraw_attributions,
)
from xpert_studio.core.workflow.excluding import (
    exclude_expert,
    exclude_system,
    include_expert,
    include_system,
)
from xpert_studio.core.workflow.form_view import FormLine, FormView, form_view
from xpert_studio.core.workflow.freezing import latest_number, submit_rubric
from xpert_studio.core.workflow.gold import choose_anchor, draw_subset, free_anchor, remove_subset
from xpert_studio.core.workflow.judging import judge_line, open_form, spend_time, submit_form
from xpert_studio.core.workflow.linting import Linted, dismiss, lint_all, lint_task
from xpert_studio.core.workflow.new_project import new_project
from xpert_studio.core.workflow.pack_records import put_records, remove_records
from xpert_studio.core.workflow.panels import define_panel, kept_panels, remove_panel
from xpert_studio.core.workflow.people import (
    add_person,
    change_person,
    found_project,
    qualify,
    set_practice,
)
from xpert_studio.core.workflow.policies import (
    add_dimensions,
    add_domains,
    choose_recipe,
    describe_dimensions,
    describe_project,
    set_grading_policy,
    set_policies,
)
from xpert_studio.core.workflow.publications import (
    PastPublication,
    Publication,
    check_publisher,
    note_publication,
    read_publications,
)
from xpert_studio.core.workflow.reading import read_form, read_rubric
from xpert_studio.core.workflow.remedies import anchor_case, dispute_judgment, fix_checkpoint
from xpert_studio.core.workflow.responding import (
    NewFile,
    NewResponse,
    add_responses,
    remove_response,
    set_baseline,
)
from xpert_studio.core.workflow.reviewing import (
    add_comment,
    answer_comment,
    approve,
    change_comment,
    reopen_comment,
    resolve_comment,
    send_back,
    start_review,
    withdraw_comment,
)
from xpert_studio.core.workflow.revision_diff import compare
from xpert_studio.core.workflow.rubric_lines import (
    LineFields,
    add_checkpoint,
    add_checkpoints,
    bulk_change,
    duplicate_checkpoint,
    edit_checkpoint,
    merge_checkpoints,
    move_checkpoints,
    remove_checkpoints,
    split_at,
    split_checkpoint,
)
from xpert_studio.core.workflow.rubric_replacing import take_rubric, take_rubrics
from xpert_studio.core.workflow.spot_checks import draw_spot_checks, finish_spot_check
from xpert_studio.core.workflow.steering import give_up, steer
from xpert_studio.core.workflow.suggestions import (
    accept_suggestions,
    keep_draft,
    reject_suggestions,
)
from xpert_studio.core.workflow.system_edits import describe_system, merge_systems
from xpert_studio.core.workflow.systems import seen_systems, sees_systems
from xpert_studio.core.workflow.triage import accept, discard, reopen, return_brief
from xpert_studio.core.workflow.unblinding import need_alignment, need_judged, need_results, unblind
from xpert_studio.core.workflow.undoing import redo, turn_refusal, undo
from xpert_studio.core.workflow.views.pairs import (
    PairView,
    ToCompare,
    pair_view,
    tasks_to_compare,
)
from xpert_studio.core.workflow.waiting import Waiting, waiting_for

__all__ = [
    "COMMANDS",
    "WORDS",
    "Command",
    "CommandContext",
    "FormLine",
    "FormView",
    "LineFields",
    "Linted",
    "NewFile",
    "NewResponse",
    "PairView",
    "PastPublication",
    "Preference",
    "Publication",
    "ToCompare",
    "Waiting",
    "accept",
    "accept_suggestions",
    "add_certificate",
    "add_checkpoint",
    "add_checkpoints",
    "add_comment",
    "add_dimensions",
    "add_domains",
    "add_person",
    "add_responses",
    "anchor_case",
    "answer_comment",
    "approve",
    "attach_bytes",
    "attach_file",
    "attribute",
    "blind_labels",
    "blinding_for",
    "blinding_of",
    "bulk_change",
    "bytes_of",
    "caption_attachment",
    "change_brief",
    "change_comment",
    "change_person",
    "check_publisher",
    "choose_anchor",
    "choose_anchors",
    "choose_recipe",
    "compare",
    "confirm",
    "create_brief",
    "define_category",
    "define_panel",
    "describe_dimensions",
    "describe_project",
    "describe_system",
    "detach_file",
    "discard",
    "dismiss",
    "dispute_judgment",
    "draw_spot_checks",
    "draw_subset",
    "duplicate_checkpoint",
    "edit_checkpoint",
    "every_command",
    "exclude_expert",
    "exclude_system",
    "find_response",
    "finish_spot_check",
    "fix_checkpoint",
    "form_view",
    "found_project",
    "free_anchor",
    "give_up",
    "hand_over",
    "include_expert",
    "include_system",
    "judge_line",
    "keep_attributions",
    "keep_draft",
    "kept_panels",
    "latest_number",
    "lint_all",
    "lint_task",
    "merge_categories",
    "merge_checkpoints",
    "merge_systems",
    "move_checkpoints",
    "need_alignment",
    "need_judged",
    "need_results",
    "new_project",
    "note_publication",
    "open_form",
    "override",
    "pair_view",
    "person_of",
    "put_records",
    "qualify",
    "read_file",
    "read_form",
    "read_publications",
    "read_rubric",
    "record_comparison",
    "redo",
    "reject_suggestions",
    "remove_category",
    "remove_checkpoints",
    "remove_panel",
    "remove_records",
    "remove_response",
    "remove_subset",
    "rename_category",
    "reopen",
    "reopen_comment",
    "resolve_comment",
    "return_brief",
    "seen_systems",
    "sees_systems",
    "send_back",
    "set_baseline",
    "set_grading_policy",
    "set_policies",
    "set_practice",
    "set_target",
    "spend_time",
    "split_at",
    "split_checkpoint",
    "start_review",
    "steer",
    "submit_brief",
    "submit_form",
    "submit_rubric",
    "take_checkpoint",
    "take_rubric",
    "take_rubrics",
    "tasks_to_compare",
    "turn_refusal",
    "unblind",
    "undo",
    "waiting_for",
    "withdraw_attributions",
    "withdraw_comment",
    "withdraw_comparison",
]
