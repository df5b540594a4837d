"""A line on a terminal for an export that takes longer than about a second; nothing anywhere else."""

import sys
import time

PATIENCE = 1.0
"""Seconds without a line."""

_EVERY = 0.2
_LOOK_AT = 128


class Progress:
    """Counts steps of work while its context is open. Writes to stderr, and only where that is a terminal."""

    def __init__(self, stream=None, clock=time.monotonic):
        """`stream`: in place of stderr; `clock`: gives seconds."""
        self._stream, self._clock = sys.stderr if stream is None else stream, clock
        self._steps, self._shown = 0, False
        self._next = clock() + PATIENCE
        self._terminal = self._is_terminal()

    def _is_terminal(self):
        """True where a person may be looking."""
        try:
            return self._stream.isatty()
        except Exception:
            return False

    def __enter__(self):
        """The progress itself."""
        return self

    def step(self):
        """One more object was read or written down."""
        self._steps += 1
        if self._terminal and self._steps % _LOOK_AT == 0 and self._clock() >= self._next:
            self._next = self._clock() + _EVERY
            self._write(f"\rtracegate_export: {self._steps:,} steps\x1b[K")
            self._shown = True

    def __exit__(self, *error):
        """Takes the line away."""
        if self._shown:
            self._write("\r\x1b[K")

    def _write(self, text):
        """Writes to the terminal; a terminal that is gone is no reason to stop."""
        try:
            self._stream.write(text)
            self._stream.flush()
        except Exception:
            self._terminal = False
