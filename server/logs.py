"""What is told on stderr: one JSON object a line."""

import json
import logging
import time
import traceback

from server.settings import log_level

LOG = logging.getLogger("arbitre")


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "says": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line["trace"] = traceback.format_exception(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def start_logging() -> None:
    """Send what the service has to say to stderr, as much of it as ARBITRE_LOG asks for."""
    level = log_level()
    # No line tells from which line of code, thread or process it came: then they need not be looked up.
    logging._srcfile = None
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    # That a request waits for a thread is no fault: under load there would be a line for every other one.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    root = logging.getLogger()
    root.handlers = [logging.NullHandler()]
    if level != "off":
        handler = logging.StreamHandler()
        handler.setFormatter(JsonLines())
        root.handlers = [handler]
        root.setLevel("WARNING")
        LOG.setLevel(level.upper())
    else:
        LOG.setLevel(logging.CRITICAL + 1)
