"""The checks of `papernotes doctor`."""
