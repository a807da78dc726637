"""Tests of `recognisers/`."""
