"""The gold subset: drawn by chance, every domain by its share."""
