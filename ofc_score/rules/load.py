"""Load a game by name or file, ready to score.

Shipped files are proved by the tests and loaded as they are; anybody's own file is checked in full first.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ofc_score.errors import RulesError
from ofc_score.rules.files import SHIPPED, Place, Resolved, Source, extended, resolve, search_places, shipped_folder
from ofc_score.rules.ruleset import Ruleset, build
from ofc_score.rules.yaml import Document


def load_ruleset(name: str | os.PathLike[str], *, places: Sequence[Place] | None = None) -> Ruleset:
    """The ruleset of that name, or in that file, ready to score.

    A text with a slash or ending in ``.yaml``/``.yml`` is a path, anything else a name to search for in ``places``
    (default: `search_places`). Raises RulesError with every fault, each with its line and key path.
    """
    return build(sound(name, places=places).mapping)


def sound(name: str | os.PathLike[str], *, places: Sequence[Place] | None = None) -> Resolved:
    """The file of that name or path merged with all it extends, checked. Raises RulesError with every fault."""
    resolved = resolve(name, places=places)
    if not resolved.shipped:
        _refuse_faulty(resolved, f"the ruleset {resolved.chain[0].path.name}")
    return resolved


def inline_ruleset(document: Document) -> Ruleset:
    """The ruleset that stands inside another text, checked like a file; it may extend others.

    Raises RulesError with every fault, each with the line that ``document`` gives it.
    """
    resolved = extended(Source("house-rules", Path(), "", document), search_places())
    _refuse_faulty(resolved, "the ruleset")
    return build(resolved.mapping)


def refuse_faulty_mapping(mapping: Mapping[str, Any], what: str) -> None:
    """Check a complete ruleset that came as data like a file that says the same. Raises RulesError with every fault."""
    whole = dict(mapping)
    _refuse_faulty(Resolved(whole, (Source("", Path(), "", Document(whole)),), ()), what)


def is_shipped(rules: Ruleset) -> bool:
    """Whether the name alone stands for exactly these rules, here and wherever else this program is."""
    shipped = shipped_folder()
    if shipped is None:
        return False
    try:
        found = [load_ruleset(rules.name, places=places) for places in (None, [Place(shipped, SHIPPED)])]
    except RulesError:
        return False
    return all(other == rules for other in found)


def _refuse_faulty(resolved: Resolved, what: str) -> None:
    from ofc_score.rules.check import check  # heavy, and only somebody's own file needs it

    faults = check(resolved).faults
    if faults:
        raise RulesError.of(faults, what=what)
