"""Evenings on a real ledger file in which everything goes wrong, checked against a plain list of what was answered.

python -m tests.ledgersim --seed 7 --evenings 20

Events of every kind through the API and as commands, two programs at the same file, processes that are killed, steps
that fail, players renamed and merged, backups made and put back in the middle, the whole ledger exported and imported.
The model is a list per session of the events that were acknowledged. After every step: the file holds them and nothing
else (after a kill at most one entry more, which was on the disk before it could be answered), the session is their fold
from zero, the balances over all sessions are the sums of the sessions. At the end of an evening the deepest audit.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final
from unittest import mock

from ofc_score.errors import DatabaseError, NotAllowed, OfcError
from ofc_score.evening.events import Event, Note, Setup
from ofc_score.evening.results import LedgerSession, unit_of
from ofc_score.evening.session import fold
from ofc_score.exchange.event_json import event_dict, read_setup, renamed, setup_dict
from ofc_score.ledger.audit import audit
from ofc_score.ledger.backup import backup, restore
from ofc_score.ledger.store import open_ledger
from ofc_score.ledger.transfer import export_json, import_json

from . import sim
from .crashes import Ack, Steps, contents, ended, failing, in_child, killed, sqlite_error
from .ledgercli import Cli
from .ledgergen import NOW, houses

CODES_OF_REFUSAL: Final = (1, 2, 3, 4)


@dataclass
class Model:
    """What was acknowledged: the start and the events of each session, under the names of now."""

    sessions: dict[int, tuple[Setup, list[Event]]] = field(default_factory=dict)

    def copy(self) -> Model:
        """As it is now."""
        return Model({number: (setup, list(events)) for number, (setup, events) in self.sessions.items()})

    def rename(self, old: str, new: str) -> None:
        """Another name, in old sessions too."""

        def now(name: str) -> str:
            return new if name == old else name

        for number, (setup, events) in self.sessions.items():
            rules = {setup.rules.fingerprint(): setup.rules}
            self.sessions[number] = (
                read_setup(setup_dict(setup, now), rules), [renamed(event, now) for event in events],
            )  # fmt: skip

    def totals(self) -> dict[tuple[str, str], int]:
        """(unit, player) -> balance over all sessions, those that are even left out."""
        sums: Counter[tuple[str, str]] = Counter()
        for setup, events in self.sessions.values():
            state = fold(setup, events)
            balances = state.balances()
            for name in state.people:
                it = balances.get(name)
                amount = 0 if it is None else it.points if it.amount is None else it.amount
                sums[unit_of(state), name] += amount + state.old.get(name, 0)
        return {key: amount for key, amount in sums.items() if amount}


class Night:
    """A ledger in a folder, its model, and the things that can happen."""

    def __init__(self, rng: random.Random, folder: Path) -> None:
        self.rng = rng
        self.folder = folder
        self.path = folder / "ledger.db"
        self.cli = Cli(self.path, rulesets=Path(__file__).parents[1] / "rulesets")
        self.model = Model()
        self.backups: list[tuple[Path, Model]] = []
        self.now = NOW
        self.done: Counter[str] = Counter()
        self.begin()

    def tick(self) -> Any:
        """A moment later."""
        self.now += timedelta(minutes=1)
        return self.now

    # What happens

    def begin(self) -> None:
        """A new session; one that is open is set aside."""
        with open_ledger(self.path, create=True) as ledger:
            try:
                booked = ledger.start(sim.opening(self.rng), at=self.tick(), aside=True)
            except OfcError:
                return
        self.model.sessions[booked.id] = (booked.session.setup, [])

    def some(self) -> int:
        """One of the sessions, mostly the newest."""
        return max(self.model.sessions) if self.rng.random() < 0.7 else self.rng.choice(list(self.model.sessions))

    def event(self, booked: LedgerSession) -> Event:
        """Something that may be allowed now."""
        session = booked.session
        if len(session.state.seats) < 2:
            return sim.join(self.rng, session)
        make = self.rng.choices(list(sim.MAKERS), list(sim.MAKERS.values()))[0]
        return make(self.rng, session) or Note("nothing to do")

    def book(self) -> None:
        """An event through the API, sometimes asked for twice."""
        number = self.some()
        with open_ledger(self.path) as ledger:
            event = self.event(ledger.session(number))
            request = f"r{self.rng.randrange(1 << 60)}" if self.rng.random() < 0.3 else None
            try:
                booked = ledger.book(number, event, at=self.tick(), request=request)
            except OfcError:
                return
            if request is not None:
                again = ledger.book(number, booked.entries[-1].event, at=self.tick(), request=request)
                assert again.repeated and len(again.entries) == len(booked.entries)
        self.model.sessions[number][1].append(booked.session.events[-1])

    def command(self) -> None:
        """A command line on a session."""
        number = self.some()
        with open_ledger(self.path) as ledger:
            booked = ledger.session(number)
        seats = list(booked.state.seats)
        one, other = self.rng.sample([*seats, "Gus", "Hal"], 2)
        boards = [self.rng.choice(("QQ2 KK883 AT752h", "foul", "993 AA446 QJT98")) for _ in booked.state.next.playing]
        words = self.rng.choice((
            ["note", f"note {self.now}"], ["undo"], ["redo"], ["hand", "--again", *boards], ["pay", one, other, "1"],
            ["buy", one, "20"], ["owe", one, other, "2.50"], ["close"], ["void", "1", "--replay"], ["button", one],
            ["fix", "1", "--replay", f"{one}: foul"], ["fix", "1", "--difference", f"{one}: foul"], ["leave", one],
        ))  # fmt: skip
        done = self.cli(*words, "--session", str(number))
        assert done.code == 0 or (done.code in CODES_OF_REFUSAL and done.err), done
        self.adopt(number, 0 if done.code else 1)

    def adopt(self, number: int, expected: int) -> None:
        """Take over what commands booked, of which only the count is told."""
        with open_ledger(self.path) as ledger:
            found = ledger.session(number).session.events
        kept = self.model.sessions[number][1]
        assert list(found[: len(kept)]) == kept
        assert len(found) == len(kept) + expected
        kept.extend(found[len(kept) :])

    def broken(self) -> None:
        """A step of a booking fails: as if nothing had been tried."""
        number, before = self.some(), contents(self.path)
        with open_ledger(self.path) as ledger:
            event = self.event(ledger.session(number))
        steps = Steps(self.rng.randint(1, 60), sqlite_error(self.rng.choice(("SQLITE_FULL", "SQLITE_IOERR_WRITE"))))
        try:
            with failing(steps, disk=False), open_ledger(self.path) as ledger:
                ledger.book(number, event, at=self.tick())
        except DatabaseError:
            assert contents(self.path) == before
        except OfcError:
            assert contents(self.path) == before
        else:
            self.adopt(number, 1)

    def _books(self, number: int, seed: int, count: int, ack: Ack) -> None:
        self.rng = random.Random(seed)
        for _ in range(count):
            with open_ledger(self.path, timeout=30) as ledger:
                event = self.event(ledger.session(number))
                try:
                    booked = ledger.book(number, event, at=self.tick())
                except OfcError:
                    continue
            ack({"entry": len(booked.entries), "event": event_dict(booked.session.events[-1])})

    def kill(self) -> None:
        """A program that books is killed at any moment."""
        number = self.some()
        work = partial(self._books, number, self.rng.randrange(1 << 30), 1000)
        self._holds(number, killed(work, self.rng.random() * 0.04), more=1)

    def at_once(self) -> None:
        """Two programs book in the same session at the same time."""
        number = self.some()
        works = [partial(self._books, number, self.rng.randrange(1 << 30), 3) for _ in range(2)]
        told = ended([in_child(work) for work in works])
        self._holds(number, sorted((ack for one in told for ack in one), key=lambda ack: ack["entry"]), more=0)

    def _holds(self, number: int, acks: list[dict[str, Any]], more: int) -> None:
        kept = self.model.sessions[number][1]
        with open_ledger(self.path) as ledger:
            found = ledger.session(number).session.events
        assert list(found[: len(kept)]) == kept
        fresh = found[len(kept) :]
        assert [ack["entry"] for ack in acks] == list(range(len(kept) + 1, len(kept) + 1 + len(acks)))
        assert [event_dict(event) for event in fresh[: len(acks)]] == [ack["event"] for ack in acks]
        assert len(fresh) - len(acks) in range(more + 1)
        kept.extend(fresh)

    def people(self) -> None:
        """Somebody is renamed, or two turn out to be one."""
        with open_ledger(self.path) as ledger:
            one, other = self.rng.sample([player.name for player in ledger.players()], 2)
            try:
                if self.rng.random() < 0.5:
                    new = f"{one[:20]} {self.rng.randrange(100)}"
                    self.model.rename(one, ledger.rename(one, new, alias=self.rng.random() < 0.5).name)
                else:
                    ledger.merge(one, other)
                    self.model.rename(one, other)
            except NotAllowed:
                return

    def resume(self) -> None:
        """Go on with an older session."""
        number = self.some()
        with open_ledger(self.path) as ledger:
            try:
                assert ledger.resume(number, at=self.tick()).status == "open"
                assert ledger.current() == number
            except NotAllowed:
                return

    def backup(self) -> None:
        """A copy, to be put back later."""
        target = self.folder / f"backup-{len(self.backups)}.db"
        with open_ledger(self.path) as ledger:
            backup(ledger, target)
        self.backups.append((target, self.model.copy()))

    def restore(self) -> None:
        """An earlier copy is put back, by the API or by the command; what was there is kept."""
        if not self.backups:
            return
        target, model = self.rng.choice(self.backups)
        newest = contents(self.path)
        if self.rng.random() < 0.5:
            kept = restore(target, self.path, at=self.tick())
        else:
            kept = Path(self.cli.ok("restore", str(target), "--json").json["kept"])
        assert kept is not None and contents(kept) == newest
        assert contents(self.path) == contents(target)
        self.model = model.copy()

    def export(self) -> None:
        """Out as JSON and in again: the same ledger."""
        copy = self.folder / f"copy-{self.rng.randrange(1 << 40)}.db"
        with open_ledger(self.path) as ledger, open_ledger(copy, create=True) as other:
            text = "".join(export_json(ledger))
            import_json(other, text)
            assert "".join(export_json(other)) == text
        assert _rows(copy) == _rows(self.path)
        copy.unlink()

    # What must hold

    def check(self) -> None:
        """The file says what the model says."""
        with open_ledger(self.path) as ledger:
            assert [one.id for one in ledger.sessions()] == sorted(self.model.sessions, reverse=True)
            number = self.some()
            setup, events = self.model.sessions[number]
            booked = ledger.session(number)
            assert list(booked.session.events) == events
            assert booked.state == fold(setup, events)
            assert [entry.number for entry in booked.entries] == list(range(1, len(events) + 1))
            for account in ledger.balances():
                assert sum(row.total for row in account.rows) == 0

    def end(self) -> None:
        """Everything, at the deepest look."""
        with open_ledger(self.path) as ledger:
            found = [fault.text() for fault in audit(ledger, "deep")]
            assert not found, found
            for number, (setup, events) in self.model.sessions.items():
                assert ledger.session(number).state == fold(setup, events)
            told = {(it.unit, row.player): row.total for it in ledger.balances() for row in it.rows if row.total}
        assert told == self.model.totals()


def _rows(path: Path) -> list[str]:
    """All that a ledger holds; a total of 0 says as much as none."""
    even = re.compile(r"""INSERT INTO "totals" VALUES\(.*,0\);""")
    return sorted(line for line in contents(path) if not even.fullmatch(line))


HAPPENS: Final[dict[Callable[[Night], None], int]] = {
    Night.book: 40, Night.command: 15, Night.broken: 6, Night.kill: 3, Night.at_once: 3, Night.people: 3,
    Night.begin: 2, Night.resume: 2, Night.backup: 2, Night.restore: 2, Night.export: 1,
}  # fmt: skip


def evening(seed: int, folder: Path, steps: int) -> Counter[str]:
    """One evening; how often what happened. Raises AssertionError for whatever does not hold."""
    rng = random.Random(seed)
    # The same games as they come out of a file.
    with mock.patch.object(sim, "houses", houses):
        night = Night(rng, folder)
        while not night.model.sessions:
            night.begin()
        for _ in range(steps):
            happens = rng.choices(list(HAPPENS), list(HAPPENS.values()))[0]
            happens(night)
            night.done[happens.__name__] += 1
            night.check()
        night.end()
    return night.done


def main(arguments: Sequence[str] | None = None) -> int:
    """Run evenings until one does not hold; then say with which seed."""
    parser = argparse.ArgumentParser(prog="python -m tests.ledgersim", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--evenings", type=int, default=20)
    parser.add_argument("--steps", type=int, default=60)
    told = parser.parse_args(arguments)
    done: Counter[str] = Counter()
    for seed in range(told.seed, told.seed + told.evenings):
        with tempfile.TemporaryDirectory(prefix="ledgersim-") as folder:
            try:
                done += evening(seed, Path(folder), told.steps)
            except BaseException:
                again = f"--seed {seed} --evenings 1 --steps {told.steps}"
                print(f"does not hold: python -m tests.ledgersim {again}", file=sys.stderr)
                raise
    listed = ", ".join(f"{name} {count}" for name, count in done.most_common())
    print(f"{told.evenings} evenings from seed {told.seed}: everything holds ({listed})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
