"""Tests of `papernotes fetch`."""
