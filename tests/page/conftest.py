"""A real browser without a window, with no way out to any network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions, ChromeService

from tests.page.server import serve
from tests.page.visitor import Visitor

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    # Whatever asks for the network meets a closed door.
    "--proxy-server=127.0.0.1:9",
)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """One browser for the whole session; every page is opened afresh."""
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        reason = "the page is tested in Chromium: chromium and chromedriver are missing"
        if os.environ.get("TAKE_IT_EASY_JOURNEYS") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    options = ChromeOptions()
    options.binary_location = program
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('browser')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = Chrome(options=options, service=ChromeService(driver))
    chrome.set_script_timeout(120)
    yield chrome
    chrome.quit()


@pytest.fixture
def visitor(browser: Chrome, tmp_path: Path) -> Iterator[Visitor]:
    """Somebody at a desktop who opens pages; what the page complains of fails the test."""
    someone = Visitor(browser, tmp_path)
    someone.complaints()
    someone.sits_at_a_desktop()
    someone.prefers("en")
    yield someone
    someone.sits_at_a_desktop()
    assert someone.complaints() == []


@pytest.fixture
def address(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder on a plain web server, and its address."""
    with serve(tmp_path) as root:
        yield tmp_path, root
