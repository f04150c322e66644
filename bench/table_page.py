"""The table in a real browser with 1,400 units and 2,000 hexes: how long until what was done is seen.

    python bench/table_page.py [--rounds 10] [--json]

Chromium draws without a graphics card here, which is the slowest way there is. For each thing that a player does three
figures are given, medians of the rounds: the milliseconds until the next picture (as the browser times its events), the
work of the page until then (script, style, layout and paint, in processor time, as the browser traces it), and how long
its processes were busy in all. The last two do not depend much on what else the machine does. The same is measured in
the same run on a plain page: as many elements as the counters have, rectangles in one drawing, of which a click changes
one.
"""

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

from boards import great_war
from web import serving_ours

from knowledge import store

FLAGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
VIEW = {"width": 1400, "height": 1000}
PATIENCE = 120_000
QUIET = 0.4
FRAME, DRAWING = "ProxyMain::BeginMainFrame", "FireAnimationFrame"
FRAMES = 30
SIZE = 24
# Milliseconds of work that nobody notices.
GOALS = {"panning, a frame": 50.0, "nearer": 50.0, "farther": 50.0, "click on a unit": 100.0, "a hex painted": 100.0}
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "cc"]
PRESSED = ("click", "change")
Row = dict[str, Any]
Event = dict[str, Any]
PLAIN = """([count, size]) => {
  const across = Math.ceil(Math.sqrt(count));
  const shapes = Array.from({length: count}, (_, place) => {
    const [x, y] = [size * (place % across), size * Math.floor(place / across)];
    return `<rect x="${x}" y="${y}" width="${size - 2}" height="${size - 2}" fill="#a9b39f" stroke="#23231f"/>`;
  });
  const whole = size * across;
  document.body.innerHTML = `<div data-part="window" style="overflow:auto;width:900px;height:800px">
    <svg width="${whole}" height="${whole}" style="display:block">${shapes.join("")}</svg></div>`;
  const paint = (shape) => requestAnimationFrame(() => shape.setAttribute("fill", "#b3261e"));
  document.body.addEventListener("click", ({target}) => paint(target));
}"""

# Event timings are given in steps of 8 ms, from the event to the picture that follows what it did.
WATCH = """() => {
  window.timed = [];
  const watch = new PerformanceObserver((list) => {
    for (const {name, duration} of list.getEntries()) window.timed.push([name, duration]);
  });
  watch.observe({type: "event", durationThreshold: 16});
}"""
PAN = """async (frames) => {
  const view = document.querySelector('[data-part="window"]');
  const times = [];
  let before = null;
  view.scrollTo(0, 0);
  for (let place = 0; place <= frames; place++) {
    const now = await new Promise(requestAnimationFrame);
    if (before !== null) times.push(now - before);
    before = now;
    view.scrollBy(37, 23);
  }
  return times;
}"""


class Watched:
    """A table page, and what it costs to do something there."""

    def __init__(self, browser: Any, page: Any) -> None:
        self.page = page
        self._session = browser.new_browser_cdp_session()
        self._tracer = page.context.new_cdp_session(page)
        self._traced: list[Event] = []
        self._ended: list[object] = []
        self._tracer.on("Tracing.dataCollected", lambda told: self._traced.extend(told["value"]))
        self._tracer.on("Tracing.tracingComplete", lambda told: self._ended.append(told))

    def busy(self) -> float:
        """Milliseconds that the processes of the browser have been busy."""
        processes = self._session.send("SystemInfo.getProcessInfo")["processInfo"]
        return 1000 * sum(each["cpuTime"] for each in processes if each["type"] in ("renderer", "GPU"))

    def settle(self) -> None:
        """Wait until nothing is asked and nothing is drawn any more."""
        self.page.wait_for_load_state("networkidle")
        before = self.busy()
        while True:
            time.sleep(QUIET)
            now = self.busy()
            if now - before < 5:
                return
            before = now

    def measure(self, does: Callable[[], object]) -> tuple[float, float, float]:
        """Milliseconds until the picture, milliseconds of work until then, and milliseconds busy in all."""
        self.settle()
        self.page.evaluate("window.timed.length = 0")
        started = self.busy()
        traced = self.trace(does)
        busy = self.busy() - started
        timed = [took for name, took in self.page.evaluate("window.timed") if name in ("click", "pointerup")]
        return max(timed, default=16.0), work_until_seen(traced), busy

    def trace(self, does: Callable[[], object]) -> list[Event]:
        """What the main thread of the page did meanwhile, in order."""
        self.settle()
        self._traced.clear()
        self._ended.clear()
        kinds = {"includedCategories": TRACED}
        self._tracer.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": kinds})
        does()
        self.settle()
        self._tracer.send("Tracing.end")
        while not self._ended:
            self.page.wait_for_timeout(20)
        return on_main_thread(self._traced)


def on_main_thread(traced: list[Event]) -> list[Event]:
    named = [each for each in traced if each["name"] == "thread_name"]
    main = {(each["pid"], each["tid"]) for each in named if each["args"]["name"] == "CrRendererMain"}
    timed = [each for each in traced if "tdur" in each and (each["pid"], each["tid"]) in main]
    return sorted(timed, key=lambda each: each["ts"])


