"""Progress bars on stderr, where it is a terminal."""

import os
import sys
from typing import Any, Self

import click


class Bars:
    """One bar for each step of a long task; nothing is shown where nobody looks."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()
        self.bar: Any = None
        self.doing = ""
        self.done = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._finish()

    def __call__(self, doing: str, done: int, total: int) -> None:
        """Show that so much of a step is done."""
        if not self.shown:
            return
        if doing != self.doing:
            self._finish()
            self.bar = click.progressbar(length=max(total, 1), label=f"{doing:10}", file=sys.stderr)
            self.bar.__enter__()
            self.doing, self.done = doing, 0
        self.bar.update(done - self.done)
        self.done = done

    def stream(self, source: Any, place: int) -> None:
        """Show how far a stream was read: by its bytes where its size is known, else by the line."""
        if self.shown and place % 10 == 1:
            try:
                self("checking", source.tell(), os.fstat(source.fileno()).st_size)
            except (OSError, ValueError):
                click.echo(f"\rchecking   {place}", nl=False, file=sys.stderr)

    def _finish(self) -> None:
        if self.bar is not None:
            self.bar.update(self.bar.length - self.done)
            self.bar.__exit__(None, None, None)
            self.bar = None
