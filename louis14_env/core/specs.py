"""Names with arguments, such as `ismcts:iterations=400,rollout=random`: read, checked and written the same way everywhere.

The first argument's key may be left out if it is a name itself: `policy:louis14-4p` is `policy:name=louis14-4p`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

FIRST = ""  # stands for the key that was left out
FIRST_NAME = "name"


class SpecError(ValueError):
    """A name or an argument that does not exist or is out of range; says what is allowed."""


@dataclass(frozen=True)
class Argument:
    """One argument of a name: whole numbers and numbers have bounds, texts a list of what is allowed or, without one, any text."""

    default: Any  # its type is the argument's type
    meaning: str
    least: float = 0
    most: float = float("inf")
    allowed: Sequence[str] = ()

    def read(self, text: str, what: str) -> Any:
        """The value that a text stands for."""
        if isinstance(self.default, str):
            return self.check(text, what)
        try:
            return self.check(type(self.default)(text), what)
        except ValueError as error:
            raise error if isinstance(error, SpecError) else self._wrong_kind(text, what) from None

    def check(self, value: Any, what: str) -> Any:
        """The value if it is allowed."""
        if isinstance(self.default, str):
            if not isinstance(value, str) or (self.allowed and value not in self.allowed):
                raise SpecError(
                    f"{what} must be {'one of ' + ', '.join(self.allowed) if self.allowed else 'a text'}, not {value!r}"
                )
            if "," in value:
                raise SpecError(f"{what} must not have a comma: {value!r}")
            return value
        if isinstance(value, bool) or not isinstance(value, int | type(self.default)):
            raise self._wrong_kind(value, what)
        if not self.least <= value <= self.most:
            raise SpecError(f"{what} must be {self.least:g}..{self.most:g}, not {value}")
        return type(self.default)(value)

    def _wrong_kind(self, value: Any, what: str) -> SpecError:
        return SpecError(f"{what} must be a {'whole number' if isinstance(self.default, int) else 'number'}, not {value!r}")


def split_spec(spec: Any) -> tuple[str, dict[str, str]]:
    """A spec as its name and its arguments' texts."""
    if not isinstance(spec, str) or not spec:
        raise SpecError(f"a name such as random or heuristic:noise=0.1 is needed, not {spec!r}")
    if not spec.isprintable():  # specs are written to files, one a line
        raise SpecError(f"a name has no line breaks and the like: {spec!r}")
    name, _, rest = spec.partition(":")
    given: dict[str, str] = {}
    for number, part in enumerate(rest.split(",") if rest else []):
        key, sign, value = part.partition("=")
        if number == 0 and not sign:
            key, value = FIRST, part
        elif not sign or not key or key in given:
            raise SpecError(f"{spec!r}: arguments look like key=value,key=value, each key once, not {part!r}")
        given[key] = value
    return name, given


def read_arguments(name: str, given: Mapping[str, str], known: Mapping[str, Argument]) -> dict[str, Any]:
    """The values of all known arguments, given or default."""
    if FIRST in given:
        first = next(iter(known), None)
        if first != FIRST_NAME or first in given:
            raise SpecError(
                f"'{name}:{given[FIRST]}': arguments look like key=value,key=value, each key once, not {given[FIRST]!r}"
            )
        given = {FIRST_NAME: given[FIRST], **{key: value for key, value in given.items() if key != FIRST}}
    for key in given:
        if key not in known:
            allowed = f"takes {', '.join(known)}" if known else "takes no arguments"
            raise SpecError(f"{name!r} {allowed}; there is no {key!r}")
    return {
        key: argument.read(given[key], f"{name}:{key}") if key in given else argument.default for key, argument in known.items()
    }


def write_spec(name: str, values: Mapping[str, Any], known: Mapping[str, Argument]) -> str:
    """The shortest spec with these values: arguments at their defaults are left out."""
    parts = [
        str(values[key]) if key == FIRST_NAME and "=" not in str(values[key]) else f"{key}={values[key]}"
        for key, argument in known.items()
        if values[key] != argument.default
    ]
    return f"{name}:{','.join(parts)}" if parts else name


NOISE = {"noise": Argument(0.0, "share of the decisions that are random", 0, 1)}


def compiled_bot_spec(spec: Any, names: Sequence[str]) -> tuple[str, float]:
    """The name and the noise of a compiled player."""
    name, given = split_spec(spec)
    if name not in names:
        raise SpecError(f"{spec!r} must be one of {', '.join(map(repr, names))}")
    return name, read_arguments(name, given, NOISE)["noise"]
