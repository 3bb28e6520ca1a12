"""How well the judges follow the experts, and the work on where they do not."""
