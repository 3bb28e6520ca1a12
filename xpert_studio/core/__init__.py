"""What every project needs, whatever front end is in front of it and whatever packs there are."""
