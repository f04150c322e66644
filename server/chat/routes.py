"""The endpoints of the chats: each is there only where its secret is set."""

from flask import Flask

from server import settings

ENDPOINTS = {
    "/discord": "Discord interactions, where `ARBITRE_DISCORD_PUBLIC_KEY` is set.",
    "/slack": "Slack slash commands, where `ARBITRE_SLACK_SIGNING_SECRET` is set.",
    "/mattermost": "Mattermost slash commands, where `ARBITRE_MATTERMOST_TOKEN` is set.",
}


def install(app: Flask) -> None:
    """Open the endpoints whose secrets are set; what they need is loaded for none other."""
    if key := settings.discord_public_key():
        from server.chat import discord

        app.register_blueprint(discord.blueprint(key))
    if secret := settings.slack_signing_secret():
        from server.chat import slash

        app.register_blueprint(slash.slack_blueprint(secret))
    if tokens := settings.mattermost_tokens():
        from server.chat import slash

        app.register_blueprint(slash.mattermost_blueprint(tokens))
