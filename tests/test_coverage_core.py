"""Every line and branch of the core is reached by the tests of the core."""

from __future__ import annotations

import configparser

import pytest

from .coverage_core import ROOT, SETTINGS, report

pytestmark = pytest.mark.full


def core() -> list[str]:
    """The files of the core, as the settings of coverage name them."""
    settings = configparser.ConfigParser()
    settings.read(SETTINGS, encoding="utf-8")
    return settings["report"]["include"].split()


def test_every_line_and_branch_of_the_core_is_reached() -> None:
    done = report()
    assert done.returncode == 0, done.stdout
    # A file that was moved would be left out without a word.
    assert all((ROOT / file).exists() and file in done.stdout for file in core())


def test_what_no_test_reaches_is_reported() -> None:
    done = report(["cards"])
    assert done.returncode == 2
    percent = {line.split()[0]: line.split()[5] for line in done.stdout.splitlines() if line.startswith("ofc_score")}
    assert percent["ofc_score/cards/cards.py"] == "100%"
    assert percent["ofc_score/evening/session.py"] == "0%"
