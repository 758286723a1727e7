"""The interactive table: ``draft`` and ``lines`` are pure, ``keep`` holds the half-typed hand, ``loop`` talks."""
