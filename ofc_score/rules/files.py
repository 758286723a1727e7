"""Find ruleset files by name or path, read them and follow ``extends``. What they say is checked in ``check``.

Search order: a path argument; the folders in ``OFC_SCORE_RULESETS``; the user's folder; the shipped files.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import platformdirs

from ofc_score.errors import Fault, RulesError
from ofc_score.rules.yaml import MAX_SIZE, Document, read

SHIPPED: Final = "shipped"
VARIABLE: Final = "OFC_SCORE_RULESETS"
YOURS: Final = "your folder"
GIVEN: Final = "file"

_SUFFIXES: Final = (".yaml", ".yml")
_LONGEST_CHAIN: Final = 16
_NOT_INHERITED: Final = ("name", "title", "extends")


class Place(NamedTuple):
    """A folder that is searched for rulesets, and the word for where it comes from."""

    folder: Path
    origin: str


class Source(NamedTuple):
    """One ruleset file as read, before ``extends`` is followed."""

    name: str
    path: Path
    origin: str
    document: Document

    @property
    def shipped(self) -> bool:
        """Whether this file came with the package and is proved by its tests."""
        return self.origin == SHIPPED


class Resolved(NamedTuple):
    """A ruleset with everything it extends merged in. ``chain`` starts with the file itself, its base follows.

    ``mapping`` is complete only if the files together say everything; ``faults`` are those of reading and extending.
    """

    mapping: dict[str, Any]
    chain: tuple[Source, ...]
    faults: tuple[Fault, ...]

    @property
    def shipped(self) -> bool:
        """Whether every file in the chain came with the package."""
        return all(source.shipped for source in self.chain)


class Listed(NamedTuple):
    """A ruleset that can be found, where it comes from, and the origin of the file of the same name that hides it."""

    name: str
    title: str
    origin: str
    path: Path
    hidden_by: str = ""
    problem: str = ""


def search_places() -> tuple[Place, ...]:
    """The folders that are searched, first one first."""
    places = [Place(Path(part), VARIABLE) for part in os.environ.get(VARIABLE, "").split(os.pathsep) if part]
    places.append(Place(user_folder(), YOURS))
    shipped = shipped_folder()
    if shipped is not None:
        places.append(Place(shipped, SHIPPED))
    return tuple(places)


def user_folder() -> Path:
    """The folder for your own rulesets, where this system keeps a user's data (it need not exist)."""
    return platformdirs.user_data_path("ofc-score", appauthor=False) / "rulesets"


def shipped_folder() -> Path | None:
    """The rulesets that came with the package; in a checkout, those beside ``pyproject.toml``."""
    # Plain __file__: wheels are unpacked, and importlib.resources alone would cost more than reading a ruleset.
    package = Path(__file__).parents[1]
    packaged = package / "_rulesets"
    if packaged.is_dir():
        return packaged
    checkout = package.parent
    return checkout / "rulesets" if (checkout / "pyproject.toml").is_file() else None


def resolve(name: str | os.PathLike[str], *, places: Sequence[Place] | None = None) -> Resolved:
    """The file of that name or path and all it extends, merged. Raises RulesError only if there is no such file."""
    known = search_places() if places is None else tuple(places)
    return extended(_open(name, known), known)


def extended(first: Source, known: tuple[Place, ...]) -> Resolved:
    """A file merged with all that it extends."""
    chain, faults = [first], list(_own_faults(first, ""))
    while len(chain) <= _LONGEST_CHAIN:
        link = _extended(chain[-1])
        if not link:
            break
        base = _base(link, chain, known)
        if isinstance(base, Fault):
            faults.append(base)
            break
        faults += _own_faults(base, f"{base.path.name}, ")
        chain.append(base)
    mapping: dict[str, Any] = {}
    for source in reversed(chain):
        if isinstance(source.document.value, dict):
            mapping = merge(mapping, source.document.value)
    mapping.setdefault("name", first.name)
    return Resolved(mapping, tuple(chain), tuple(faults))


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """``over`` laid upon ``base``: maps merge key by key, anything else replaces. A name and a title are not inherited.

    A royalty table for a high middle row means nothing for a low one, so it is not inherited across that change.
    """
    kept = {key: value for key, value in base.items() if key not in _NOT_INHERITED}
    royalties = kept.get("royalties")
    if isinstance(royalties, dict) and _middle_is_low(over, base) != _middle_is_low(base, base):
        kept["royalties"] = {key: value for key, value in royalties.items() if key != "middle"}
    return _merged(kept, over)


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        below = result.get(key)
        result[key] = _merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    result.pop("extends", None)
    return result


def _middle_is_low(mapping: Mapping[str, Any], base: Mapping[str, Any]) -> bool:
    rows = mapping.get("rows", base.get("rows"))
    return isinstance(rows, dict) and isinstance(rows.get("middle"), dict)


def list_rulesets(places: Sequence[Place] | None = None) -> list[Listed]:
    """Every ruleset in the searched folders, by name; of several with one name the one that counts comes first."""
    found: list[Listed] = []
    winners: dict[str, Listed] = {}
    for place in search_places() if places is None else places:
        for path in _files(place.folder):
            hidden_by = winners[path.stem].origin if path.stem in winners else ""
            entry = _listed(path, place.origin, hidden_by)
            winners.setdefault(entry.name, entry)
            found.append(entry)
    return sorted(found, key=lambda entry: entry.name)


