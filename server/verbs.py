"""What the verbs of the command line share: their options, how they speak, what becomes of what goes wrong."""

import errno
import json
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from knowledge.numbers import NotFound
from server.languages import terminal_language

if TYPE_CHECKING:
    from knowledge.records import Language

Command = TypeVar("Command", bound=Callable[..., Any])


FAULTS_OF_THE_DISK = (errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EIO, errno.EFBIG)


class Wrong(click.ClickException):
    """The request was wrong: exit code 2."""

    exit_code = 2

    def __init__(self, message: str, problem: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.problem = problem

    def show(self, file: Any = None) -> None:
        told = json.dumps(self.problem, ensure_ascii=False) if self.problem else f"arbitre: {self.message}"
        click.echo(told, file=sys.stderr)


class Verbs(click.Group):
    """The verbs; what goes wrong becomes a message and the right exit code."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except (click.ClickException, click.Abort, click.exceptions.Exit, BrokenPipeError):
            raise
        except NotFound as missing:
            raise _missing(missing, context) from None
        except Exception as fault:
            raise _as_click(fault) from fault


def _missing(missing: NotFound, context: click.Context) -> Wrong:
    from server.problems import of_missing

    return Wrong(str(missing), of_missing(missing) if context.meta.get("as_json") else None)


def _as_click(fault: Exception) -> click.ClickException:
    """Wrong settings and unreadable files are the caller's; the disk is nobody's; anything else is a fault of ours."""
    from knowledge.keeping import BadAddress, NotKept
    from knowledge.search import NotBuilt
    from server.settings import BadSetting

    if isinstance(fault, NotKept):
        return click.ClickException(f"{fault} ({fault.why})" if fault.why else str(fault))
    if isinstance(fault, NotBuilt) or getattr(fault, "errno", None) in FAULTS_OF_THE_DISK:
        return click.ClickException(str(fault))
    if isinstance(fault, (BadSetting, BadAddress, OSError, UnicodeDecodeError)):
        return Wrong(str(fault))
    return click.ClickException(f"a fault of ours: {type(fault).__name__}: {fault}")


def shared(command: Command) -> Command:
    """The options that every verb takes."""
    language = click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of what is printed.")
    as_json = click.option(
        "--json", "as_json", is_flag=True, callback=_remember, help="Print what the service answers."
    )
    return as_json(language(command))


def _remember(context: click.Context, option: click.Parameter, value: bool) -> bool:
    context.meta["as_json"] = value
    return value


def say(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def say_json(answer: Any) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False))


def spoken(lang: "Language | None") -> "Language":
    return lang or terminal_language()


def answered(question: str, body: bytes, as_json: bool) -> Any:
    """What the umpire's desk answers to a request."""
    from knowledge import desk
    from knowledge.ask import answering
    from rulebook.faults import BadRequest
    from server.problems import of_request

    try:
        return getattr(answering if question == "answer" else desk, question)(body)
    except BadRequest as wrong:
        message = "\n".join(f"{fault.at}: {fault.says}" for fault in wrong.faults)
        raise Wrong(message, of_request(wrong) if as_json else None) from None
