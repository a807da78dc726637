"""The project itself: layers, documentation, packages, licences."""