def names(places: Sequence[Place]) -> list[str]:
    """The names that `load_ruleset` finds, sorted."""
    return sorted({path.stem for place in places for path in _files(place.folder)})


def is_path(name: str | os.PathLike[str]) -> bool:
    """Whether this is a file to open rather than a name to search for."""
    if not isinstance(name, str):
        return True
    return "/" in name or os.sep in name or name.lower().endswith(_SUFFIXES)


def known_hint(word: str, known: Sequence[str]) -> str:
    """The nearest known name, or all of them."""
    from ofc_score.names import suggest

    return suggest(word, known, "known: " + ", ".join(known[:20]))


def _files(folder: Path) -> Iterator[Path]:
    """The ruleset files of a folder by name; of several with one name the one that is found by it comes first."""
    try:
        found = [path for path in folder.iterdir() if path.suffix.lower() in _SUFFIXES and path.is_file()]
    except OSError:
        return
    # A name that looks like a path is never searched for.
    named = (path for path in found if not is_path(path.stem))
    yield from sorted(named, key=lambda path: (path.stem, path.suffix not in _SUFFIXES, path.suffix))


def _listed(path: Path, origin: str, hidden_by: str) -> Listed:
    try:
        document = _source(path, origin).document
    except RulesError as error:
        return Listed(path.stem, "", origin, path, hidden_by, error.message)
    if not isinstance(document.value, dict):
        problem = document.faults[0].text() if document.faults else "not a map of keys"
        return Listed(path.stem, "", origin, path, hidden_by, problem)
    return Listed(path.stem, str(document.value.get("title", "")), origin, path, hidden_by)


def _open(name: str | os.PathLike[str], places: tuple[Place, ...]) -> Source:
    if is_path(name):
        path = Path(name)
        return _source(path, _origin(path, places))
    found = next(_named(str(name), places), None)
    if found is None:
        raise RulesError(f"no ruleset called '{name}'", hint=known_hint(str(name), names(places)))
    return _source(*found)


def _origin(path: Path, places: tuple[Place, ...]) -> str:
    shipped = next((place.folder for place in places if place.origin == SHIPPED), None)
    return SHIPPED if shipped is not None and _real(path.parent) == _real(shipped) else GIVEN


def _real(path: Path) -> str:
    """The path without links, for comparing; unlike `Path.resolve` it takes links in a ring as they are."""
    try:
        return os.path.realpath(path)
    except ValueError:  # no path at all, which opening it will say
        return str(path)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long, or no file name
        return False


def _named(name: str, places: tuple[Place, ...]) -> Iterator[tuple[Path, str]]:
    """Every file of that name, the one that counts first."""
    for place in places:
        for suffix in _SUFFIXES:
            path = place.folder / f"{name}{suffix}"
            if _is_file(path):
                yield path, place.origin
        for path in _files(place.folder):
            if path.stem == name and path.suffix not in _SUFFIXES:
                yield path, place.origin


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading. Raises OSError or ValueError, also for a device or a named pipe, which would wait for
    its writer for ever; what a shell hands over under ``/dev`` (``<(cat mine.yaml)``) has its writer already."""
    mode = path.stat().st_mode
    if stat.S_ISFIFO(mode) and not path.is_relative_to("/dev"):
        raise OSError(errno.EINVAL, "a named pipe is no file")
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        raise OSError(errno.EINVAL, "a device is no file")
    return path.open("rb")


def _source(path: Path, origin: str) -> Source:
    try:
        with open_file(path) as file:
            data = file.read(MAX_SIZE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a file name"
        raise RulesError(f"cannot read the ruleset file {path}: {reason}", hint="check the path") from None
    return Source(path.stem, path, origin, read(data, typed=True))


def _own_faults(source: Source, prefix: str) -> Iterator[Fault]:
    for fault in source.document.faults:
        yield fault._replace(where=prefix + fault.where, line=0 if prefix else fault.line)
    if source.document.value is not None and not isinstance(source.document.value, dict):
        yield Fault("not-a-ruleset", "not a ruleset: it must be keys with values", f"{prefix}line 1",
                    "start from: ofc-score rules new FILE --from pineapple", 0 if prefix else 1)  # fmt: skip


def _extended(source: Source) -> str:
    value = source.document.value
    said = value.get("extends", "") if isinstance(value, dict) else ""
    return said if isinstance(said, str) else ""


def _base(link: str, chain: list[Source], places: tuple[Place, ...]) -> Source | Fault:
    """The file that the last of ``chain`` extends. A file may extend one of its own name further down the search."""
    last = chain[-1]
    where, line = last.document.where(("extends",)), last.document.line(("extends",))
    if len(chain) > 1:
        where, line = f"{last.path.name}, {where}", 0
    met = {_real(source.path) for source in chain}
    if is_path(link):
        path = last.path.parent / link
        candidates = [(path, _origin(path, places))]
    else:
        candidates = list(_named(link, places))
        if not candidates:
            return Fault("unknown-ruleset", f"no ruleset called '{link}'", where, known_hint(link, names(places)), line)
    fresh = [(path, origin) for path, origin in candidates if _real(path) not in met]
    if not fresh or len(chain) == _LONGEST_CHAIN:
        links = " extends ".join(f"'{name}'" for name in (*(source.name for source in chain), link))
        return Fault("extends-cycle", f"{links}: that never ends", where, "extend a shipped ruleset", line)
    try:
        return _source(*fresh[0])
    except RulesError as error:
        return Fault("unknown-ruleset", error.message, where, error.hint, line)
