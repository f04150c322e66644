"""Pages that are not ours: a folder served on an origin of its own."""

import http.server
import threading
from contextlib import contextmanager
from functools import partial


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *told):
        pass


@contextmanager
def serving_folder(folder):
    """A folder on a port of its own: an origin that is not ours."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=folder)) as stranger:
        thread = threading.Thread(target=stranger.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{stranger.server_address[1]}"
        finally:
            stranger.shutdown()
            thread.join()
