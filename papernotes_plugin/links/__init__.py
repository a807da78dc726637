"""Links: the paths of generated pages, and the targets of links in notes."""
