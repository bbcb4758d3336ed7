"""Settings as a dataclass, read from the command line: the type, the default, the bounds and one line of help stand at the field."""

import argparse
import dataclasses
import json
import typing
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

S = TypeVar("S")
SETTINGS = "settings.json"  # in a run's folder


def option(default: Any, meaning: str, least: float | None = None, most: float | None = None, allowed: Sequence[str] = ()) -> Any:
    """A field of a settings dataclass. A tuple is given as several values."""
    return dataclasses.field(
        default=default, metadata={"meaning": meaning, "least": least, "most": most, "allowed": tuple(allowed)}
    )


def check(settings: Any) -> None:
    """Raises ValueError, naming the value and what is allowed, if a setting is out of bounds."""
    for field in dataclasses.fields(settings):
        value, bounds = getattr(settings, field.name), field.metadata
        for one in value if isinstance(value, tuple) else (value,):
            if bounds["allowed"] and one not in bounds["allowed"]:
                raise ValueError(f"{field.name} must be one of {', '.join(bounds['allowed'])}, not {one!r}")
            if bounds["least"] is not None and not bounds["least"] <= one:
                raise ValueError(f"{field.name} must be at least {bounds['least']:g}, not {one}")
            if bounds["most"] is not None and not one <= bounds["most"]:
                raise ValueError(f"{field.name} must be at most {bounds['most']:g}, not {one}")


def add_options(parser: argparse.ArgumentParser, settings: type) -> None:
    """An option of the parser for each field, without a value where it is not given."""
    kinds = typing.get_type_hints(settings)
    for field in dataclasses.fields(settings):
        kind, many = kinds[field.name], typing.get_origin(kinds[field.name]) is tuple
        default: Any = field.default
        shown = " ".join(map(str, default)) if many else default
        if kind is bool:
            parser.add_argument(
                f"--{field.name.replace('_', '-')}",
                action="store_true",
                default=argparse.SUPPRESS,
                help=field.metadata["meaning"],
            )
            continue
        parser.add_argument(
            f"--{field.name.replace('_', '-')}",
            type=typing.get_args(kind)[0] if many else kind,
            nargs="*" if many else None,
            default=argparse.SUPPRESS,
            metavar=(typing.get_args(kind)[0] if many else kind).__name__.upper(),
            help=f"{field.metadata['meaning']} [{shown}]",
        )


def given(parsed: argparse.Namespace, settings: type) -> dict[str, Any]:
    """Those of the settings that stood on the command line."""
    named = {field.name: getattr(parsed, field.name) for field in dataclasses.fields(settings) if hasattr(parsed, field.name)}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in named.items()}


def chosen(settings: type[S], parsed: argparse.Namespace, folder: Path | None, may_grow: str) -> S:
    """The settings that the command line gives or, of a run that goes on in `folder`, that one's; there only `may_grow` may be given."""
    values = given(parsed, settings)
    if folder is None:
        return settings(**values)
    if others := sorted(set(values) - {may_grow}):
        raise ValueError(f"--resume takes a run as it is: leave out {', '.join(others)}")
    return settings(**{**vars(from_json(settings, folder / SETTINGS)), "out": folder, **values})


def to_json(settings: Any) -> str:
    """The settings as JSON, to read and to go on with."""
    return json.dumps(dataclasses.asdict(settings), indent=1, default=str) + "\n"


def from_json(settings: type[S], path: Path) -> S:
    """The settings in a file that to_json wrote; raises ValueError, naming the file, if they are not."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        kinds = typing.get_type_hints(settings)
        unknown = set(values) - set(kinds)
        if unknown:
            raise ValueError(f"there is no setting {', '.join(sorted(unknown))}")
        plain = {name: _as(kinds[name], value) for name, value in values.items()}
        return settings(**plain)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ValueError(f"{path}: no settings: {error}") from None


def _as(kind: Any, value: Any) -> Any:
    if typing.get_origin(kind) is tuple:
        return tuple(typing.get_args(kind)[0](one) for one in value)
    return kind(value)
