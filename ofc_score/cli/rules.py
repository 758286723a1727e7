r"""``ofc-score rules``: list, show, print, check, compare and start rulesets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ofc_score.cli import common
from ofc_score.errors import DONE, RulesError, UsageError

if TYPE_CHECKING:
    from ofc_score.rules.files import Listed, Resolved, Source

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    help="List, show and print the rules of a game.",
)

_Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
_Name = Annotated[str, typer.Argument(metavar="NAME|FILE", help="A ruleset's name or file.")]


@app.command("list")
def list_(as_json: _Json = False) -> int:
    """List the rulesets that are found, and where.

    A file of your own hides a shipped one of the same name; both are listed.

    \b
    Example:
      ofc-score rules list
    """
    from ofc_score.rules.files import list_rulesets

    found = list_rulesets()
    if as_json:
        listed = [
            {"name": each.name, "title": each.title, "origin": each.origin, "path": str(each.path),
             "hidden_by": each.hidden_by or None, "problem": each.problem or None}
            for each in found
        ]  # fmt: skip
        common.say_json({"format": 1, "rulesets": listed})
        return DONE
    from ofc_score.names import shown
    from ofc_score.reports.layout import fill, table, wide

    rows = [(shown(each.name), shown(_short(each)), _origin_words(each.origin, each.hidden_by)) for each in found]
    lines = table(rows, ("left", "left", "left"))
    if wide(lines, common.width()):
        lines = fill([f"{name}: {title}, {origin}" for name, title, origin in rows], common.width())
    common.say("\n".join(lines))
    return DONE


def _short(listed: Listed) -> str:
    """The title of a file that may not have been checked, or what is wrong with it."""
    said = listed.title or listed.problem
    return said if len(said) <= 120 else f"{said[:120]}..."


def _origin_words(origin: str, hidden_by: str) -> str:
    return f"{origin}, hidden by the one from {hidden_by}" if hidden_by else origin


@app.command()
def show(name: _Name, as_json: _Json = False) -> int:
    """Show a ruleset in full, with all it extends.

    What is printed is a ruleset file that needs no other.

    \b
    Example:
      ofc-score rules show progressive
    """
    from ofc_score.rules.load import sound
    from ofc_score.rules.ruleset import build
    from ofc_score.rules.template import full_text

    resolved = sound(name)
    if as_json:
        print_ = build(resolved.mapping).fingerprint()
        document = {"format": 1, "name": resolved.mapping["name"], "fingerprint": print_, "rules": resolved.mapping}
        common.say_json({**document, "files": [_source(source) for source in resolved.chain]})
        return DONE
    lines = [f"# {resolved.mapping['name']} in full"]
    lines += [f"# {_source_words(source, index)}" for index, source in enumerate(resolved.chain)]
    common.say("\n".join([*lines, full_text(resolved.mapping).rstrip()]))
    return DONE


def _source(source: Source) -> dict[str, str]:
    return {"name": source.name, "origin": source.origin, "path": str(source.path)}


def _source_words(source: Source, index: int) -> str:
    return f"{'extends' if index else 'is'} {source.name} ({source.origin}): {source.path}"


@app.command()
def table(
    name: _Name,
    html: Annotated[str, typer.Option("--html", metavar="FILE", help="Write the card as a page to print.")] = "",
    as_json: _Json = False,
) -> int:
    """Print the rules card, one page for the table.

    Royalties, Fantasyland, foul, settling and notes; 40 to 100 columns wide.

    \b
    Example:
      ofc-score rules table pineapple --html card.html
    """
    from ofc_score.rules.card import card
    from ofc_score.rules.load import load_ruleset

    made = card(load_ruleset(name))
    if html:
        from ofc_score.reports.rulecard import MARK, card_html

        _write_card(Path(html), card_html(made), MARK)
        common.say(f"wrote {html}")
    elif as_json:
        from dataclasses import asdict

        common.say_json({"format": 1, **asdict(made)})
    else:
        from ofc_score.reports.rulecard import card_text

        common.say(card_text(made, common.width()))
    return DONE


def _write_card(path: Path, page: str, mark: str) -> None:
    """Write the page; only an older card is written over."""
    try:
        if path.exists():
            with path.open(encoding="utf-8", errors="replace") as old:
                if mark not in old.read(200):
                    raise UsageError(f"{path} exists and is no rules card", hint="name another file")
        path.write_text(page, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise _cannot(error, path) from None


def _cannot(error: OSError | ValueError, path: Path) -> UsageError:
    if isinstance(error, OSError):
        return common.cannot(error, str(path))
    return UsageError(f"{path}: not a file name", hint="name a file that can be written")


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A ruleset file, or a ruleset's name.")],
    as_json: _Json = False,
) -> int:
    """Check a ruleset; every fault with its line.

    With a fault the exit code is 3. Warnings are for what is allowed but hardly meant.

    \b
    Example:
      ofc-score rules check ./our-table.yaml
    """
    from ofc_score.rules.check import check as check_rules
    from ofc_score.rules.files import resolve

    resolved = resolve(file)
    checked = check_rules(resolved)
    if checked.faults:
        error = RulesError.of(checked.faults, what=f"the ruleset {resolved.chain[0].path.name}")
        if checked.warnings and not as_json:
            common.say("\n".join(f"warning: {warning.text()}" for warning in checked.warnings), to_stderr=True)
        raise error
    if as_json:
        common.say_json(_check_document(resolved, [warning._asdict() for warning in checked.warnings]))
        return DONE
    lines = [f"warning: {warning.text()}" for warning in checked.warnings]
    lines += [_source_words(source, index) for index, source in enumerate(resolved.chain) if index]
    lines.append(f"{resolved.mapping['name']}: no faults")
    common.say("\n".join(lines))
    return DONE


def _check_document(resolved: Resolved, warnings: list[dict[str, Any]]) -> dict[str, Any]:
    chain = [_source(source) for source in resolved.chain]
    return {"format": 1, "name": resolved.mapping["name"], "file": chain[0], "extends": chain[1:], "faults": [],
            "warnings": warnings}  # fmt: skip


@app.command()
def diff(
    first: Annotated[str, typer.Argument(metavar="A", help="A ruleset's name or file.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another ruleset's name or file.")],
    as_json: _Json = False,
) -> int:
    """Say where two rulesets differ, in words.

    \b
    Example:
      ofc-score rules diff pineapple progressive
    """
    from ofc_score.rules.describe import differences
    from ofc_score.rules.load import load_ruleset

    one, other = load_ruleset(first), load_ruleset(second)
    found = differences(one, other)
    if as_json:
        listed = [{"group": each.group, "what": each.what, "a": each.first, "b": each.second} for each in found]
        common.say_json({"format": 1, "a": one.name, "b": other.name, "differences": listed})
        return DONE
    from ofc_score.reports.rulecard import differences_text

    names = (one.name, other.name) if one.name != other.name else (first, second)
    common.say(differences_text(names, found, common.width()))
    return DONE


@app.command()
def new(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write; an existing one is never touched.")],
    base: Annotated[str, typer.Option("--from", metavar="NAME|FILE", help="The ruleset to start from.")] = "pineapple",
) -> int:
    """Write a commented starting file for your rules.

    It holds every key with its value, ready to be changed, and plays as its base until then.

    \b
    Example:
      ofc-score rules new our-table.yaml --from progressive
    """
    from shlex import quote

    from ofc_score.rules.files import is_path
    from ofc_score.rules.load import sound
    from ofc_score.rules.template import starting_file

    path = Path(file if file.lower().endswith((".yaml", ".yml")) else f"{file}.yaml")
    if file.endswith(("/", "\\")) or path.name.startswith("."):
        raise UsageError(f"'{file}' cannot be the name of a ruleset file", hint="as in our-table.yaml")
    resolved = sound(base)
    link = _link(Path(base), path) if is_path(base) else base
    title = f"{path.stem}, after {resolved.mapping.get('title', base)}"[:80]
    text = starting_file(path.stem, title, link, resolved.mapping)
    _refuse_unsound(text, path, resolved)
    try:
        with path.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise UsageError(f"{path} exists already", hint="name another file; nothing was changed") from None
    except (OSError, ValueError) as error:
        raise _cannot(error, path) from None
    common.say(f"wrote {path}\nchange it, then: ofc-score rules check {quote(str(path))}")
    return DONE


def _refuse_unsound(text: str, path: Path, base: Resolved) -> None:
    """Raise UsageError for a new file that `rules check` would refuse, as for a name that no ruleset can have."""
    from ofc_score.rules.check import check as check_rules
    from ofc_score.rules.check import shown
    from ofc_score.rules.files import GIVEN, Source, merge
    from ofc_score.rules.yaml import read

    document = read(text, typed=True)
    source = Source(path.stem, path, GIVEN, document)
    mapping = merge(base.mapping, document.value) if isinstance(document.value, dict) else {}
    faults = check_rules(base._replace(mapping=mapping, chain=(source, *base.chain), faults=document.faults)).faults
    if faults:
        said = shown(path.stem)
        raise UsageError(f"no ruleset can be called {said}: {faults[0].message}", hint="as in our-table.yaml")


def _link(base: Path, path: Path) -> str:
    """How the new file names the file it extends: relative to its own folder."""
    from os.path import relpath

    try:
        return Path(relpath(base, path.parent)).as_posix()
    except ValueError:  # another drive
        return base.resolve().as_posix()


@app.command()
def schema() -> int:
    """Print the JSON Schema of ruleset files.

    Editors use it to complete and check while you type.

    \b
    Example:
      ofc-score rules schema > ruleset.schema.json
    """
    from ofc_score.rules.schema import json_schema

    common.say(json.dumps(json_schema(), indent=2))
    return DONE
