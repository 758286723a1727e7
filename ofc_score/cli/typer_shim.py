"""Typer, with its values read as they were typed. It saves a command 84 of 224 ms.

Typer asks pydantic to check every value, and importing that takes longer than settling a hand. The commands of this
program read numbers and names themselves, so that all faults come out in one shape: here texts stay as the shell gave
them, and nothing given stays nothing. This stands on ``get_runtime_param`` of Typer's parameters, which is no public
name: Typer is capped in pyproject.toml, and tests/test_imports.py fails when this stops working.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from ofc_score.errors import UsageError

# Typer brings its own copy of Click, so the class of all its usage errors is found by name.
TyperUsageError: Final[Any] = next(cls for cls in typer.BadParameter.__mro__ if cls.__name__ == "UsageError")
_HELP: Final = "ofc-score --help lists them all"


class _AsTyped:
    """Stands before Typer's own reading of a parameter."""

    def __init__(self, own: Callable[[], Any], annotation: object) -> None:
        self.own = own
        self.text = annotation in (str, list[str])

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter as its command gets it."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        return value if self.text else self.own().coerce(value, param=param, ctx=ctx)


def _as_typed(params: list[Any]) -> list[Any]:
    for param in params:
        described = getattr(param, "type_descriptor", None)
        if described is not None and "get_runtime_param" not in vars(param):
            reader = _AsTyped(param.get_runtime_param, described.annotation)
            vars(param)["get_runtime_param"] = lambda reader=reader: reader
    return params


class Group(TyperGroup):
    """A family of commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        """All options, ``--help`` too."""
        return _as_typed(super().get_params(ctx))


class Command(TyperCommand):
    """A command that takes ``-5`` as an argument and still refuses options it does not know.

    Its parameters are texts, lists of texts and flags.
    """

    def get_params(self, ctx: Any) -> list[Any]:
        """All parameters, ``--help`` too."""
        return _as_typed(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse, then look among the arguments for what was typed as an option."""
        options = args[: args.index("--")] if "--" in args else list(args)
        ctx.ignore_unknown_options = True
        rest = super().parse_args(ctx, args)
        for param in self.params:
            values = ctx.params.get(param.name) if param.param_type_name == "argument" else None
            for value in values if isinstance(values, list | tuple) else [values]:
                if isinstance(value, str) and value in options and re.match("-(?![0-9.,]|$)", value):
                    known = [name for other in self.params for name in other.opts]
                    raise unknown("option", value.partition("=")[0], known, shown=value)
        return rest


def unknown(what: str, typed: str, known: list[str], shown: str = "") -> UsageError:
    """The error for a command or an option that does not exist."""
    from ofc_score.names import suggest

    return UsageError(f"no such {what} {shown or typed}", hint=suggest(typed, known, _HELP))
