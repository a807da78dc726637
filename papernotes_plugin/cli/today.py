"""What day it is."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime


def today() -> date:
    """The day that `SOURCE_DATE_EPOCH` names, so that what is checked twice comes out the same; else that of now."""
    told = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        return datetime.fromtimestamp(int(told), UTC).date()
    except (ValueError, OverflowError, OSError):
        return datetime.now(UTC).date()
