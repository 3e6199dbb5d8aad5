"""A way to a room that is long and bad: it delays, stalls and cuts what passes through."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time


class Wire:
    """Passes connections on to a port of this machine, each packet `delay` seconds late."""

    def __init__(self, target: int, delay: float = 0.05) -> None:
        self.target, self.delay = target, delay
        self.cuts = 0
        self._stalled_until = 0.0
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop, self._is_over = asyncio.new_event_loop(), asyncio.Event()
        self._is_open = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._is_open.wait(10)

    def stall(self, seconds: float) -> None:
        """Let nothing through for so long."""
        self._stalled_until = time.monotonic() + seconds

    def cut(self) -> None:
        """End all connections at once, without a word."""
        self.cuts += 1
        self._loop.call_soon_threadsafe(self._cut)

    def close(self) -> None:
        """End everything."""
        self._loop.call_soon_threadsafe(self._is_over.set)
        self._thread.join(10)

    def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        if tasks:
            self._loop.run_until_complete(asyncio.wait(tasks))

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        self.port: int = server.sockets[0].getsockname()[1]
        self._is_open.set()
        await self._is_over.wait()
        self._cut()
        server.close()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            back, there = await asyncio.open_connection("127.0.0.1", self.target)
            self._writers.add(there)
            await asyncio.gather(self._pass(reader, there), self._pass(back, writer))
            self._writers.discard(there)
        except (OSError, asyncio.CancelledError):
            writer.transport.abort()
        finally:
            self._writers.discard(writer)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes one way; a packet leaves `delay` after it came, behind those before it."""
        queue = asyncio.Queue[tuple[float, bytes]]()

        async def send() -> None:
            while True:
                due, data = await queue.get()
                due = max(due, self._stalled_until)
                while (left := max(due, self._stalled_until) - time.monotonic()) > 0:
                    await asyncio.sleep(left)
                if not data:
                    break
                writer.write(data)
            writer.close()

        sending = asyncio.create_task(send())
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                queue.put_nowait((time.monotonic() + self.delay, data))
        queue.put_nowait((time.monotonic() + self.delay, b""))
        with contextlib.suppress(OSError):
            await sending
