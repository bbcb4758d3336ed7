"""Compiled players of Louis XIV: sane, heuristic, and what search asks of the latter."""
