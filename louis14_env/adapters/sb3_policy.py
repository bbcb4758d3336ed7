"""A zip of Stable-Baselines3 as a bot: the policy network's weights alone, played by the compiled network. Nothing is unpickled.

The zip is one that `training.sb3` saved, with a card beside it: MlpPolicy with rectifiers (activation_fn=torch.nn.ReLU). Its value network
is another network and is left out; the bot's value head is zero.
"""

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from louis14_env.bots.policy import ARGUMENTS, NetworkBot
from louis14_env.core.game import Game
from louis14_env.core.specs import write_spec
from louis14_env.networks.checkpoint import CARD, Checkpoint, CheckpointError, check_shapes, read_card, read_data
from louis14_env.networks.compiled import Network

ZIP = ".zip"
WEIGHTS, DATA = "policy.pth", "data"  # what is read of the zip; DATA as JSON, the pickles inside it are left alone
RECTIFIER = "<class 'torch.nn.modules.activation.ReLU'>"
HIDDEN, HIDDEN_OF_VALUE = "mlp_extractor.policy_net", "mlp_extractor.value_net"
POLICY, VALUE = "action_net", "value_net"
PARTS = ("weight", "bias")


class Sb3Bot(NetworkBot):
    """A zip of Stable-Baselines3 as a player."""

    def __init__(self, game: Game, name: str, temperature: float = 0.0):
        self.checkpoint = load_zip(name, game)
        spec = write_spec("sb3", {"name": name, "temperature": temperature}, ARGUMENTS)
        super().__init__(Network(self.checkpoint.tensors, game), spec, temperature)


def zip_path(name: str | Path) -> Path:
    """The path of a zip that is given with or without its ending."""
    return Path(name if str(name).endswith(ZIP) else f"{name}{ZIP}")


def load_zip(name: str, game: Game) -> Checkpoint:
    """The policy in the zip of that path, with or without its ending, checked against its card and the game."""
    if not name:
        raise CheckpointError("sb3 needs the path of a zip, such as sb3:runs/sb3/model.zip")
    path = zip_path(name)
    if not path.is_file():
        raise CheckpointError(f"{path}: there is no such file")
    card_path = path.with_suffix(CARD)
    if not card_path.is_file():
        raise CheckpointError(f"{card_path}: there is no such card; python -m training.sb3 writes one beside each zip")
    card = read_card(card_path, game)
    data = read_data(path, card)
    checkpoint = Checkpoint(path.stem, card, to_tensors(read_weights(path, data), path, game))
    check_shapes(path, checkpoint, game)
    return checkpoint


def read_weights(path: Path, data: bytes) -> dict[str, np.ndarray]:
    """The weights of a zip's policy, as Stable-Baselines3 names them."""
    try:
        import torch
    except ImportError:
        raise CheckpointError(
            f"{path}: to read it needs PyTorch: pip install 'louis14-env[train]' brings the extra train"
        ) from None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            weights, about_model = archive.read(WEIGHTS), json.loads(archive.read(DATA))
    except (zipfile.BadZipFile, KeyError, ValueError, NotImplementedError, RuntimeError) as error:
        raise CheckpointError(f"{path}: not a zip of Stable-Baselines3: {error}") from None
    activation = activation_of(about_model)
    if activation != RECTIFIER:
        raise CheckpointError(f"{path}: its activation_fn is {activation}, the compiled network needs {RECTIFIER}")
    try:
        state = torch.load(io.BytesIO(weights), map_location="cpu", weights_only=True)
        return {key: value.float().numpy() for key, value in state.items()}
    except Exception as error:  # torch raises whatever it stumbles over
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise CheckpointError(f"{path}: {WEIGHTS} does not hold tensors alone: {reason}") from None


def activation_of(about_model: Any) -> str:
    """The activation that a model's data names in words."""
    words = about_model.get("policy_kwargs") if isinstance(about_model, dict) else None
    return str(words.get("activation_fn", "the default")) if isinstance(words, dict) else "unknown"


def to_tensors(state: Mapping[str, np.ndarray], path: Path, game: Game) -> dict[str, np.ndarray]:
    """The policy network as our checkpoints have it: hidden.K, policy and a value head of zeros, weights [input, output]."""
    count = sum(key.startswith(f"{HIDDEN}.") and key.endswith(".weight") for key in state)
    theirs = {f"hidden.{k}": f"{HIDDEN}.{2 * k}" for k in range(count)} | {
        "policy": POLICY
    }  # every other module is an activation
    needed = {f"{layer}.{part}" for layer in theirs.values() for part in PARTS}
    found = {key for key in state if not key.startswith((f"{HIDDEN_OF_VALUE}.", f"{VALUE}."))}
    if found != needed:
        raise CheckpointError(f"{path}: its policy has the tensors {', '.join(sorted(found))}, not {', '.join(sorted(needed))}")
    tensors = {
        f"{ours}.{part}": np.ascontiguousarray(state[f"{layer}.{part}"].T, np.float32)
        for ours, layer in theirs.items()
        for part in PARTS
    }
    counts = game.max_players - game.min_players + 1
    inputs = state[f"{POLICY}.weight"].shape[-1:]
    return tensors | {"value.weight": np.zeros((*inputs, counts), np.float32), "value.bias": np.zeros(counts, np.float32)}
