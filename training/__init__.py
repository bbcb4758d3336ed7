"""Training: policies that learn by self-play, and what they are worth. Each module is a program: `python -m training.ppo --help`."""
