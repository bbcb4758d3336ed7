"""Reinforcement-learning environments for the board games of the Sun King's court.

`from louis14_env import louis14_v0` is the PettingZoo way; gymnasium.make("Louis14-v0") and pettingzoo.make("aec", "louis14_v0") work
once this package is imported.
"""

from louis14_env.adapters.registration import register_all

__version__ = "0.1.0"

register_all(__name__)
