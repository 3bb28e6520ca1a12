"""The brief: its parts, the reference answer, attachments, checklist and preview."""
