"""Someone at the table of a real browser: the page, and what hands do there."""

import json

WORKED = "/table?example=sitw:13.17%231"


# A frame that was asked for before this one is drawn before it.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


class Player:
    """The page of a table, as a player uses it."""

    def __init__(self, page):
        self.page = page

    def open(self, path):
        self.page.goto(path)
        return self.ready()

    def ready(self):
        self.page.locator("#table:not([aria-busy])").wait_for()
        self.page.locator(".board .hex[aria-label]").first.wait_for()
        return self

    def settled(self):
        """What was done is drawn, and what was asked is answered: nothing will move by itself."""
        self.page.evaluate(DRAWN)
        self.page.locator("#panel-ask:not([aria-busy])").wait_for(state="attached")
        self.page.evaluate(DRAWN)
        return self

    def part(self, name):
        return self.page.locator(f"[data-part='{name}']")

    def key(self, name):
        return self.page.locator(f"[data-key='{name}']:visible")

    def tab(self, name):
        self.part(f"tab-{name}").click()
        return self.part(f"panel-{name}")

    def hex(self, number):
        """Click the middle of a hex: a counter that covers it is clicked instead."""
        self.settled()
        self.page.locator(f".window .hex[data-hex='{number}']").click(force=True)

    def tool(self, name):
        self.key(f"tool-{name}").check()

    def verdict(self, word):
        self.page.locator(f".ruling.{word}").wait_for()
        return self.page.locator(".ruling")

    def counters(self):
        return self.page.locator(".layer-counters .counter").evaluate_all("all => all.map(each => each.dataset.unit)")

    def table(self):
        """The table as it would be posted."""
        self.tab("keep")
        self.page.get_by_text("The table as JSON").click()
        return json.loads(self.page.locator("#panel-keep pre").text_content())


def load(player, posed):
    """Open a table as a file."""
    player.tab("keep")
    content = posed if isinstance(posed, bytes) else json.dumps(posed).encode()
    file = {"name": "table.json", "mimeType": "application/json", "buffer": content}
    player.page.locator("input[type=file]").set_input_files(file)
    if isinstance(posed, dict):
        first = posed["position"]["units"][0]["id"]
        player.page.locator(f".layer-counters [data-unit='{first}']").wait_for()
    return player
