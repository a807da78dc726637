"""Other site generators: what Hugo, Quartz, Zensical and others need of generated pages."""
