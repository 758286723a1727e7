"""The HTML templates, in which every value is escaped by itself. Imported late: jinja2 is only needed for a page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ofc_score.names import shown

if TYPE_CHECKING:
    from jinja2 import Template


def template(name: str, **filters: Callable[..., object]) -> Template:
    """The template of that file name, with filters of its own; a value that is not given is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"name": lambda name: shown(name, isolate=False), **filters}
    return environment.get_template(name)
