"""One task as a workspace: brief, rubric, review, responses, history."""
