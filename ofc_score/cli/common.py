"""What all commands share: one way to print, one shape of errors, one place where exit codes are made."""

from __future__ import annotations

import errno
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn

import typer

from ofc_score.cli.typer_shim import TyperUsageError
from ofc_score.entry import booking
from ofc_score.errors import DONE, INTERRUPTED, Fault, InternalError, OfcError, UsageError
from ofc_score.reports import terminal

PROGRAM: Final = "ofc-score"
# As a shell reports a program that stopped because nobody reads its output any more.
PIPE_CLOSED: Final = 141
# Of a terminal that does not tell.
_COLUMNS: Final = 80
# Typer writes no help narrower than 50 columns unless it is told a width.
_NARROW: Final = 52
_OTHER_FILE: Final = "name a file that can be read and written"
_ELSEWHERE: Final = "send it to a file that can be written"


def run(app: Callable[..., Any], args: list[str]) -> int:
    """Run the command line and return its exit code. Every error a user can cause is printed here, in one shape."""
    end = args.index("--") if "--" in args else len(args)
    as_json = "--json" in args[:end]
    # No short options: -5 is a number, and "-x: QhQd2c / ..." would be read letter by letter.
    spelled = ["--help" if word == "-h" else word for word in args[:end]] + args[end:]
    booking.forget()
    try:
        _check_streams()
        _refuse_bytes(args)
        result = app(spelled, prog_name=PROGRAM, standalone_mode=False, terminal_width=_help_width())
        _flush()
        return result if isinstance(result, int) else DONE
    except OfcError as error:
        return _report(error, as_json)
    except TyperUsageError as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            say(error.format_message())
            return DONE
        return _report(_usage(error), as_json)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except typer.Exit as stop:
        return int(stop.exit_code)
    except BrokenPipeError:
        return _pipe_closed()
    except OSError as error:
        return _report(cannot(error), as_json)
    except Exception as error:
        return _report(_bug(error), as_json)
    except SystemExit as stop:
        # So Typer's own printing of help ends when nobody reads it; else it is the answer to a shell's completion.
        if isinstance(stop.__context__, BrokenPipeError):
            return _pipe_closed()
        raise


def _bug(error: Exception) -> InternalError:
    """What is reported of an error that no part of this program expected: what it was, and where."""
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error}".strip(": ")
    done = booking.on_disk() or "nothing was booked"
    return InternalError(f"{what} ({frame.name}, line {frame.lineno} of {Path(frame.filename).name}); {done}")


class OutputLostError(UsageError):
    """Standard output is closed or full: nothing can be printed there, not even this."""


class _NoInput(io.TextIOBase):
    """Stands for a standard input that was closed before the program began."""

    @property
    def buffer(self) -> NoReturn:
        raise OSError(errno.EBADF, "it is closed", "standard input")

    def readline(self, size: int = -1, /) -> NoReturn:  # type: ignore[override]  # noqa: ARG002
        raise OSError(errno.EBADF, "it is closed", "standard input")


def _check_streams() -> None:
    """Before anything is done: a closed output cannot take its answer, a closed input cannot be read."""
    if sys.stdin is None:
        sys.stdin = _NoInput()
    elif isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "surrogateescape":
        # Half a letter among typed lines is a typing error like others, refused where the words are looked at, as those
        # of a command line are. Once: ``play`` runs commands while it reads.
        sys.stdin.reconfigure(errors="surrogateescape")
    if sys.stdout is None:
        raise OutputLostError("the output is closed", hint="nothing was done; leave standard output open")


def _refuse_bytes(args: list[str]) -> None:
    """Raise UsageError for a word that the terminal's encoding cannot carry, unless a file is called so."""
    for word in args:
        if not word.isascii() and any("\ud800" <= char <= "\udfff" for char in word) and not os.path.lexists(word):
            shown = word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            shown = shown if len(shown) <= 40 else f"{shown[:40]}..."
            encoding = sys.getfilesystemencoding()
            raise UsageError(f"'{shown}' is not text in {encoding}, this system's encoding",
                             hint="set it to UTF-8, as with LC_ALL=C.UTF-8 or PYTHONUTF8=1")  # fmt: skip


def cannot(error: OSError, name: str = "") -> UsageError:
    """The error for a file that cannot be read or written (``-``: standard input)."""
    what = (name if name != "-" else "standard input") or error.filename or "the output"
    hint = {"standard input": "leave it open", "the output": _ELSEWHERE}.get(what, _OTHER_FILE)
    return UsageError(f"{what}: {error.strerror or error}", hint=hint)


