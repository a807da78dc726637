"""Which papers of a library a directive, a command or a caller asks for."""
