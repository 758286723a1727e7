"""The mutation check itself: what it changes, and that a few changes of the core are noticed. The long form is
``python -m tests.mutants``."""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path

import pytest

from . import mutants as tried
from .mutate import mutants

SOURCE = '''
"""Text."""
LIMIT: int = 3
def f(a: int, b: int = 1) -> int:
    """More text."""
    if a < b and not b:
        return min(a, b)
    a += 1
    for it in range(a):
        if it == "x":
            continue
    return -a if a else [x for x in (a, b) if x is None]
'''


def test_what_is_changed() -> None:
    made = [(mutant.function, mutant.was, mutant.now) for mutant, _ in mutants("m", SOURCE)]
    assert ("", "3", "4") in made and ("", "3", "2") in made
    for was, now in (
        ("a < b", "a <= b"), ("a < b", "a >= b"), ("a < b and (not b)", "a < b or not b"),
        ("a < b and (not b)", "a < b"), ("not b", "b"), ("min(a, b)", "max(a, b)"), ("a += 1", "a -= 1"),
        ("a += 1", "pass"), ("continue", "break"),
        ("'x'", "'x?'"), ("it == 'x'", "it != 'x'"), ("return min(a, b)", "return None"), ("-a", "a"),
        ("x is None", "x is not None"),
    ):  # fmt: skip
        assert ("f", was, now) in made, (was, now)
    assert not [was for _, was, _ in made if "ext" in was or was == "int"]


def test_every_mutant_is_other_code_and_the_source_comes_back() -> None:
    plain = ast.dump(ast.parse(SOURCE))
    seen = set()
    for _, tree in mutants("m", SOURCE):
        dumped = ast.dump(tree)
        assert dumped != plain
        seen.add(dumped)
        compile(tree, "m", "exec")
    assert len(seen) == len(list(mutants("m", SOURCE)))


@pytest.mark.full
def test_the_explanations_are_of_changes_that_there_are() -> None:
    sources = {module: tried.source_of(module)[1] for module in tried.CORE}
    every = {mutant.key for module, source in sources.items() for mutant, _ in mutants(module, source)}
    assert tried.explained() <= every


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_few_changes_are_noticed(tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    assert tried.main(["scoring.settlement", "--tests", "settlement", "--sample", "12", "--report", str(report)]) == 0
    found = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    assert len(found) == 12
    assert sum(line["outcome"] == "killed" for line in found) >= 10


@pytest.mark.full
@pytest.mark.parametrize("module", tried.CORE)
def test_every_change_is_noticed_or_explained(module: str) -> None:
    assert tried.main([module]) == 0
