"""The umpire in a chat: Discord interactions, Slack and Mattermost slash commands."""