def _usage(error: Any) -> UsageError:
    message = error.format_message().strip().rstrip(".")
    command = error.ctx.command_path if error.ctx is not None else PROGRAM
    return UsageError(message[:1].lower() + message[1:], hint=f"{command} --help shows how")


def _report(error: OfcError, as_json: bool) -> int:
    """Print an error and return its exit code; where standard output is lost it goes to standard error."""
    if as_json and not isinstance(error, OutputLostError):
        try:
            say_json(error.as_dict())
            _flush()
        except OutputLostError as lost:
            return _report(lost, as_json)
        except typer.Exit:
            pass
        return error.exit_code
    with suppress(OutputLostError, typer.Exit):
        _flush()
    _complain(error_text(error))
    return error.exit_code


def _complain(text: str) -> None:
    """Print an error: on a terminal within its width."""
    columns = width(sys.stderr) if sys.stderr is not None else None
    if columns is not None:
        from ofc_score.cli.wrapped import wrapped

        text = wrapped(text, sys.stderr.encoding or "ascii", columns)
    say(text, to_stderr=True)


def error_text(error: OfcError) -> str:
    """An error as people read it: what is wrong and what to do, then one line per fault with its place."""
    lines = [f"error: {Fault('', error.message, '', error.hint).text()}"]
    return "\n".join([*lines, *(f"  {fault.text()}" for fault in error.faults)])


def _pipe_closed() -> int:
    _give_up(sys.stdout)
    return PIPE_CLOSED


def _give_up(stream: Any) -> None:
    """Python flushes once more at the end; give it a place where that works."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(text: str, *, to_stderr: bool = False, flush: bool = False) -> None:
    """Print a text as this terminal can show it; nothing a user typed can steer the terminal."""
    stream = sys.stderr if to_stderr else sys.stdout
    if stream is None:
        return
    shown = terminal.narrow(terminal.clean(text), stream.encoding or "ascii")
    if has_colour(stream):
        shown = terminal.coloured(shown)
    _write(shown + "\n", stream, flush)


def say_lines(lines: Iterable[str]) -> None:
    """Print lines, running text broken where the terminal is narrow."""
    from ofc_score.reports.layout import fill

    say("\n".join(fill(list(lines), width())))


def say_json(document: object, *, flush: bool = False) -> None:
    """Print one JSON document on one line; letters that the stream cannot carry are escaped."""
    import json

    text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    # JSON spells out the control characters of ASCII itself, all but the last.
    plain = text.isascii() and "\x7f" not in text
    if not plain and (terminal.steers(text) or not terminal.fits(text, sys.stdout.encoding or "ascii")):
        text = json.dumps(document)
    _write(text + "\n", sys.stdout, flush)


def _write(text: str, stream: Any, flush: bool) -> None:
    try:
        stream.write(text)
        if flush:
            stream.flush()
    except OSError as error:
        if stream is not sys.stderr:
            _lost(error)
        _give_up(stream)


def _flush() -> None:
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError as error:
            _lost(error)


def _lost(error: OSError) -> NoReturn:
    """Standard output takes no more."""
    _give_up(sys.stdout)
    if isinstance(error, BrokenPipeError):
        # Typer would turn it into the exit code of a check that found a difference.
        raise typer.Exit(PIPE_CLOSED) from None
    why = error.strerror or str(error)
    if done := booking.on_disk():
        raise OutputLostError(
            f"{done}; the output could not be written: {why}", hint="do not repeat it; log and status show it"
        ) from None
    raise OutputLostError(f"the output: {why}", hint=_ELSEWHERE) from None


def has_colour(stream: Any) -> bool:
    """Whether to colour: a terminal that knows colours, and nobody asked for none (https://no-color.org)."""
    if os.environ.get("NO_COLOR") or not stream.isatty():
        return False
    if os.name == "nt":
        return bool(os.environ.get("WT_SESSION") or os.environ.get("TERM"))
    return os.environ.get("TERM", "dumb") != "dumb"


def _help_width() -> int | None:
    """Columns for help where the terminal is narrower than Typer expects; None: as Typer does."""
    columns = width() if sys.stdout is not None else None
    return columns if columns is not None and columns < _NARROW else None


def width(stream: Any = None) -> int | None:
    """Columns to keep within on a stream, else standard output: ``COLUMNS``, else those of the terminal; None for a
    file or a pipe."""
    stream = sys.stdout if stream is None else stream
    if not stream.isatty() and not os.environ.get("COLUMNS"):
        return None
    if not os.environ.get("COLUMNS"):
        with suppress(OSError, ValueError):
            # Of this stream: the other one may go elsewhere, into a pager or a file.
            return os.get_terminal_size(stream.fileno()).columns or _COLUMNS
    return shutil.get_terminal_size().columns
