"""Other people's pages: a script with elements and hover cards, oEmbed, preview cards with a picture of the ruling."""
