"""The window: pages over the workflow's verbs and views, for people who write, review and judge."""

from xpert_studio.desktop.singletons import keep_singletons_alive

keep_singletons_alive()
