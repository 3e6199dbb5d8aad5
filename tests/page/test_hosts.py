"""The page of every day on every host: a day can be played at any address, and no other is lost."""

from __future__ import annotations

import http.server
import json
from pathlib import Path
from typing import Any

import pytest

from game.locale import Language, load_catalogue
from game.page.document import make_page, make_worker
from tests.page.games import challenge_of
from tests.page.server import serve
from tests.page.test_daily import FIRST, PLAY, _data, on_day, page
from tests.page.visitor import Visitor

YESTERDAY = "2026-11-19"
BOOK = "take-it-easy daily"

SIZES = ((280, 653), (667, 320), (2560, 1440))
"""The narrowest window, the lowest and the largest."""
MORE_SIZES = ((320, 256), (320, 454), (360, 480), (375, 500), (1024, 640))
"""What lies between them, or is smaller than a phone: by the command of the sweeps."""

SMALLEST = """
    const shown = (e) => e.checkVisibility() && !e.disabled;
    const sides = [...document.querySelectorAll(arguments[0])].filter(shown)
        .map((e) => e.getBoundingClientRect()).map((r) => Math.min(r.width, r.height));
    return Math.min(...sides);
"""
READY = "navigator.serviceWorker.ready.then(() => arguments[0]())"
NARROWEST = SMALLEST.replace("Math.min(r.width, r.height)", "r.width")
PRESSED = "main button, main select, main summary, header select, .hand button"


def shows_all(visitor: Visitor) -> None:
    """Something is to be seen, and what is pressed is large enough for a finger."""
    assert visitor.runs("return document.querySelector('main').innerText.trim().length") > 20
    assert visitor.runs(SMALLEST, PRESSED) >= 24


def plays_a_day(visitor: Visitor) -> None:
    """Play the day's deal from the first page to the count, and come back to the calendar."""
    shows_all(visitor)
    visitor.runs("begin()")
    shows_all(visitor)
    assert visitor.runs(NARROWEST, ".play .target") >= 44
    visitor.runs(PLAY)
    shows_all(visitor)


