"""What must not get slow: ratios within one run on one machine, never seconds."""
