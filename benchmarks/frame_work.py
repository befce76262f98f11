"""Where the time of a frame goes, from Chrome's own trace: the page's main thread by kind of work, and drawing, which runs beside it.

A phone draws on its GPU; without one the same browser draws on the CPU's cores, and then misses frames that the page itself kept up with.
So the work of the main thread is told apart: a frame that needs less than 16.7 ms of it is one that the page does not hold up.

Tiles in flight are moved by the browser's compositor, which draws on while the main thread works. What a person sees is therefore counted
by itself: the frames that the compositor drew from the moment tiles set off until they lie.
"""

from __future__ import annotations

import json
import statistics
from bisect import bisect_right
from collections import defaultdict
from typing import Any, NamedTuple

from playwright.sync_api import CDPSession, Page

CATEGORIES = (
    *("devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.frame"),
    *("toplevel", "cc", "blink.user_timing", "__metadata"),
)
FRAME = 16.7  # milliseconds, of which there are sixty in a second
BEGINS = "ProxyMain::BeginMainFrame"
MARK = "flying"  # set by the page in frames in which tiles fly
FLIGHT = "flight"  # from the moment a tile sets off until it lies
DRAWN = "DrawFrame"  # of the compositor
KINDS = {
    "script": ("FunctionCall", "EvaluateScript", "FireAnimationFrame", "TimerFire", "EventDispatch", "RunMicrotasks", "WebSocketReceive"),
    "style": ("UpdateLayoutTree",),
    "layout": ("Layout",),
    "paint": ("PrePaint", "Paint", "Layerize", "Commit"),
}
KIND = {name: kind for kind, names in KINDS.items() for name in names}
Event = dict[str, Any]


class Work(NamedTuple):
    """Of frames in which tiles fly, in milliseconds."""

    main: list[float]  # of the main thread, for each frame
    kinds: dict[str, float]  # of the main thread, on average; "raster" is drawing in software, on threads of its own
    drawn: float  # frames a second that the compositor drew

    @property
    def median(self) -> float:
        return statistics.median(self.main)

    @property
    def most(self) -> float:
        """That 19 frames in 20 keep to."""
        return statistics.quantiles(self.main, n=20)[-1]

    @property
    def fits(self) -> float:
        """The share of frames whose work leaves time for sixty a second."""
        return sum(length <= FRAME for length in self.main) / len(self.main)


class Trace:
    """Chrome's trace of a page, from now on."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._protocol: CDPSession = page.context.new_cdp_session(page)
        self._ended: list[Event] = []
        self._protocol.on("Tracing.tracingComplete", lambda told: self._ended.append(told))
        wanted = {"includedCategories": list(CATEGORIES), "excludedCategories": ["*"]}
        self._protocol.send("Tracing.start", {"transferMode": "ReturnAsStream", "traceConfig": wanted})

    def end(self) -> list[Event]:
        """What happened since."""
        self._protocol.send("Tracing.end")
        while not self._ended:
            self._page.wait_for_timeout(20)
        parts: list[str] = []
        while True:
            read = self._protocol.send("IO.read", {"handle": self._ended[0]["stream"]})
            parts.append(read["data"])
            if read["eof"]:
                break
        found: list[Event] = json.loads("".join(parts))["traceEvents"]
        return found


def own_times(events: list[Event]) -> list[tuple[Event, str, float]]:
    """Of each event its kind and its milliseconds, less those of events that it contains: style that script asks for is style."""
    found: list[tuple[Event, str, float]] = []
    around: list[tuple[float, int]] = []
    for each in sorted(events, key=lambda one: (one["ts"], -one["dur"])):
        while around and around[-1][0] <= each["ts"]:
            around.pop()
        kind = KIND.get(each["name"]) or (found[around[-1][1]][1] if around else "other")
        if around:
            event, other, length = found[around[-1][1]]
            found[around[-1][1]] = event, other, length - each["dur"] / 1000
        around.append((each["ts"] + each["dur"], len(found)))
        found.append((each, kind, each["dur"] / 1000))
    return found


def frame_work(events: list[Event]) -> Work:
    """What frames in flight took: from the beginning of each to that of the next."""
    marks = [each for each in events if each["name"] == MARK]
    process, thread = marks[0]["pid"], marks[0]["tid"]
    begins = sorted(each["ts"] for each in events if each["name"] == BEGINS and each["tid"] == thread)

    def frame(each: Event) -> int:
        return bisect_right(begins, each["ts"]) - 1

    flying = {frame(each) for each in marks} - {-1, len(begins) - 1}
    lasting = [each for each in events if each.get("ph") == "X" and each.get("dur") and each["pid"] == process]
    main: dict[int, float] = dict.fromkeys(flying, 0.0)
    kinds: defaultdict[str, float] = defaultdict(float)
    for each, kind, length in own_times([each for each in lasting if each["tid"] == thread]):
        if frame(each) in flying:
            main[frame(each)] += length
            kinds[kind] += length
    raster = [each["dur"] / 1000 for each in lasting if each["tid"] != thread and each["name"] == "RasterTask" and frame(each) in flying]
    kinds["raster"] = sum(raster)
    return Work(list(main.values()), {kind: length / len(flying) for kind, length in kinds.items()}, drawn_in_flight(events, process))


def drawn_in_flight(events: list[Event], process: int) -> float:
    """Frames a second that the compositor drew while tiles were in flight."""
    told = [each for each in events if each["name"] == FLIGHT and each["pid"] == process]
    starts = sorted(each["ts"] for each in told if each["ph"] == "b")
    ends = sorted(each["ts"] for each in told if each["ph"] == "e")
    drawn = sorted(each["ts"] for each in events if each["name"] == DRAWN and each["pid"] == process)
    frames, length = 0, 0.0
    for began, ended in together(starts, ends):
        frames += bisect_right(drawn, ended) - bisect_right(drawn, began)
        length += ended - began
    return 1e6 * frames / length


def together(starts: list[float], ends: list[float]) -> list[tuple[float, float]]:
    """The times in which at least one of several flights goes on.

    >>> together([0, 2, 10], [5, 6, 12])
    [(0, 6), (10, 12)]
    """
    found: list[tuple[float, float]] = []
    flying = 0
    for time, change in sorted([*((start, 1) for start in starts), *((end, -1) for end in ends)]):
        if flying == 0:
            began = time
        flying += change
        if flying == 0:
            found.append((began, time))
    return found
