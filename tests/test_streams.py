"""Outputs that take nothing, inputs that give nothing, files that are none: one line each, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ofc_score.cli import common
from ofc_score.cli.app import COMMANDS

from .command import environment, run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="streams are closed differently")
FULL = Path("/dev/full")
SCORE = ("score", "--rules", "pineapple", "QQ2 KK883 AT752h")
CLOSED = "error: the output is closed (nothing was done; leave standard output open)\n"
NO_ROOM = "error: the output: No space left on device (send it to a file that can be written)\n"
NO_INPUT = "error: standard input: it is closed (leave it open)\n"
SHEET = "rules: pineapple\nplayers: [Ann, Bob]\nevents:\n  - hand: {Ann: foul, Bob: QQ2 KK883 AT752h}\n"


def _shell(folder: Path, redirect: str, *args: str) -> tuple[int, str, str]:
    command = ["bash", "-c", f'"$0" -m ofc_score "$@" {redirect}', sys.executable, *args]
    env = environment(folder, OFC_SCORE_DB=str(folder / "night.db"))
    done = subprocess.run(command, capture_output=True, cwd=folder, env=env, timeout=60, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    "args",
    [SCORE, (*SCORE, "--json"), ("score", "--rules", "pineapple", "QQ2", "--json"), ("--help",), ("rules", "--help"),
     ("--version",), ("rules", "list"), ("score", "--jsonl", "hands.jsonl", "--rules", "pineapple"),
     ("replay", "night.yaml"), ("sessions",)],
    ids=" ".join,
)  # fmt: skip
def test_a_full_output(args: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "hands.jsonl").write_text('{"boards": {"Ann": "foul"}}\n', encoding="utf-8")
    (tmp_path / "night.yaml").write_text(SHEET, encoding="utf-8")
    run(tmp_path, "start", "--rules", "pineapple", "--players", "Ann,Bob", "--db", "night.db")
    assert _shell(tmp_path, ">/dev/full", *args) == (2, "", NO_ROOM)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_output(command: str, tmp_path: Path) -> None:
    assert _shell(tmp_path, ">&-", command) == (2, "", CLOSED)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("redirect", [">&-", ">&- 2>&-", "2>&-", "2>/dev/full"])
def test_both_outputs_closed_or_full(redirect: str, tmp_path: Path) -> None:
    code, out, error = _shell(tmp_path, redirect, "score", "--rules", "pineapple", "--json")
    assert (code, error) == (2, CLOSED if redirect == ">&-" else "")
    assert bool(out) is not redirect.startswith(">&-")
    assert _shell(tmp_path, "2>&-", "rules", "lst")[0] == 2


@pytest.mark.parametrize(
    "args", [("score", "--jsonl", "-", "--rules", "pineapple"), ("replay", "-"), ("import", "-")], ids=" ".join
)
def test_a_closed_input(args: tuple[str, ...], tmp_path: Path) -> None:
    assert _shell(tmp_path, "<&-", *args) == (2, "", NO_INPUT)


@pytest.mark.parametrize("args", [("--help",), ("rules", "--help")], ids=" ".join)
def test_help_into_a_closed_pipe(args: tuple[str, ...], tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "ofc_score", *args]
    done = subprocess.run(
        command, stdout=writer, stderr=subprocess.PIPE, env=environment(tmp_path), check=False, timeout=60
    )
    os.close(writer)
    assert (done.stderr, done.returncode) == (b"", common.PIPE_CLOSED)


READERS = {
    "check": ("rules", "check", "./it.yaml"),
    "rules": ("score", "--rules", "./it.yaml", "foul"),
    "replay": ("replay", "it.yaml"),
    "import": ("import", "it.yaml"),
}


@pytest.mark.parametrize("args", READERS.values(), ids=READERS)
def test_a_named_pipe_is_never_waited_for(args: tuple[str, ...], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "it.yaml")
    code, out, error = _shell(tmp_path, "", *args)
    assert (code, out) == (3 if "rules" in " ".join(args) else 2, "")
    assert "it.yaml: a named pipe is no file" in error


@pytest.mark.parametrize("args", READERS.values(), ids=READERS)
def test_a_folder_or_a_device_is_no_file(args: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "it.yaml").mkdir()
    assert "it.yaml: Is a directory" in _shell(tmp_path, "", *args)[2]
    device = [said if "it.yaml" not in said else "/dev/zero" for said in args]
    assert "/dev/zero: a device is no file" in _shell(tmp_path, "", *device)[2]


def test_what_a_shell_hands_over_is_read(tmp_path: Path) -> None:
    (tmp_path / "ok.yaml").write_text("name: ok\nextends: pineapple\npoints: {row: 2}\n", encoding="utf-8")
    (tmp_path / "night.yaml").write_text(SHEET, encoding="utf-8")
    assert _shell(tmp_path, "<(cat ok.yaml)", "rules", "check")[1].endswith("ok: no faults\n")
    assert _shell(tmp_path, "/dev/stdin <ok.yaml", "rules", "check")[1].endswith("ok: no faults\n")
    assert _shell(tmp_path, "--rules <(cat ok.yaml)", "score", "foul")[0] == 0
    assert _shell(tmp_path, "<(cat night.yaml)", "replay")[0] == 0


def test_text_that_the_encoding_cannot_carry_is_one_fault(tmp_path: Path) -> None:
    env = environment(tmp_path, LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0", PYTHONIOENCODING="")
    command: list[str | bytes] = [sys.executable, "-m", "ofc_score", "score", "--rules", "pineapple"]
    command.append("Zo\u00eb: foul".encode())
    done = subprocess.run(command, capture_output=True, env=env, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == (
        "error: 'Zo?: foul' is not text in ascii, this system's encoding "
        "(set it to UTF-8, as with LC_ALL=C.UTF-8 or PYTHONUTF8=1)\n"
    )
