"""The umpire for assistants, over the Model Context Protocol: tools, resources, a prompt."""