@pytest.mark.parametrize(
    "size",
    [*SIZES, *(pytest.param(size, marks=pytest.mark.sweep) for size in MORE_SIZES)],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_in_every_window_a_day_and_a_deal_are_played(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    visitor.looks_through(size)
    with on_day(visitor, FIRST):
        visitor.opens(page())
        plays_a_day(visitor)
    visitor.opens(challenge_of("classic free single none"), "deal.html")
    plays_a_day(visitor)


class _Clean(http.server.SimpleHTTPRequestHandler):
    """A web server that answers `/daily.html` with the way to `/daily`, as many hosts do."""

    def do_GET(self) -> None:
        if self.path.endswith(".html"):
            self.send_response(301)
            self.send_header("Location", self.path.removesuffix(".html"))
            self.end_headers()
            return
        if "." not in self.path:
            self.path += ".html"
        super().do_GET()

    def log_message(self, *_: object) -> None:
        pass


def write_page(folder: Path) -> None:
    """The page with its worker beside it."""
    data = _data()
    data = data | {"daily": data["daily"] | {"worker": "daily.worker.js"}}
    (folder / "daily.html").write_text(make_page(data), encoding="utf-8")
    (folder / "daily.worker.js").write_text(make_worker("daily.html"), encoding="utf-8")


def with_yesterday(visitor: Visitor) -> None:
    """Somebody has played yesterday's deal here."""
    book = json.dumps({YESTERDAY: {"begun": YESTERDAY, "total": 111}})
    visitor.runs("try { localStorage.setItem(arguments[0], arguments[1]) } catch {}", BOOK, book)


def book_of(visitor: Visitor) -> dict[str, Any]:
    """Return the browser's record of all days."""
    found: dict[str, Any] = json.loads(
        visitor.runs("return localStorage.getItem(arguments[0])", BOOK)
    )
    return found


def test_a_server_of_clean_addresses_may_go_away(visitor: Visitor, tmp_path: Path) -> None:
    write_page(tmp_path)
    with serve(tmp_path, _Clean) as root:
        for _ in range(2):
            visitor.browser.get(f"{root}daily.html")
            visitor.browser.execute_async_script(READY)
    for name in ("daily.html", "daily", "daily/"):
        visitor.browser.get(root + name)
        visitor.runs("begin()")
        assert visitor.reads("#call") == "Call 1 of 19"
        visitor.runs("forget()")
    # The worker looks for itself in vain, and the browser says so.
    visitor.complaints()


def test_two_tabs_lose_no_day(visitor: Visitor, tmp_path: Path) -> None:
    write_page(tmp_path)
    with serve(tmp_path) as root, on_day(visitor, FIRST):
        visitor.browser.get(f"{root}daily.html")
        old = visitor.browser.current_window_handle
        visitor.browser.switch_to.new_window("tab")
        visitor.browser.get(f"{root}daily.html")
        with_yesterday(visitor)
        new = visitor.browser.current_window_handle
        visitor.browser.switch_to.window(old)
        # The other tab's day is shown here too.
        visitor.waits_for(f"[data-day='{YESTERDAY}'] small", "111")
        visitor.runs("book = {}; begin()")
        assert set(book_of(visitor)) == {YESTERDAY, str(FIRST)}
        visitor.runs(f"book = {{}}; {PLAY}")
        book = book_of(visitor)
        assert book[YESTERDAY] == {"begun": YESTERDAY, "total": 111}
        assert book[str(FIRST)]["total"] >= 0
        visitor.browser.switch_to.window(new)
        visitor.browser.close()
        visitor.browser.switch_to.window(old)


def test_a_day_that_two_tabs_begin_counts_once(visitor: Visitor, tmp_path: Path) -> None:
    write_page(tmp_path)
    with serve(tmp_path) as root, on_day(visitor, FIRST):
        visitor.browser.get(f"{root}daily.html")
        visitor.runs("localStorage.setItem(arguments[0], arguments[1])", BOOK,
                     json.dumps({str(FIRST): {"begun": str(FIRST), "total": 99}}))  # fmt: skip
        visitor.runs(f"begin(); {PLAY}")
        assert book_of(visitor)[str(FIRST)]["total"] == 99


def _with_headers(**headers: str) -> type[http.server.SimpleHTTPRequestHandler]:
    """A web server that sends more headers; `Content_Type` is a page's."""

    class Server(http.server.SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            for name, value in headers.items():
                if name != "Content_Type":
                    self.send_header(name.replace("_", "-"), value)
            super().end_headers()

        def guess_type(self, path: Any) -> str:
            kind = super().guess_type(path)
            return headers.get("Content_Type", kind) if kind == "text/html" else kind

        def log_message(self, *_: object) -> None:
            pass

    return Server


SERVERS = {
    "latin": {"Content_Type": "text/html; charset=iso-8859-1"},
    "sandbox": {"Content_Security_Policy": "sandbox allow-scripts"},
    "careful": {
        "Content_Security_Policy": "default-src 'self' 'unsafe-inline' data:",
        "X_Content_Type_Options": "nosniff",
        "Permissions_Policy": "clipboard-write=()",
        "Cross_Origin_Embedder_Policy": "require-corp",
    },
    "caching": {"Cache_Control": "public, max-age=86400, immutable"},
}


@pytest.mark.parametrize("headers", SERVERS.values(), ids=SERVERS)
def test_on_every_server_a_day_is_played(
    visitor: Visitor, tmp_path: Path, headers: dict[str, str]
) -> None:
    write_page(tmp_path)
    with serve(tmp_path, _with_headers(**headers)) as root, on_day(visitor, FIRST):
        visitor.browser.get(f"{root}daily.html")
        visitor.speaks(Language.ROMANIAN)
        plays_a_day(visitor)
        assert "ă" in visitor.runs("return document.body.innerText")
    visitor.complaints()


class _Rocket(http.server.SimpleHTTPRequestHandler):
    """A host that puts off the scripts of pages, but for those that ask not to."""

    def do_GET(self) -> None:
        page = (Path(self.directory) / "daily.html").read_text(encoding="utf-8")
        body = page.replace("<script>", "<script type='later-text/javascript'>").encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def test_a_host_that_puts_off_scripts_leaves_the_page_s_own(
    visitor: Visitor, tmp_path: Path
) -> None:
    write_page(tmp_path)
    with serve(tmp_path, _Rocket) as root, on_day(visitor, FIRST):
        visitor.browser.get(f"{root}daily.html")
        plays_a_day(visitor)
    visitor.complaints()


def test_where_a_server_forbids_scripts_the_page_says_so(visitor: Visitor, tmp_path: Path) -> None:
    write_page(tmp_path)
    strict = _with_headers(Content_Security_Policy="default-src 'self'")
    with serve(tmp_path, strict) as root:
        visitor.browser.get(f"{root}daily.html")
        assert load_catalogue(Language.ENGLISH).text("page.noscript") in visitor.reads("body")
    visitor.complaints()


HOSTS = {
    "sandboxed": "<iframe sandbox='allow-scripts' src='daily.html'></iframe>",
    "a frame": "<iframe src='daily.html'></iframe>",
    "another origin's": "<iframe sandbox='allow-scripts' src='ORIGIN/daily.html'></iframe>",
}


@pytest.mark.parametrize("frame", HOSTS.values(), ids=HOSTS)
def test_in_a_frame_a_day_is_played(visitor: Visitor, tmp_path: Path, frame: str) -> None:
    write_page(tmp_path)
    style = "<style>iframe { width: 1000px; height: 700px }</style>"
    with serve(tmp_path) as root, serve(tmp_path) as other:
        frame = frame.replace("ORIGIN", other.replace("127.0.0.1", "localhost"))
        (tmp_path / "wiki.html").write_text(f"<!doctype html>{style}{frame}", encoding="utf-8")
        visitor.browser.get(f"{root}wiki.html")
        visitor.browser.switch_to.frame(0)
        plays_a_day(visitor)
        visitor.browser.switch_to.default_content()
    visitor.complaints()


REFUSALS = {
    "storage": "Object.defineProperty(window, 'localStorage', { get() { throw Error('no'); } });",
    "worker": "Object.defineProperty(Navigator.prototype, 'serviceWorker', "
    "{ get() { throw Error('no'); } });",
    "full": "Storage.prototype.setItem = () => { throw Error('full'); };",
    "not secure": "Object.defineProperty(window, 'isSecureContext', { value: false });",
}


@pytest.mark.parametrize("script", REFUSALS.values(), ids=REFUSALS)
def test_what_is_refused_is_done_without(visitor: Visitor, tmp_path: Path, script: str) -> None:
    write_page(tmp_path)
    with serve(tmp_path) as root, visitor.prepares(script), on_day(visitor, FIRST):
        visitor.browser.get(f"{root}daily.html")
        plays_a_day(visitor)


def test_in_forced_colours_today_the_choice_and_buttons_have_edges(visitor: Visitor) -> None:
    with on_day(visitor, FIRST), visitor.forces_colours():
        visitor.opens(page())
        visitor.runs(f"daily.pick('{YESTERDAY}')")
        edges = {
            name: visitor.runs(
                "const s = getComputedStyle(document.querySelector(arguments[0]));"
                "return [s.borderTopWidth, s.outlineWidth, s.outlineStyle].join(' ')",
                f"[data-day='{day}']",
            )
            for name, day in (("today", FIRST), ("chosen", YESTERDAY), ("other", "2026-11-02"))
        }
        assert len(set(edges.values())) == 3, edges
        plays_a_day(visitor)


def test_with_large_letters_a_day_is_played(visitor: Visitor) -> None:
    """A browser's smallest size of letters, set to twice the usual."""
    with on_day(visitor, FIRST):
        visitor.looks_through((390, 844))
        visitor.opens(
            page().replace("<head>", "<head><style>html{font-size:32px!important}</style>")
        )
        plays_a_day(visitor)


def test_the_way_back_shows_the_day_as_it_is(visitor: Visitor, tmp_path: Path) -> None:
    write_page(tmp_path)
    (tmp_path / "other.html").write_text(
        "<!doctype html><link rel=icon href=data:,><p>Other", encoding="utf-8"
    )
    with serve(tmp_path) as root, on_day(visitor, FIRST):
        visitor.browser.get(f"{root}daily.html")
        visitor.runs("begin(); place(3)")
        visitor.browser.get(f"{root}other.html")
        with_yesterday(visitor)
        visitor.browser.back()
        assert visitor.reads("#call") == "Call 1 of 19"
        visitor.runs(PLAY)
        assert set(book_of(visitor)) == {YESTERDAY, str(FIRST)}
