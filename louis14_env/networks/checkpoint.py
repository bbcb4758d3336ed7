"""Checkpoints: a network's tensors as NAME.safetensors and what is to know about them as NAME.json, its card. Nothing is unpickled.

Tensors: hidden.K.weight [input, output] and hidden.K.bias for K = 0, 1, ... (each followed by a rectifier), policy.weight and policy.bias
(a logit an action), value.weight and value.bias (the share of the win, one output a player count from the game's smallest on). If the
card has a `prior`, that many times the game's own scores of the legal actions is added to their logits.
"""

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from louis14_env.core.files import replacing
from louis14_env.core.game import Game

FORMAT = 1
MOST_PRIOR = 1000
VARIABLE = "LOUIS14_CHECKPOINTS"
TENSORS, CARD = ".safetensors", ".json"
REQUIRED = {
    "format": int,
    "game": str,
    "data": str,
    "observation": int,
    "actions": int,
    "players": list,
    "sha256": str,
    "seal": str,
}
SEALED = (*REQUIRED, "prior")  # what a card says about how the network plays


class CheckpointError(ValueError):
    """A checkpoint that is not there, damaged or not of this game; says which file and why."""


@dataclass(frozen=True)
class Checkpoint:
    """A network and its card."""

    name: str
    card: dict[str, Any]
    tensors: dict[str, np.ndarray]  # float32, C order

    @property
    def prior(self) -> float:
        """The weight of the game's own scores in the logits."""
        return float(self.card.get("prior", 0.0))


def num_hidden(tensors: dict[str, np.ndarray]) -> int:
    """The number of hidden layers."""
    return sum(key.startswith("hidden.") and key.endswith(".weight") for key in tensors)


def directories() -> list[Path]:
    """Where checkpoints are looked for by name."""
    own = os.environ.get(VARIABLE)
    shipped = Path(__file__).resolve().parents[2] / "checkpoints"
    return [*([Path(own)] if own else []), Path("checkpoints"), shipped]


def cards_by_name() -> dict[str, Path]:
    """The cards of the checkpoints that can be named, sorted; of two with one name the first folder's."""
    found: dict[str, Path] = {}
    for folder in directories():
        for path in folder.glob(f"*{CARD}"):
            found.setdefault(path.stem, path)
    return dict(sorted(found.items()))


def find_checkpoint(name: str) -> Path:
    """The path without ending of a checkpoint given by name or by path."""
    if not name:
        raise CheckpointError("a policy needs the name or the path of a checkpoint, such as policy:louis14-4p")
    plain = name.removesuffix(TENSORS).removesuffix(CARD)
    places = [Path(plain)] if os.sep in plain else [folder / plain for folder in directories()]
    for place in places:
        if Path(f"{place}{CARD}").is_file():
            return place
    raise CheckpointError(
        f"no checkpoint {name!r} in {', '.join(str(place.parent) for place in places)}; there are: {', '.join(cards_by_name()) or 'none'}"
    )


def load_checkpoint(name: str, game: Game) -> Checkpoint:
    """The checkpoint of that name or path, checked against its card and the game."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    base = find_checkpoint(name)
    card = read_card(Path(f"{base}{CARD}"), game)
    path = Path(f"{base}{TENSORS}")
    data = read_data(path, card)
    try:
        tensors = load(data)
    except (SafetensorError, KeyError, TypeError, ValueError) as error:  # KeyError: numbers of a kind that NumPy has not
        raise CheckpointError(f"{path}: not a safetensors file that can be read: {error}") from None
    tensors = {key: np.ascontiguousarray(value, np.float32) for key, value in tensors.items()}
    checkpoint = Checkpoint(base.name, card, tensors)
    check_shapes(path, checkpoint, game)
    return checkpoint


def about(game: Game) -> dict[str, Any]:
    """What a card says about the game, and must say for the network to be played."""
    sizes = {"observation": game.observation.size, "actions": game.actions.size}
    return {"format": FORMAT, "game": game.id, "data": game.digest, **sizes}


def read_data(path: Path, card: dict[str, Any]) -> bytes:
    """The bytes of a file whose hash is on the card."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CheckpointError(f"{path}: cannot be read: {error}") from None
    found = hashlib.sha256(data).hexdigest()
    if found not in (card["sha256"], card.get("before")):
        raise CheckpointError(
            f"{path}: its sha256 is {found[:12]}..., the card has {card['sha256'][:12]}...: the file is damaged"
        )
    return data


