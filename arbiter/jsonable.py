"""The arbiter's values as JSON: dataclasses of numbers, texts, enums, tuples and other such dataclasses."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union

T = TypeVar("T")


def to_json(value: Any) -> Any:
    """What `json.dumps` takes; a dataclass becomes an object without the fields that have their default."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    if dataclasses.is_dataclass(value):
        kind: Any = type(value)
        members = ((name, getattr(value, name), default) for name, _, default in _fields(kind))
        return {name: to_json(member) for name, member, default in members if member != default}
    return value


def from_json(kind: type[T], data: Any) -> T:
    """The value of type `kind` that `to_json` made `data` of. Raises `ValueError` with one line."""
    wanted: Any = kind
    try:
        return _reader(wanted)(data)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"not a {kind.__name__}: {error}") from None


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any, Any], ...]:
    """Name, type and default of a dataclass's fields; `MISSING`, equal to no value, is no default."""
    hints = typing.get_type_hints(kind)
    return tuple((field.name, hints[field.name], field.default) for field in dataclasses.fields(kind))


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """How a type is read; made once for each type, a journal has a million moves."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):  # only ever "X | None"
        inner = _reader(next(argument for argument in arguments if argument is not types.NoneType))
        return lambda data: None if data is None else inner(data)
    if origin is tuple:
        if arguments[-1] is ...:
            read = _reader(arguments[0])
            return lambda data: tuple(read(item) for item in data)
        readers = [_reader(argument) for argument in arguments]
        return lambda data: tuple(read(item) for read, item in zip(readers, data, strict=True))
    if issubclass(kind, Enum):
        return kind
    return _object(kind) if dataclasses.is_dataclass(kind) else _scalar(kind)


def _object(kind: Any) -> Callable[[Any], Any]:
    readers = {name: _reader(hint) for name, hint, _ in _fields(kind)}
    return lambda data: kind(**{name: readers[name](item) for name, item in data.items()})


def _scalar(kind: Any) -> Callable[[Any], Any]:
    """JSON has one kind of number, so a whole one may stand for a float."""

    def read(data: Any) -> Any:
        if type(data) is not kind and not (kind is float and type(data) is int):
            raise ValueError(f"{data!r} is no {kind.__name__}")
        return kind(data)

    return read
