"""The rubric editor: a table made for writing, with findings, balance and drafts beside it."""