def seal(card: dict[str, Any]) -> str:
    """A digest of what the card says about how the network plays."""
    said = {name: card.get(name) for name in SEALED if name != "seal"}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def write_network(path: Path, data: bytes, game: Game, players: list[int], **more: Any) -> None:
    """Writes a network's file and its card, each whole or not at all; `more` goes onto the card.

    Until the new file is there, its card also fits the one before, if that is of the same kind: whoever is killed in between leaves a pair
    that can be read.
    """
    card = {**about(game), "players": players, **more, "sha256": hashlib.sha256(data).hexdigest()}
    card["seal"] = seal(card)
    path.parent.mkdir(parents=True, exist_ok=True)
    card_path = Path(f"{path.with_suffix('')}{CARD}")
    if before := _fitting(path, card_path, card):
        write_card(card_path, card | {"before": before})
    with replacing(path, binary=True) as out:
        out.write(data)
    write_card(card_path, card)


def _fitting(path: Path, card_path: Path, card: dict[str, Any]) -> str:
    """The hash of the tensors that lie there, if their card says nothing else about how they play; else nothing."""
    try:
        old = json.loads(card_path.read_text(encoding="utf-8"))
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        alike = all(old.get(name) == card.get(name) for name in SEALED if name not in ("sha256", "seal"))
        return found if alike and found in (old.get("sha256"), old.get("before")) else ""
    except (OSError, ValueError, AttributeError):
        return ""


def write_card(path: Path, card: dict[str, Any]) -> None:
    """Writes a card, whole or not at all."""
    with replacing(path) as out:
        out.write(json.dumps(card, indent=1) + "\n")


def read_card(path: Path, game: Game) -> dict[str, Any]:
    """A card, checked against the game."""
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CheckpointError(f"{path}: cannot be read as JSON: {error}") from None
    if not isinstance(card, dict):
        raise CheckpointError(f"{path}: a card is a JSON object, not {card!r:.40}")
    for key, kind in REQUIRED.items():
        if type(card.get(key)) is not kind:
            raise CheckpointError(f"{path}: {key} must be a {kind.__name__}, not {card.get(key)!r:.40}")
    prior = card.get("prior", 0.0)
    if type(prior) not in (int, float) or not 0 <= prior <= MOST_PRIOR:
        raise CheckpointError(f"{path}: prior must be a number 0..{MOST_PRIOR}, not {prior!r:.40}")
    for key, mine in about(game).items():
        if card[key] != mine:
            raise CheckpointError(f"{path}: {key} is {card[key]!r}, this game needs {mine!r}")
    if card["seal"] != seal(card):
        raise CheckpointError(f"{path}: was changed: its seal does not fit what it says of {', '.join(SEALED)}")
    return card


def check_shapes(path: Path, checkpoint: Checkpoint, game: Game) -> None:
    """Raises CheckpointError if a tensor is missing, of another shape or not finite."""
    size = game.observation.size
    counts = game.max_players - game.min_players + 1
    layers = [f"hidden.{k}" for k in range(num_hidden(checkpoint.tensors))]
    known = {f"{layer}.{part}" for layer in [*layers, "policy", "value"] for part in ("weight", "bias")}
    if not layers or set(checkpoint.tensors) != known:
        raise CheckpointError(
            f"{path}: has the tensors {', '.join(sorted(checkpoint.tensors))}, not {', '.join(sorted(known))}, with one hidden layer or more"
        )
    for layer in [*layers, "policy", "value"]:
        weight, bias = checkpoint.tensors[f"{layer}.weight"], checkpoint.tensors[f"{layer}.bias"]
        wide = {"policy": game.actions.size, "value": counts}.get(layer, bias.size)
        if weight.shape != (size, wide) or bias.shape != (wide,):
            raise CheckpointError(
                f"{path}: {layer} has the shapes {weight.shape} and {bias.shape}, not {(size, wide)} and {(wide,)}"
            )
        if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
            raise CheckpointError(f"{path}: {layer} has values that are not finite")
        size = wide if layer in layers else size


def save_checkpoint(base: Path, tensors: dict[str, np.ndarray], game: Game, players: list[int], **more: Any) -> None:
    """Writes base.safetensors and base.json, the card last; `more` goes onto the card."""
    from safetensors.numpy import save

    data = save({key: np.ascontiguousarray(value, np.float32) for key, value in tensors.items()})
    write_network(Path(f"{base}{TENSORS}"), data, game, players, **more)
