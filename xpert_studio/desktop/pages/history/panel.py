from xpert_studio.desktop.pages.task.panel import Panel


class HistoryPanel(Panel):
    pass
