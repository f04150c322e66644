"""The verbs that put the umpire inside other programs: an assistant, a chat."""

from typing import TYPE_CHECKING

import click

from server.verbs import Wrong, say_json, shared

if TYPE_CHECKING:
    from knowledge.records import Language


@click.command()
@click.option("--build/--no-build", default=True, help="Build the knowledge base meanwhile where it is not current.")
@shared
def mcp(build: bool, as_json: bool, lang: "Language | None") -> None:
    """The MCP server on standard input and output, for an assistant to start."""
    from server.mcp.stdio import serve

    serve(build)


@click.group()
def discord() -> None:
    """The umpire on a Discord server."""


@discord.command("register")
@click.option("--application", envvar="ARBITRE_DISCORD_APPLICATION", help="Id of the application.")
@click.option("--guild", help="Id of one server; without it the commands are for all.")
@click.option("--api", envvar="ARBITRE_DISCORD_API", help="Address of version 10 of Discord's API.")
@shared
def register_commands(
    application: str | None, guild: str | None, api: str | None, as_json: bool, lang: "Language | None"
) -> None:
    """Tell Discord of the commands, in place of those before.

    Only with the token in ARBITRE_DISCORD_TOKEN, an application and an address; else what would be told is printed.
    """
    from knowledge.records import games
    from server.chat import registration
    from server.settings import discord_token

    token = discord_token()
    if not (token and application and api):
        say_json(registration.commands(games()))
        return
    if not api.startswith(("https://", "http://127.0.0.1")):
        raise Wrong("--api: the token is sent over https only")
    if not all(each.isdecimal() for each in filter(None, (application, guild))):
        raise Wrong("--application, --guild: an id is a number, as in 1234567890")
    try:
        taken = registration.register(api, application, token, games(), guild)
    except registration.NotRegistered as refused:
        raise Wrong(str(refused)) from None
    say_json(taken) if as_json else click.echo(", ".join(f"/{each['name']}" for each in taken))