def work_until_seen(traced: list[Event]) -> float:
    """Milliseconds of work from the press of a button to the frame that shows what it did.

    That is the one in which the page draws, where it draws by itself; else the next.
    """
    presses = (each for each in traced if each["name"] == "EventDispatch" and each["args"]["data"]["type"] in PRESSED)
    pressed = next(presses, None)
    if pressed is None:
        return 0.0
    after = [each for each in traced if each["ts"] > pressed["ts"]]
    frames = [each for each in after if each["name"] == FRAME]
    drawn = next((each["ts"] for each in after if each["name"] == DRAWING), 0)
    seen = [each for each in frames if each["ts"] <= drawn] or frames[:1]
    return float(pressed["tdur"] + sum(each["tdur"] for each in seen)) / 1000


def click(page: Any, hex: str) -> Callable[[], None]:
    """A click of the mouse on the middle of a hex; where it is, is found out before."""
    box = page.locator(f".window .hex[data-hex='{hex}']").bounding_box()
    return lambda: page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def show(page: Any, hex: str) -> None:
    page.locator(f".window .hex[data-hex='{hex}']").evaluate(
        "hex => hex.scrollIntoView({block: 'center', inline: 'center'})"
    )


def rows(browser: Any, page: Any, rounds: int) -> Iterator[Row]:
    """What each thing takes at the table, and on a plain page with as many elements as there are in the counters."""
    watched = Watched(browser, page)
    page.evaluate(WATCH)
    show(page, "E4017")
    for name, does in deeds(page).items():
        yield told(name, [watched.measure(does()) for _ in range(rounds)])
    yield told("panning, a frame", [panned(watched) for _ in range(rounds)])
    count = page.locator(".layer-counters *").count()
    other = browser.new_page(viewport=VIEW)
    other.evaluate(PLAIN, [count, SIZE])
    other.evaluate(WATCH)
    plain = Watched(browser, other)
    places = [(SIZE * (place + 0.5), SIZE * 3.5) for place in range(1, rounds + 1)]
    yield told("plain page: a click", [plain.measure(lambda at=at: other.mouse.click(*at)) for at in places])
    yield told("plain page: panning, a frame", [panned(plain) for _ in range(rounds)])


def deeds(page: Any) -> dict[str, Callable[[], Callable[[], object]]]:
    """What a player does; each is made ready before it is timed, and each time in another hex."""
    fresh = iter(f"E{row}{place}" for row in range(38, 43) for place in (12, 13, 14, 15, 19, 20, 21, 22))
    tab = lambda name: page.locator(f"[data-part='tab-{name}']").click()  # noqa: E731
    tool = lambda name: page.locator(f"[data-key='tool-{name}']:visible").check()  # noqa: E731

    def chosen() -> Callable[[], None]:
        tab("ask")
        page.keyboard.press("Escape")
        page.locator("[data-part='window']").press("Escape")
        return click(page, next(fresh))

    def built(name: str) -> Callable[[], None]:
        tab("build")
        tool(name)
        return click(page, next(fresh))

    def button(name: str) -> Callable[[], Callable[[], None]]:
        return lambda: lambda: page.locator(f"[data-part='{name}']").click()

    return {
        "click on a unit": chosen,
        "a hex painted": lambda: built("terrain"),
        "undo": button("undo"),
        "a unit placed": lambda: built("unit"),
        "farther": button("farther"),
        "nearer": button("nearer"),
    }


def panned(watched: Watched) -> tuple[float, float, float]:
    """The board drawn along under the window: how long until the next frame, and what one costs."""
    waits: list[float] = []
    watched.settle()
    started = watched.busy()
    traced = watched.trace(lambda: waits.extend(watched.page.evaluate(PAN, FRAMES)))
    busy = (watched.busy() - started) / FRAMES
    work = sum(each["tdur"] for each in traced if each["name"] == FRAME) / 1000 / FRAMES
    return statistics.median(waits), work, busy


def told(name: str, found: list[tuple[float, float, float]]) -> Row:
    seen, work, busy = (round(statistics.median(each), 1) for each in zip(*found, strict=True))
    goal = GOALS.get(name)
    return {"name": name, "seen": seen, "work": work, "busy": busy, "goal": goal, "met": goal is None or work <= goal}


def measured(address: str, rounds: int) -> list[Row]:
    """The table of a service at this address, opened with a full board."""
    from playwright.sync_api import sync_playwright

    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        sys.exit("no Chromium on this machine")
    flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        page = browser.new_page(viewport=VIEW, locale="en-GB")
        page.set_default_timeout(PATIENCE)
        laid(page, address)
        found = list(rows(browser, page, rounds))
        browser.close()
    return found


def laid(page: Any, address: str) -> None:
    """Open the table, and load the full board as a player would: from a file."""
    page.goto(f"{address}/games/tgwe/table")
    page.locator("#table:not([aria-busy])").wait_for()
    page.locator("[data-part='tab-keep']").click()
    posed = json.dumps({"position": great_war()}).encode()
    page.locator("input[type=file]").set_input_files(
        {"name": "table.json", "mimeType": "application/json", "buffer": posed}
    )
    page.locator(".layer-counters [data-unit='uahead']").wait_for(state="attached")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["ARBITRE_HOME"] = os.environ.get("ARBITRE_HOME", home)
        store.ensure()
        with serving_ours(os.environ["ARBITRE_HOME"]) as caller:
            found = measured(caller.address, asked.rounds)
    for row in found:
        goal = f"  goal {row['goal']:.0f} of work, {'met' if row['met'] else 'missed'}" if row["goal"] else ""
        figures = f"{row['seen']:7.1f} ms until seen {row['work']:7.1f} ms of work {row['busy']:7.1f} ms busy"
        print(f"{row['name']:29} {figures}{goal}")
    if asked.json:
        print(json.dumps({"rows": found}))


if __name__ == "__main__":
    main()
