"""Small widgets that pages are made of."""
