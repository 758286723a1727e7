"""Measure, always as ratios within one run: ``python -m tests.bench [NAME]... [--rounds N]``.

The two sides of a ratio take turns, so that a busy machine slows both, and only processor time is counted; of each side
the fastest turn counts. A ratio is time against time: the goal is the most it may be. Nothing here runs with the tests.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from ofc_score import load_ruleset, parse_board, score_table
from ofc_score.cards.cards import DECK, JOKER
from ofc_score.rules.ruleset import Ruleset

BOARDS: Final = ("Ann: QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "Bob: JsJd5c / TsTd7s7c3h / 9c8d7d6s5d")
OURS: Final = ("-c", "from ofc_score.__main__ import main; main()")
"""What the installed command does."""
TYPER: Final = ("-c", "import typer")
TYPER_YAML: Final = ("-c", "import typer, yaml")
WITH_LEDGER: Final = ("-c", "import typer, yaml, sqlite_utils")
SCORE: Final = (*OURS, "score", "--rules", "pineapple", *BOARDS)
COMPLETION: Final = {"_OFC_SCORE_COMPLETE": "complete_bash", "COMP_WORDS": "ofc-score sc", "COMP_CWORD": "1"}
HANDS: Final = 5_000

Side = Callable[[], float]
"""One turn: seconds of processor time for one unit (a process, a hand)."""


class Ratio(NamedTuple):
    """A measured thing against what it is compared with."""

    name: str
    measured: Side
    base: Side
    goal: str
    limit: float
    most_rounds: int = 15
    show: Callable[[float], str] | None = None


def process(env: Mapping[str, str], *args: str, **more: str) -> Side:
    """A whole Python process."""

    def turn() -> float:
        child = subprocess.Popen(
            [sys.executable, *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**env, **more}
        )
        _, _, used = os.wait4(child.pid, 0)
        child.returncode = 0
        return used.ru_utime + used.ru_stime

    return turn


def start_up(env: Mapping[str, str]) -> Iterator[Ratio]:
    """Commands that need no ledger, against importing the libraries that they cannot do without."""
    for words in (("--help",), ("score", "--help")):
        name = f"{' '.join(words)} : import typer"
        yield Ratio(name, process(env, *OURS, *words), process(env, *TYPER), "1.2", 1.2)
    completion = process(env, *OURS, **COMPLETION)
    yield Ratio("completion : import typer", completion, process(env, *TYPER), "1.2", 1.2)
    for more in ("", " --json"):
        name = f"score{more} : import typer, yaml"
        yield Ratio(name, process(env, *SCORE, *more.split()), process(env, *TYPER_YAML), "1.3", 1.3)


def ledger(env: Mapping[str, str]) -> Iterator[Ratio]:
    """Commands that open a ledger with one session in it."""
    for told in (("start", "--rules", "pineapple", "--players", "Ann=1000000,Bob=1000000"), ("hand", *BOARDS)):
        subprocess.run([sys.executable, *OURS, *told], env=env, stdout=subprocess.DEVNULL, check=True)
    base = process(env, *WITH_LEDGER)
    commands: tuple[tuple[str, ...], ...] = (("status",), ("balances",), ("hand", *BOARDS, "--again"))
    for words in commands:
        yield Ratio(f"{words[0]} : import ... sqlite_utils", process(env, *OURS, *words), base, "1.3", 1.3)


def random_boards(rng: random.Random, jokers: int = 0) -> dict[str, str]:
    """Two boards of different cards, so many jokers among them, as text."""
    cards = rng.sample(DECK, 26)
    for place in rng.sample(range(26), jokers):
        cards[place] = JOKER
    parts = (slice(0, 3), slice(3, 8), slice(8, 13))
    return {
        name: " / ".join("".join(hand[part]) for part in parts)
        for name, hand in (("Ann", cards[:13]), ("Bob", cards[13:]))
    }


def read_all_of(boards: Mapping[str, str], rules: Ruleset) -> tuple[object, ...]:
    """Score a hand through the Python API and look at what came out."""
    table = score_table({"Ann": parse_board(boards["Ann"], rules), "Bob": parse_board(boards["Bob"], rules)}, rules)
    ann, bob = table.players["Ann"], table.players["Bob"]
    seen = (ann.royalties, bob.royalties, ann.foul, bob.foul, ann.next_fantasyland, bob.next_fantasyland)
    return table.totals["Ann"], table.totals["Bob"], table.counts[0].points, seen


def hands(score: Callable[[dict[str, str]], object], jokers: int = 0) -> Side:
    """Score new random hands, never the same again; writing down their text is not counted."""
    rng = random.Random(f"{score} {jokers}")

    def turn() -> float:
        texts = [random_boards(rng, jokers) for _ in range(HANDS)]
        start = time.process_time()
        for boards in texts:
            score(boards)
        return (time.process_time() - start) / HANDS

    return turn


def rate(env: Mapping[str, str]) -> Iterator[Ratio]:  # noqa: ARG001
    """Scoring from text through the Python API."""
    from .thin import score_hand

    pineapple, ultimate = load_ruleset("pineapple"), load_ruleset("joker-ultimate")
    ours = hands(lambda boards: read_all_of(boards, pineapple))

    def thin(boards: dict[str, str]) -> object:
        hand = score_hand(boards)
        ann, bob = hand.players["Ann"], hand.players["Bob"]
        seen = (ann.royalties, bob.royalties, ann.foul, bob.foul, ann.next_fantasyland, bob.next_fantasyland)
        return hand.totals["Ann"], hand.totals["Bob"], hand.points, seen

    yield Ratio("a hand : thin scorer on eval7 (C)", ours, hands(thin), "1/2, aim 1/3", 1 / 2)
    for jokers in (1, 2):
        name = f"a hand with {jokers} joker{'s' * (jokers - 1)} : without"
        with_jokers = hands(lambda boards: read_all_of(boards, ultimate), jokers)
        yield Ratio(name, with_jokers, hands(lambda boards: read_all_of(boards, ultimate)), "10", 10)


def jsonl(env: Mapping[str, str]) -> Iterator[Ratio]:
    """A file of hands, its start-up left out, against the Python API."""
    folder = Path(env["HOME"])
    rng = random.Random("jsonl")
    lines = [json.dumps({"boards": random_boards(rng)}) + "\n" for _ in range(4 * HANDS)]
    for name, part in (("few", lines[:1]), ("many", lines)):
        (folder / f"{name}.jsonl").write_text("".join(part), "utf-8")
    few, many = (
        process(env, *OURS, "score", "--rules", "pineapple", "--jsonl", str(folder / f"{name}.jsonl"))
        for name in ("few", "many")
    )
    pineapple = load_ruleset("pineapple")
    ours = hands(lambda boards: read_all_of(boards, pineapple))
    yield Ratio("a line of score --jsonl : API", lambda: (many() - few()) / (len(lines) - 1), ours, "3", 3)


def history(env: Mapping[str, str]) -> Iterator[Ratio]:
    """Two thousand old sessions, with ``--full`` ten thousand."""
    from .benchhistory import history as ratios

    return ratios(env)


def play(env: Mapping[str, str]) -> Iterator[Ratio]:
    """The interactive table, with the disk."""
    from .benchplay import last_enter

    ours, theirs = last_enter(Path(env["HOME"]))
    yield Ratio("hand in play : bare durable insert, scoring", lambda: ours, lambda: theirs, "1.5", 1.5, most_rounds=1)


GROUPS: Final = {"start-up": start_up, "ledger": ledger, "rate": rate, "jsonl": jsonl, "play": play, "history": history}


def fastest(ratio: Ratio, rounds: int) -> tuple[float, float]:
    """The fastest of several turns of both sides."""
    if ratio.most_rounds > 1:
        ratio.measured(), ratio.base()
    pairs = [(ratio.measured(), ratio.base()) for _ in range(min(rounds, ratio.most_rounds))]
    return min(first for first, _ in pairs), min(second for _, second in pairs)


def shown(seconds: float) -> str:
    """Milliseconds or microseconds, whichever reads well."""
    return f"{seconds * 1e3:.1f} ms" if seconds > 1e-3 else f"{seconds * 1e6:.1f} us"


def main() -> None:
    """Print the table of ratios."""
    asked = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    asked.add_argument("names", nargs="*", help=f"which of {', '.join(GROUPS)}; default all")
    asked.add_argument("--rounds", type=int, default=15)
    asked.add_argument("--full", action="store_true", help="history with 10,000 sessions, about 300,000 hands")
    said = asked.parse_args()
    unknown = [name for name in said.names if name not in GROUPS]
    if unknown:
        asked.error(f"unknown: {', '.join(unknown)}")
    print(f"{'measured : compared with':<42} {'took':>9} : {'took':>9} {'ratio':>6}  goal")
    for group in said.names or GROUPS:
        with tempfile.TemporaryDirectory() as home:
            # Bytecode as an installed package has it, also where the environment says to write none.
            env = {**os.environ, "HOME": home, "OFC_SCORE_DB": f"{home}/ledger.db",
                   "PYTHONPYCACHEPREFIX": f"{home}/cache", "PYTHONDONTWRITEBYTECODE": "",
                   "BENCH_FULL": "1" if said.full else ""}  # fmt: skip
            for ratio in GROUPS[group](env):
                ours, theirs = fastest(ratio, said.rounds)
                missed = "" if ours / theirs <= ratio.limit else "  missed"
                show = ratio.show or shown
                took = f"{show(ours):>9} : {show(theirs):>9}"
                print(f"{ratio.name:<42} {took} {ours / theirs:>6.2f}  {ratio.goal}{missed}", flush=True)


if __name__ == "__main__":
    main()
