"""The actions and senses of a page's visitor: mouse, keys, fingers, words."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.remote.webelement import WebElement

from game.locale import Language

PHONE = (390, 844)
DESKTOP = (1280, 860)
SLIP, NEAR = 0.45, 60
"""Seconds and pixels within which the page takes a second tap for a slip."""


class Visitor:
    """Hands and eyes at one page."""

    def __init__(self, browser: Chrome, folder: Path) -> None:
        self.browser = browser
        self._folder = folder
        self._touches = False
        self._pressed = (0.0, 0.0, 0.0)

    def sits_at_a_desktop(self, scheme: str = "dark", motion: str = "reduce") -> None:
        """A wide screen and a mouse."""
        self._show(DESKTOP, scheme, motion, touches=False)

    def holds_a_phone(self, scheme: str = "dark", motion: str = "reduce") -> None:
        """A small screen that is touched."""
        self._show(PHONE, scheme, motion, touches=True)

    def looks_through(self, size: tuple[int, int]) -> None:
        """A screen of this size in pixels; a narrow one is touched."""
        self._show(size, "dark", "reduce", touches=size[0] < DESKTOP[0])

    def _show(self, size: tuple[int, int], scheme: str, motion: str, *, touches: bool) -> None:
        self._touches = touches
        features = {"prefers-color-scheme": scheme, "prefers-reduced-motion": motion}
        self._command(
            "Emulation.setDeviceMetricsOverride",
            width=size[0],
            height=size[1],
            deviceScaleFactor=1,
            mobile=touches,
        )
        self._command("Emulation.setTouchEmulationEnabled", enabled=touches, maxTouchPoints=2)
        self._command(
            "Emulation.setEmulatedMedia",
            media="",
            features=[{"name": name, "value": value} for name, value in features.items()],
        )

    @contextmanager
    def forces_colours(self) -> Iterator[None]:
        """A contrast theme of Windows."""
        feature = {"name": "forced-colors", "value": "active"}
        self._command("Emulation.setEmulatedMedia", media="", features=[feature])
        yield
        self._command("Emulation.setEmulatedMedia", media="", features=[])

    def _command(self, name: str, **values: Any) -> Any:
        return self.browser.execute_cdp_cmd(name, values)

    def opens(self, page: str, name: str = "page.html") -> None:
        """The page from a file on the disk, on a device that keeps no game."""
        self._command("Storage.clearDataForOrigin", origin="file://", storageTypes="all")
        self.returns_to(page, name)

    def returns_to(self, page: str, name: str = "page.html") -> None:
        """The page once more, in a new visit."""
        path = self._folder / name
        path.write_text(page, encoding="utf-8")
        self.browser.get(path.as_uri())

    @contextmanager
    def prepares(self, script: str) -> Iterator[None]:
        """Run a script before every page that is opened meanwhile."""
        name = "Page.addScriptToEvaluateOnNewDocument"
        added = self._command(name, source=script)["identifier"]
        try:
            yield
        finally:
            self._command("Page.removeScriptToEvaluateOnNewDocument", identifier=added)

    def speaks(self, language: Language) -> None:
        """Choose the page's language."""
        script = """
            const chooser = document.getElementById('language');
            chooser.value = arguments[0];
            chooser.dispatchEvent(new Event('change'));
        """
        self.runs(script, language.value)

    def waits_for(self, selector: str, words: str, seconds: float = 5) -> None:
        """Wait until an element says these words."""
        until = time.monotonic() + seconds
        while self.reads(selector) != words:
            assert time.monotonic() < until, f"{selector} says {self.reads(selector)!r}"
            time.sleep(0.05)

    def sees(self, selector: str) -> list[WebElement]:
        """The elements shown for a selector."""
        script = """
            return [...document.querySelectorAll(arguments[0])].filter((e) => e.checkVisibility());
        """
        found: list[WebElement] = self.runs(script, selector)
        return found

    def reads(self, selector: str) -> str:
        """The words of the one element that a selector names."""
        (element,) = self.sees(selector)
        return element.text

    def presses(self, selector: str) -> None:
        """Click, or touch on a phone."""
        (element,) = self.sees(selector)
        if self._touches:
            self.runs("arguments[0].scrollIntoView({block: 'center'})", element)
        at = self.middle_of(element)
        x, y, when = self._pressed
        # Two taps on one place within a moment are a slip.
        if abs(x - at["x"]) < NEAR and abs(y - at["y"]) < NEAR:
            time.sleep(max(0.0, when + SLIP - time.monotonic()))
        self.taps(element)
        self._pressed = (at["x"], at["y"], time.monotonic())

    def taps(self, element: WebElement) -> None:
        """Click or touch at once, however short the last press is past."""
        if not self._touches:
            element.click()
            return
        self.runs("arguments[0].scrollIntoView({block: 'center'})", element)
        at = self.middle_of(element)
        self._command("Input.dispatchTouchEvent", type="touchStart", touchPoints=[at])
        self._command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        time.sleep(0.02)

    def middle_of(self, element: WebElement) -> dict[str, float]:
        """Return the middle of an element on the screen, in pixels."""
        box = self.runs("return arguments[0].getBoundingClientRect().toJSON()", element)
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def drags(self, selector: str, to: str, drop: bool = True) -> None:
        """Pull one element onto another with a finger or the mouse."""
        (start,), (end,) = self.sees(selector), self.sees(to)
        a, b = self.middle_of(start), self.middle_of(end)
        way = [{k: a[k] + (b[k] - a[k]) * i / 6 for k in a} for i in range(1, 7)]
        if self._touches:
            self._command("Input.dispatchTouchEvent", type="touchStart", touchPoints=[a])
            for at in way:
                self._command("Input.dispatchTouchEvent", type="touchMove", touchPoints=[at])
            if drop:
                self._command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        else:
            mouse: dict[str, Any] = {"button": "left", "clickCount": 1}
            self._command("Input.dispatchMouseEvent", type="mousePressed", **a, **mouse)
            for at in way:
                self._command("Input.dispatchMouseEvent", type="mouseMoved", **at, **mouse)
            if drop:
                self._command("Input.dispatchMouseEvent", type="mouseReleased", **b, **mouse)

    def lets_go(self) -> None:
        """End a pull without a drop."""
        if self._touches:
            self._command("Input.dispatchTouchEvent", type="touchCancel", touchPoints=[])
        else:
            self._command("Input.dispatchMouseEvent", type="mouseReleased", x=1, y=1, button="left")

    def prefers(self, *languages: str) -> None:
        """Set the languages that the browser asks for."""
        agent = self.runs("return navigator.userAgent")
        accepted = ",".join(languages)
        self._command("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=accepted)

    def points_at(self, selector: str) -> None:
        """Hold the mouse over an element."""
        (element,) = self.sees(selector)
        ActionChains(self.browser).move_to_element(element).perform()

    def prints(self) -> None:
        """Return the words that were spoken last."""
        self._command("Emulation.setEmulatedMedia", media="print")

    def types(self, *keys: str) -> None:
        """Keys, wherever the focus is."""
        ActionChains(self.browser).send_keys(*keys).perform()

    def hears(self) -> str:
        """Return the words that were spoken last."""
        time.sleep(0.06)
        return str(self.runs("return document.getElementById('said').textContent"))

    def runs(self, script: str, *values: Any) -> Any:
        """Return a script's result."""
        return self.browser.execute_script(script, *values)

    def open_spaces(self) -> list[str]:
        """Return the names of the spaces that may be chosen now, as a screen reader speaks them."""
        script = """
            return [...document.querySelectorAll(".target[aria-disabled='false']")]
                .map((target) => target.dataset.space);
        """
        found: list[str] = self.runs(script)
        return found

    def board(self, which: str) -> dict[str, str]:
        """Return the tiles on a board by space, read from its picture."""
        script = """
            const board = document.querySelector(arguments[0]);
            return [...board.querySelectorAll('[data-tile]')].map((tile) =>
                [tile.dataset.tile, tile.getAttribute('transform')]);
        """
        return {place: tile for tile, place in self.runs(script, which)}

    def complaints(self) -> list[str]:
        """Return the messages that the browser has logged since the last call."""
        entries: list[dict[str, str]] = self.browser.get_log("browser")  # type: ignore[no-untyped-call]
        return [entry["message"] for entry in entries]

    def fetched(self) -> list[str]:
        """Everything that the page loaded besides itself."""
        script = "return performance.getEntriesByType('resource').map((entry) => entry.name)"
        found: list[str] = self.runs(script)
        return [name for name in found if not name.startswith("data:")]
