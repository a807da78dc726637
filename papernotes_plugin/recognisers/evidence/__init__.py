"""Helpers of the recognisers: the structure of a note, and the titles, names, labels and links in it."""
