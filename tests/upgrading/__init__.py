"""Sites that released versions wrote, and what later versions must keep."""
