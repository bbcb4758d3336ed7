"""What a checkpoint is worth, in the arena: python -m training.evaluate louis14-4p --against heuristic --deals 400

The same as `louis14 evaluate`.
"""

import sys

from louis14_env.cli import app

if __name__ == "__main__":
    sys.argv[1:1] = ["evaluate"]
    app(prog_name="python -m training.evaluate")
