"""The command line's front door: finds the command that was asked for and imports only that one."""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer
from typer.core import TyperCommand
from typer.main import get_command

from ofc_score.cli import common
from ofc_score.cli.typer_shim import Command, Group, unknown

if TYPE_CHECKING:
    from ofc_score.cli.play.running import Commands

# Command -> module and attribute (a function, or a Typer app for a family of commands), and its line in the help.
COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "score": ("score:score", "Score boards and settle one hand, with the whole working."),
    "replay": ("replay:replay", "Settle a whole score sheet without storing it."),
    "rules": ("rules:app", "List, show and print the rules of a game."),
    "start": ("evening:start", "Start a session; without options, propose last time's table."),
    "play": ("play.command:play", "Record hands at the interactive table."),
    "hand": ("hands:hand", "Record and settle the next hand."),
    "undo": ("corrections:undo", "Undo the newest entry; again, the one before it."),
    "redo": ("corrections:redo", "Redo what the last undo took back."),
    "fix": ("corrections:fix", "Correct a hand, or retype any other entry."),
    "void": ("corrections:void", "Void an entry that was recorded by mistake."),
    "buy": ("table:buy", "Buy points for a player."),
    "join": ("table:join", "Seat a new player."),
    "leave": ("table:leave", "Let a player leave the table with their stack."),
    "seats": ("table:seats", "Change the order of the seats."),
    "button": ("table:button", "Give a player the next button, whatever the rules say."),
    "switch": ("table:switch", "Play another game from the next set on."),
    "chips": ("table:chips", "Check the chips on the table against the ledger."),
    "note": ("table:note", "Add a note to the log."),
    "adjust": ("money:adjust", "Move points from one stack to another."),
    "expense": ("money:expense", "Record a shared expense, split to the cent."),
    "owe": ("money:owe", "Record a debt from before."),
    "pay": ("money:pay", "Record a payment, also after the session is closed."),
    "status": ("looking:status", "Show where the evening stands: stacks, buy-ins that wait, what is next."),
    "show": ("looking:show", "Show a hand with the whole working."),
    "log": ("looking:log", "List every entry and correction, with its time and number (eN)."),
    "claim": ("claim:claim", "Compare what a player says with what the rules give."),
    "balances": ("money:balances", "Show each player's balance: tonight, before and in total."),
    "payouts": ("money:payouts", "Show who pays whom, in few payments."),
    "message": ("report:message", "Print the evening as text for a group chat."),
    "report": ("report:report", "Write the evening as one page, for a phone or paper."),
    "close": ("evening:close", "Close the session: chips to count, balances, payouts, a message to send."),
    "resume": ("evening:resume", "Resume a session that was set aside."),
    "sessions": ("looking:sessions", "List the sessions, the newest first."),
    "stats": ("stats:stats", "Show everybody's hands in numbers."),
    "player": ("players:app", "Rename, merge and list players."),
    "export": ("exchange:export", "Write a session for other programs, or the whole ledger."),
    "import": ("exchange:import_", "Take in a score sheet, a session or a whole ledger: all of it or nothing."),
    "backup": ("files:backup", "Write a verified copy of the ledger."),
    "restore": ("files:restore", "Put a backup in the place of the ledger."),
    "audit": ("files:audit", "Check that the books are right."),
}
GROUPS: Final[dict[str, str]] = {
    "Without a ledger": "score replay rules",
    "Session": "start play close resume sessions",
    "Hands": "hand undo redo fix void show claim",
    "Table": "status buy join leave seats button switch chips note log",
    "Money": "balances payouts pay expense owe adjust",
    "To share": "message report stats export import",
    "Ledger": "player backup restore audit",
}
"""The commands as ``--help`` lists them."""
_LONGEST: Final = max(map(len, COMMANDS))


def _function(name: str) -> Any:
    """The function of a command, or the Typer app of a family of them."""
    module, _, attribute = COMMANDS[name][0].partition(":")
    return getattr(import_module(f"ofc_score.cli.{module}"), attribute)


class _LateGroup(Group):
    """The commands of ``COMMANDS``, each imported when it is called: ``--help`` and ``score`` stay quick."""

    names_only = False

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """What a shell offers for the first word: names of commands need none of them."""
        self.names_only = True
        return super().shell_complete(ctx, incomplete)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        if self.names_only:
            return TyperCommand(cmd_name, help=COMMANDS[cmd_name][1])
        found = _function(cmd_name)
        if not isinstance(found, typer.Typer):
            family = typer.Typer(add_completion=False)
            family.command(cmd_name)(found)
            found = family
        found.rich_markup_mode = None
        found.info.cls = Group
        for info in found.registered_commands:
            info.cls = Command
        return get_command(found)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise unknown("command", args[0], list(COMMANDS))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(_LONGEST), COMMANDS[name][1]) for name in names.split()])


app = typer.Typer(
    cls=_LateGroup,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog='\b\nExample:\n  ofc-score score --rules pineapple "Ann: QQ2 KK883 AT752h" "Bob: foul"',
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        common.say(f"ofc-score {version('ofc-score')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _front(
    ctx: typer.Context,
    version: Annotated[  # noqa: ARG001
        bool, typer.Option("--version", help="Print the version and stop.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Settle live home games of Open Face Chinese poker: boards in, the right points out."""
    ctx.obj = commands
    if ctx.invoked_subcommand is None:
        common.say(ctx.get_help())


def commands() -> Commands:
    """The commands as the interactive table runs them."""
    from ofc_score.cli.play.running import Commands

    return Commands({name: line for name, (_, line) in COMMANDS.items()}, partial(common.run, app), _takes_session)


def _takes_session(name: str) -> bool:
    return callable(function := _function(name)) and "session" in signature(function).parameters


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    sys.exit(common.run(app, sys.argv[1:]))
