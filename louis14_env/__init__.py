"""Reinforcement-learning environments for the board games of the Sun King's court."""

__version__ = "0.1.0"
