"""Asking for a line: with editing, completion and history where the terminal can, else plainly."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from ofc_score.reports import terminal

_LINES_KEPT: Final = 64_000
Words = Callable[[], Sequence[str]]


class Asker(Protocol):
    """Asks for one line, or for several pasted at once. Raises ``EOFError`` or ``KeyboardInterrupt``."""

    def __call__(self, prompt: str, /) -> str: ...


def asker(ledger: Path, names: Words, commands: Words) -> Asker:
    """The best way to ask that this terminal allows; the typed lines are kept beside the ledger."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "") == "dumb":
        return plain
    try:
        return _edited(history_file(ledger), names, commands)
    except Exception:  # a console that the library does not know; it names its errors only on Windows
        return plain


def plain(prompt: str) -> str:
    """Ask on any terminal, or read a file."""
    sys.stdout.write(_shown(prompt))
    sys.stdout.flush()
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        raise
    if not line:
        sys.stdout.write("\n")
        raise EOFError
    return line.rstrip("\r\n")


def _shown(prompt: str) -> str:
    return terminal.narrow(terminal.clean(prompt), sys.stdout.encoding or "ascii")


def _edited(history: Path | None, names: Words, commands: Words) -> Asker:
    # Only menus need to know where the cursor is, and some terminals never answer.
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.history import FileHistory, InMemoryHistory
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.keys import Keys
    from prompt_toolkit.shortcuts import CompleteStyle

    class Complete(Completer):
        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:  # noqa: ARG002
            before = document.text_before_cursor
            word = before.rpartition(" ")[2]
            offered = names() if before.strip() != word else [*names(), *commands()]
            for found in completions(word, offered):
                yield Completion(found, start_position=-len(word))

    keys = KeyBindings()

    @keys.add(Keys.BracketedPaste)
    def _paste(event: Any) -> None:
        """A block that ends with a line break is taken at once, as where every line arrives by itself."""
        pasted = event.data.replace("\r\n", "\n").replace("\r", "\n")
        event.current_buffer.insert_text(pasted.strip("\n") if pasted.strip("\n").count("\n") else pasted.rstrip("\n"))
        if pasted.endswith("\n"):
            event.current_buffer.validate_and_handle()

    session: PromptSession[str] = PromptSession(
        history=InMemoryHistory() if history is None else FileHistory(str(history)),
        completer=Complete(),
        complete_while_typing=False,
        complete_style=CompleteStyle.READLINE_LIKE,
        key_bindings=keys,
        enable_history_search=True,
        enable_suspend=True,
        mouse_support=False,
    )

    def ask(prompt: str) -> str:
        sys.stdout.flush()
        return session.prompt(_shown(prompt))

    return ask


def completions(word: str, offered: Iterable[str]) -> list[str]:
    """What a half-typed word may become, each once."""
    begun = word.casefold()
    return list(dict.fromkeys(it for it in offered if it.casefold().startswith(begun)))


def history_file(ledger: Path) -> Path | None:
    """The file of the lines typed, private, its oldest part cut off; None where it cannot be written."""
    path = ledger.with_name(f"{ledger.name}-history")
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        if path.stat().st_size > 2 * _LINES_KEPT:
            kept = path.read_bytes()[-_LINES_KEPT:]
            path.write_bytes(kept[kept.find(b"\n\n") + 1 :])
    except OSError:
        return None
    return path
