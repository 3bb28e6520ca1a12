"""Small widgets that pages are made of; pages import them from ``desktop.kit``."""
