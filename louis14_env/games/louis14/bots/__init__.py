"""Compiled players of Louis XIV: sane, peaceful, heuristic, and what search asks of the latter."""
