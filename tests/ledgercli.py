"""The commands of the ledger inside this process (quick), and score sheets as the commands that would type them."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import yaml

from ofc_score.cli import common
from ofc_score.cli.app import app
from ofc_score.entry.clock import HOOK
from ofc_score.evening.results import LedgerSession
from ofc_score.ledger.store import open_ledger
from ofc_score.reports.json import replay_document

from .command import CLOCK, Clock
from .oracle.evening import Event, Sheet


class Done(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines on standard output."""
        return self.out.splitlines()

    @property
    def json(self) -> Any:
        """The one document on standard output."""
        return json.loads(self.out)


@dataclass
class Cli:
    """Commands on one ledger file; the clock goes on by a minute with each."""

    db: Path
    rulesets: Path | None = None
    extra: dict[str, str] = field(default_factory=dict)
    clock: Clock = CLOCK
    past: timedelta = timedelta(0)

    @property
    def now(self) -> datetime:
        """What the clock on the wall shows."""
        return self.clock.after(self.past)

    @property
    def today(self) -> date:
        """The day on which the next command is run."""
        return self.clock.after(self.past + timedelta(minutes=1)).date()

    def __call__(self, *args: str, stdin: bytes = b"") -> Done:
        self.past += timedelta(minutes=1)
        out, err = _stream(b""), _stream(b"")
        env = {"OFC_SCORE_DB": str(self.db), HOOK: self.now.isoformat(), "TZ": self.clock.zone, **self.extra}
        if self.rulesets is not None:
            env["OFC_SCORE_RULESETS"] = str(self.rulesets)
        with (
            mock.patch.dict(os.environ, env),
            mock.patch("sys.stdin", _stream(stdin)),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            code = common.run(app, list(args))
        return Done(code, *(_text(stream) for stream in (out, err)))

    def ok(self, *args: str, stdin: bytes = b"") -> Done:
        """A command that must work."""
        done = self(*args, stdin=stdin)
        assert done.code == 0, (args, done)
        return done

    def booked(self, number: int | None = None) -> LedgerSession:
        """The session as the file has it."""
        with open_ledger(self.db) as ledger:
            latest = number or ledger.latest()
            assert latest is not None
            return ledger.session(latest)

    def evening(self) -> dict[str, Any]:
        """The newest evening as JSON."""
        return replay_document(self.booked().state)


def _stream(data: bytes) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="")


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue().decode()


def write_rules(folder: Path, rules: dict[str, dict[str, Any]]) -> None:
    """Rulesets as files that are found by name."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, mapping in rules.items():
        text = yaml.safe_dump(mapping, sort_keys=False, allow_unicode=True)
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def single_buys(sheet: Sheet) -> Sheet:
    """The sheet with a line of its own for everybody who buys in, as the command takes it."""
    events: list[Event] = []
    for event in sheet["events"]:
        if "buy" in event:
            beside = {key: value for key, value in event.items() if key != "buy"}
            events += [{"buy": {name: points}, **beside} for name, points in event["buy"].items()]
        else:
            events.append(event)
    return {**sheet, "events": events}


def commands(sheet: Sheet) -> Iterator[list[str]]:
    """The commands that type this sheet, line by line."""
    players = sheet["players"]
    seats = [f"{name}={points}" for name, points in players.items()] if isinstance(players, dict) else list(players)
    start = ["start", "--rules", sheet["rules"], "--players", ",".join(map(str, seats))]
    for key, option in (("session", "--name"), ("date", "--date"), ("point", "--point"), ("button", "--button"),
                        ("bank", "--bank")):  # fmt: skip
        if key in sheet:
            start += [option, str(sheet[key])]
    yield [*start, *(["--paid"] if sheet.get("paid") else [])]
    for event in sheet["events"]:
        yield words_of(event)


def words_of(event: Event) -> list[str]:
    """One line of a sheet as a command."""
    if "close" in event:
        return ["close"]
    kind = next(key for key in _FORMS if key in event)
    data = event[kind]
    words = [kind, *map(str, _FORMS[kind](data))]
    beside = {key: value for key, value in event.items() if key != kind}
    if isinstance(data, dict) and kind in ("adjust", "expense", "owe") and "why" in data:
        words += ["--why", str(data["why"])]
    if kind in ("fix", "void") and not beside.get("difference") and not _is_entry(data):
        words.append("--replay")
    return words + [word for key, value in beside.items() for word in _option(key, value)]


def _is_entry(data: Any) -> bool:
    return str(next(iter(data)) if isinstance(data, dict) else data).startswith("e")


def _option(key: str, value: Any) -> list[str]:
    if value in (True, False, "true", "false"):
        return [f"--{key}"] if value in (True, "true") else []
    if key == "fantasyland":
        listed = [f"{name}={cards}" for name, cards in value.items()] if isinstance(value, dict) else []
        return [word for said in listed or ["nobody"] for word in ("--fantasyland", said)]
    if key == "swap":
        return ["--swap", *value]
    return [f"--{key}", str(value)]


def _listed(data: Any) -> str:
    return data if isinstance(data, str) else ",".join(data)


def _boards(data: dict[Any, str]) -> list[str]:
    return [f"{name}: {text}" for name, text in data.items()]


def _fix(data: Any) -> list[str]:
    if not isinstance(data, dict):
        return [str(data)]
    ((target, retyped),) = data.items()
    return [str(target), *(words_of(retyped) if str(target).startswith("e") else _boards(retyped))]


def _join(data: Any) -> list[str]:
    if not isinstance(data, dict):
        return [data]
    ((name, told),) = data.items()
    points = [str(told["points"])] if told and "points" in told else []
    return [name, *points, *(["--after", told["after"]] if told and "after" in told else [])]


_FORMS: dict[str, Any] = {
    "hand": _boards,
    "buy": lambda data: next(iter(data.items())),
    "join": _join,
    "leave": lambda data: [data],
    "seats": lambda data: [_listed(data)],
    "switch": lambda data: [data],
    "fix": _fix,
    "void": lambda data: [data],
    "adjust": lambda data: [data["from"], data["to"], data["points"]],
    "expense": lambda data: [data["by"], data["amount"], "--for", _listed(data["for"])],
    "owe": lambda data: [data["from"], data["to"], data["amount"]],
    "pay": lambda data: [data["from"], data["to"], data["amount"]],
    "chips": lambda data: [f"{name}={points}" for name, points in data.items()],
    "note": lambda data: [data],
    "button": lambda data: [data],
}
