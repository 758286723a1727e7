"""Long checks are left out of the ordinary run; ``pytest -m full`` runs them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from . import command

# A busy machine makes single examples slow; that is no fault of the code.
settings.register_profile("ordinary", deadline=None)
# Which lines are reached at all shows after a few examples (tests/coverage_core.py).
settings.register_profile("few", deadline=None, max_examples=10)
settings.load_profile("ordinary")


@pytest.fixture(scope="session", autouse=True)
def _same_everywhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One clock and zone, an empty home, no settings of this machine's user: for this process and all it starts."""
    with pytest.MonkeyPatch.context() as patch:
        for name in filter(command.strange, list(os.environ)):
            patch.delenv(name)
        for name, value in command.settings().items():
            patch.setenv(name, value)
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        yield


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked ``full`` unless the command line speaks of it."""
    if "full" in str(config.option.markexpr):
        return
    long = [item for item in items if item.get_closest_marker("full")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]


# A run in the background ignores these, and so would every program that a test starts and interrupts.
for _signal in (getattr(signal, name, None) for name in ("SIGINT", "SIGHUP")):
    if _signal is not None and signal.getsignal(_signal) is signal.SIG_IGN:
        signal.signal(_signal, signal.default_int_handler if _signal == signal.SIGINT else signal.SIG_DFL)
