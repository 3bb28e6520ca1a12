"""Three-way merging of records: pure functions from records and their pasts to what comes of them.

Nothing here reads or writes a project. ``workflow.packets`` gathers what is merged and writes down
what came of it.
"""
