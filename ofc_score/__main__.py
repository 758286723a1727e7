"""``python -m ofc_score``."""

from ofc_score.cli.app import main

if __name__ == "__main__":
    main()
