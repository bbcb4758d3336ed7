"""Positions of Louis XIV with a right move, by phase."""
