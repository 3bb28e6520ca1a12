from xpert_studio.desktop.pages.base import Page


class ProjectPage(Page):
    pass
