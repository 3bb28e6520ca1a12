"""The window: pages over the workflow's verbs and views, for people who write, review and judge."""
