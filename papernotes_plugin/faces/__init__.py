"""Faces: the parts of the MkDocs plugin and of the command that touch the disk, the terminal and the host."""
