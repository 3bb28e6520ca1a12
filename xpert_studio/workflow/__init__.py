"""What people do with a project, one function a verb, over the project file."""

from xpert_studio.workflow.anchors import choose_anchors
from xpert_studio.workflow.near_copies import near_copies
from xpert_studio.workflow.new_project import new_project

__all__ = ["choose_anchors", "near_copies", "new_project"]
