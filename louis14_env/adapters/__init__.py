"""Environments of the standard APIs over any Game: PettingZoo AEC, Gymnasium, vector, Stable-Baselines3."""
