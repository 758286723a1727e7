"""``ofc-score`` and ``python -m ofc_score``."""

import gc


def main() -> None:
    """Run the command line and leave with its exit code."""
    # Most commands live a tenth of a second, in which importing makes 25,000 to 50,000 objects that all stay. Python
    # would look through them for unreachable ones again and again, and once more at the end, for a sixth of that time.
    # So it looks after every 100,000 new objects instead of 700 (long commands still collect), and not at the end.
    gc.set_threshold(100_000)
    from ofc_score.cli.app import main as front_door

    try:
        front_door()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
