"""Run ``ofc-score`` as people do: a process of its own, in an empty folder, without this machine's settings."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from ofc_score.entry.clock import HOOK

ROOT: Final = Path(__file__).parents[1]


class Clock(NamedTuple):
    """A moment with its offset at which the clock of a test stands at first, and the zone it is in."""

    start: str
    zone: str

    def after(self, since: timedelta) -> datetime:
        """What this clock shows that much later."""
        return (datetime.fromisoformat(self.start).astimezone(UTC) + since).astimezone(ZoneInfo(self.zone))

    def told(self, text: str) -> str:
        """Text with the days and minutes of the usual clock as it is where this one is used."""
        return _MOMENT.sub(lambda found: self._told(found[1], found[2]), text)

    def _told(self, day: str, minute: str | None) -> str:
        if minute is None:
            days = date.fromisoformat(day) - date.fromisoformat(USUAL.start[:10])
            # Commands inside this process begin a minute after the start.
            return (self.after(timedelta(minutes=1)).date() + days).isoformat()
        since = datetime.fromisoformat(f"{day}{minute}{USUAL.start[-6:]}") - datetime.fromisoformat(USUAL.start)
        return f"{self.after(since):%Y-%m-%d %H:%M}"


_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\d)( \d\d:\d\d)?")
USUAL: Final = Clock("2026-11-27T20:00:00+01:00", "Europe/Berlin")
OTHERS: Final = {
    "New Year's Eve": Clock("2026-12-31T23:59:00+14:00", "Pacific/Kiritimati"),
    "29 February": Clock("2028-02-29T12:00:00-12:00", "Etc/GMT+12"),
    "the hour that repeats": Clock("2026-10-25T02:58:00+02:00", "Europe/Berlin"),
    "the hour repeated": Clock("2026-10-25T02:58:00+01:00", "Europe/Berlin"),
}
CLOCK: Final = Clock(os.environ[HOOK], os.environ["TZ"]) if os.environ.get(HOOK) else USUAL
"""Where every test begins: the usual one, unless all tests are run at another (``test_clock``)."""

THEIRS: Final = (
    "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "TERMINAL_WIDTH", "LANGUAGE", "LANG",
    "OFC_SCORE_DB", "OFC_SCORE_RULESETS", "PYTHONIOENCODING", "PYTHONUTF8", "PYTHONWARNINGS", "PYTHONHASHSEED",
    "PYTHONDONTWRITEBYTECODE", "PAGER", "CI", "GITHUB_ACTIONS",
)  # fmt: skip
_FAMILIES: Final = ("XDG_", "LC_", "_TYPER_", "TYPER_")


def settings(clock: Clock = CLOCK) -> dict[str, str]:
    """What every test has set: the clock, the zone, the language, the kind of terminal."""
    return {HOOK: clock.start, "TZ": clock.zone, "LC_ALL": "C.UTF-8", "TERM": "xterm"}


def strange(name: str) -> bool:
    """Whether a variable of the environment is a taste of this machine's user."""
    return name in THEIRS or name.startswith(_FAMILIES)


def environment(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a user whose home is ``folder``."""
    kept = {name: value for name, value in os.environ.items() if not strange(name)}
    return kept | settings() | {"HOME": str(folder), "PYTHONIOENCODING": "utf-8"} | more


def run(
    folder: Path, *args: str, stdin: str | bytes = "", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The finished process; its output as text, read as UTF-8."""
    done = subprocess.run(
        [sys.executable, "-m", "ofc_score", *args],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        cwd=folder,
        env=environment(folder, **(env or {})),
        timeout=60,
        check=False,
    )
    out, err = (text.decode("utf-8", "backslashreplace").replace("\r\n", "\n") for text in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(args, done.returncode, out, err)
