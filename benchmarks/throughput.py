"""The engine's speed as JSON lines: python benchmarks/throughput.py [--no-cold]"""

import json
import sys

from louis14_env.bench import measures
from louis14_env.games import get_game

if __name__ == "__main__":
    for measure in measures(get_game("louis14"), cold="--no-cold" not in sys.argv[1:]):
        print(json.dumps(measure), flush=True)
