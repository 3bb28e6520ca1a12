"""The form that a run is composed in, with a plan beside it that is always that of the form."""
