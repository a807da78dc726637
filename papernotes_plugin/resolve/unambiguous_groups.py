"""Divide things into groups of which every two are the same, without a thing that joins two different ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable


def unambiguous_groups(count: int, are_same: Callable[[int, int], bool]) -> tuple[list[list[int]], list[int]]:
    """Return the groups of the numbers below `count`, and the numbers that fit two different groups.

    Two numbers are in one group if they are the same as each other, and the same as and different from the same other
    numbers.  The result does not depend on the order of the numbers.

    Examples:
        >>> unambiguous_groups(4, lambda a, b: abs(a - b) == 1)
        ([[0], [3]], [1, 2])
        >>> unambiguous_groups(4, lambda a, b: a % 2 == b % 2)
        ([[0, 2], [1, 3]], [])
    """
    same = [1 << number for number in range(count)]
    for one in range(count):
        for other in range(one):
            if are_same(other, one):
                same[one] |= 1 << other
                same[other] |= 1 << one
    by_set: dict[int, list[int]] = defaultdict(list)
    for number, others in enumerate(same):
        by_set[others].append(number)
    groups: list[list[int]] = []
    ambiguous: list[int] = []
    for others, members in by_set.items():
        is_complete = all(same[number] & others == others for number in range(count) if others >> number & 1)
        if is_complete:
            groups.append(members)
        else:
            ambiguous += members
    return sorted(groups), sorted(ambiguous)
