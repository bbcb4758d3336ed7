"""How much a frozen policy can be exploited: python -m training.best_response louis14-2p --players 2 --out runs/response

Trains a best response by PPO: one seat learns, the frozen policy holds all others. It begins as that policy itself, so that it starts
at parity. The response's win share above 1/n, measured on deals that nobody trained with, is a lower bound of what can be gained.
"""

import argparse
import dataclasses
import json
import sys
from collections.abc import Sequence

from rich.console import Console

from louis14_env.arena.evaluate import measure
from louis14_env.core.files import replacing
from louis14_env.games import get_game
from louis14_env.networks.checkpoint import CheckpointError, load_checkpoint, num_hidden
from training.ppo import POLICY, STATE, Run, Settings
from training.settings import SETTINGS, add_options, from_json, given

RESPONSE = "response.json"
FIXED = ("start", "sharpen", "prior", "hidden", "bots", "bot_share", "past", "baselines")  # follow from the checkpoint
DEFAULTS = {"decisions": 5_000_000, "games": 512, "learning_rate": 3e-4, "entropy": 0.003}


def response_settings(checkpoint: str, changes: dict) -> Settings:
    """The settings of a best response to a checkpoint."""
    for name in FIXED:
        if name in changes:
            raise ValueError(f"{name} follows from the checkpoint: leave it out")
    base = Settings(**(DEFAULTS | changes))
    frozen = load_checkpoint(checkpoint, get_game(base.game))
    players = base.players if "players" in changes else tuple(frozen.card["players"][:1])
    hidden = tuple(frozen.tensors[f"hidden.{k}.bias"].size for k in range(num_hidden(frozen.tensors)))
    opponent = (f"policy:{checkpoint}",)
    return dataclasses.replace(
        base,
        players=players,
        start=checkpoint,
        prior=frozen.prior,
        hidden=hidden,
        bots=opponent,
        bot_share=1.0,
        past=0.0,
        baselines=opponent,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m training.best_response", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkpoint", help="name or path of the frozen policy")
    parser.add_argument("--deals", type=int, default=500, help="deals of the measurement [500]")
    add_options(parser, Settings)
    parsed = parser.parse_args(arguments)
    console = Console()
    try:
        settings = response_settings(parsed.checkpoint, given(parsed, Settings))
        goes_on = (settings.out / STATE).exists()
        if goes_on and from_json(Settings, settings.out / SETTINGS) != settings:
            raise ValueError(f"{settings.out} holds another run: take another --out; the same command goes on with its own run")
        run = Run(settings, goes_on, console, ["training.best_response", *(arguments or sys.argv[1:])])
    except (ValueError, CheckpointError) as error:
        parser.error(str(error))
    run.go()
    opponent, response = settings.bots[0], f"policy:{settings.out / POLICY}"
    rows = [measure(run.trainer.game, response, opponent, count, parsed.deals) for count in settings.players]
    for row in rows:
        console.print(f"{response} against {opponent}, {row.players} players: {row.text} %", soft_wrap=True)
    gains = [{**row.facts(), "gain": [round(number - 1 / row.players, 4) for number in row.win]} for row in rows]
    with replacing(settings.out / RESPONSE) as out:
        out.write(json.dumps(gains, indent=1) + "\n")
    for gained in gains:
        low, high = (f"{100 * number:.1f}" for number in gained["gain"][1:])
        console.print(
            f"{gained['players']} players: gain over parity {100 * gained['gain'][0]:.1f} ({low} to {high}) % of the win"
        )


if __name__ == "__main__":
    main()
