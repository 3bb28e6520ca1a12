"""The program's own packs, one a folder; see ``xpert_studio.core.packs``."""
