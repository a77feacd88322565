"""Headless Chromium, driven through the pipe of its DevTools protocol.

A `Browser` is one process with a profile of its own; both are gone when its `with` block ends. `Browser.open` gives a
`Page`, which acts by real input events and keeps what the page logs, throws and asks of the network.
"""
import base64
import contextlib
import fcntl
import json
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 30.0  # seconds for any one thing: far more than a page needs, so that a busy machine fails no test
SWITCHES = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run",
    "--no-default-browser-check", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-extensions", "--disable-breakpad", "--hide-scrollbars", "--force-color-profile=srgb",
    "--host-resolver-rules=MAP * ~NOTFOUND",  # no page reaches the network, even one that tries to
    "--remote-debugging-pipe",
)
# Errors without an exception, such as that of a ResizeObserver that goes round in circles, reach the window alone.
WINDOW_ERRORS = "addEventListener('error', (event) => { if (event instanceof ErrorEvent && !event.error) console.error(event.message); });"
ALT, CONTROL, SHIFT = 1, 2, 8
# The names of keys: code, number, and the text that the key types.
KEYS = {
    "Enter": ("Enter", 13, "\r"), "Tab": ("Tab", 9, ""), "Escape": ("Escape", 27, ""), " ": ("Space", 32, " "),
    "ArrowLeft": ("ArrowLeft", 37, ""), "ArrowUp": ("ArrowUp", 38, ""), "ArrowRight": ("ArrowRight", 39, ""),
    "ArrowDown": ("ArrowDown", 40, ""), "PageUp": ("PageUp", 33, ""), "PageDown": ("PageDown", 34, ""),
    "End": ("End", 35, ""), "Home": ("Home", 36, ""), "Backspace": ("Backspace", 8, ""), "Delete": ("Delete", 46, ""),
    "+": ("Equal", 187, "+"), "-": ("Minus", 189, "-"),
}


class BrowserError(AssertionError):
    """The browser or the page did not follow a command."""


def program():
    """The path of Chromium; without one, the test is skipped."""
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        raise unittest.SkipTest("chromium is not installed")
    return found


class Pipe:
    """Messages to and from the browser: JSON, each ended by a zero byte."""

    def __init__(self, reading, writing):
        self.reading, self.writing = reading, writing
        self.bytes = bytearray()

    def send(self, message):
        os.set_blocking(self.writing, False)
        rest = memoryview(json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while rest:
            try:
                rest = rest[os.write(self.writing, rest):]
            except BlockingIOError:
                if not select.select([], [self.writing], [], max(0.0, deadline - time.monotonic()))[1]:
                    raise BrowserError("Chromium takes no more messages") from None
            except BrokenPipeError:
                raise BrowserError("Chromium has ended") from None

    def receive(self, deadline):
        """The next message; None: none came in time."""
        while True:
            end = self.bytes.find(b"\0")
            if end >= 0:
                message = json.loads(self.bytes[:end])
                del self.bytes[:end + 1]
                return message
            if not select.select([self.reading], [], [], max(0.0, deadline - time.monotonic()))[0]:
                return None
            piece = os.read(self.reading, 1 << 20)
            if not piece:
                raise BrowserError("Chromium has ended")
            self.bytes += piece

    def close(self):
        os.close(self.reading)
        os.close(self.writing)


def pipe_ends():
    """Two pipes with their reading and writing ends: one to the browser, one from the browser. No number is below 10."""
    ends = []
    for _ in range(2):
        for low in (pair := os.pipe()):
            ends.append(fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, 10))
        for low in pair:
            os.close(low)
    return ends


class Browser:
    """One process of Chromium."""

    def __init__(self):
        self.path = program()
        self.number = 0
        self.pages = {}      # by session
        self.downloads = {}  # by their id: name, and whether the file is whole
        self.process = None
        self.pipe = None

    def __enter__(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="lode-chromium-"))
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self):
        for name in ("profile", "downloads"):
            (self.scratch / name).mkdir()
        its_reading, writing, reading, its_writing = pipe_ends()

        def begin():
            os.dup2(its_reading, 3)
            os.dup2(its_writing, 4)

        # The pipe on which subprocess hears of a failed start must not be number 3 or 4: both are taken until it is made.
        held = [os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC) for _ in range(2)]
        with open(self.scratch / "log", "wb") as log:
            self.process = subprocess.Popen(
                [self.path, *SWITCHES, f"--user-data-dir={self.scratch / 'profile'}", "about:blank"], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, close_fds=False, preexec_fn=begin, start_new_session=True,
                env={**os.environ, "HOME": str(self.scratch), "XDG_CONFIG_HOME": str(self.scratch / "profile"),
                     "XDG_CACHE_HOME": str(self.scratch / "profile")})
        for end in (*held, its_reading, its_writing):
            os.close(end)
        self.pipe = Pipe(reading, writing)
        try:
            self.name = self.call("Browser.getVersion")["product"]
            self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.scratch / "downloads"),
                      eventsEnabled=True)
        except BrowserError as error:
            raise BrowserError(f"{error}\n{(self.scratch / 'log').read_text(errors='replace')[-2000:]}") from error

    def ended(self):
        """True if the process has ended. The process is not reaped yet, so that no other process can have its number."""
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def __exit__(self, *_):
        if self.process is not None:
            with contextlib.suppress(BrowserError):
                if self.pipe is not None and not self.ended():
                    self.call("Browser.close")
            deadline = time.monotonic() + 10
            while not self.ended() and time.monotonic() < deadline:
                time.sleep(0.01)
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        if self.pipe is not None:
            self.pipe.close()
            self.pipe = None
        for _ in range(50):
            shutil.rmtree(self.scratch, ignore_errors=True)
            if not self.scratch.exists():
                break
            time.sleep(0.1)

    def call(self, method, session=None, **parameters):
        """Calls a method of the protocol and waits for its answer; what happens meanwhile is noted."""
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        self.pipe.send(message)
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.pipe.receive(deadline)
            if answer is None:
                raise BrowserError(f"{method}: no answer within {PATIENCE:g} s")
            if answer.get("id") == number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error'].get('message')}")
                return answer["result"]
            self.note(answer)

    def listen(self, seconds):
        """Notes what happens within some seconds, at most until the first message."""
        message = self.pipe.receive(time.monotonic() + seconds)
        if message is not None:
            self.note(message)

    def note(self, message):
        method, values = message.get("method"), message.get("params", {})
        if method == "Browser.downloadWillBegin":
            self.downloads[values["guid"]] = [values["suggestedFilename"], False]
        elif method == "Browser.downloadProgress" and values["guid"] in self.downloads:
            self.downloads[values["guid"]][1] = values["state"] == "completed"
        elif message.get("sessionId") in self.pages:
            self.pages[message["sessionId"]].note(method, values)

    def until(self, condition, what, seconds=PATIENCE):
        """Waits until a function says something true, and returns that."""
        deadline = time.monotonic() + seconds
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > deadline:
                raise BrowserError(f"waited {seconds:g} s in vain: {what() if callable(what) else what}")
            self.listen(0.02)

    def open(self, file, rest="", width=1200, height=900, scheme="light", touch=False):
        """A page that shows a file, in a separate browser context. The page is loaded and drawn."""
        return Page(self, pathlib.Path(file).resolve().as_uri(), width, height, scheme, touch).go(rest).frame()


class Page:
    """One open page, with its errors and log entries (`complaints`) and its network requests other than its own file (`requests`)."""

    def __init__(self, browser, address, width, height, scheme, touch):
        self.browser, self.address = browser, address
        self.complaints, self.requests, self.loads = [], [], 0
        self.pointer = (0, 0)
        self.context = browser.call("Target.createBrowserContext")["browserContextId"]
        browser.call("Browser.grantPermissions", browserContextId=self.context,
                     permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        browser.call("Browser.setDownloadBehavior", behavior="allow", browserContextId=self.context, eventsEnabled=True,
                     downloadPath=str(browser.scratch / "downloads"))
        self.target = browser.call("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        browser.pages[self.session] = self
        for domain in ("Page", "Runtime", "Log", "Network", "DOM"):
            self.call(f"{domain}.enable")
        self.call("Page.addScriptToEvaluateOnNewDocument", source=WINDOW_ERRORS)
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.resize(width, height, touch)
        self.colours(scheme)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def note(self, method, values):
        if method == "Page.loadEventFired":
            self.loads += 1
        elif method == "Runtime.consoleAPICalled":
            words = [str(one.get("value", one.get("description", one["type"]))) for one in values["args"]]
            self.complaints.append(f"console.{values['type']}: {' '.join(words)}")
        elif method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.complaints.append(f"exception: {details.get('exception', {}).get('description', details['text'])}")
        elif method == "Log.entryAdded":
            entry = values["entry"]
            self.complaints.append(f"{entry['source']} {entry['level']}: {entry['text']} {entry.get('url', '')}")
        elif method == "Page.javascriptDialogOpening":
            self.complaints.append(f"dialog: {values['message']}")
            self.browser.pipe.send({"id": 0, "method": "Page.handleJavaScriptDialog", "sessionId": self.session,
                                    "params": {"accept": False}})
        elif method == "Network.requestWillBeSent":
            address = values["request"]["url"]
            if re.split("[?#]", address)[0] != self.address and not address.startswith(("data:", "blob:")):
                self.requests.append(address)
        elif method in ("Network.webSocketCreated", "Network.webTransportCreated"):
            self.requests.append(values["url"])
        elif method == "Inspector.targetCrashed":
            self.complaints.append("the page has crashed")

    def close(self):
        self.browser.pages.pop(self.session, None)
        self.browser.call("Target.disposeBrowserContext", browserContextId=self.context)

    # --- contents ---------------------------------------------------------------------------------------------

    def go(self, rest="", file=None):
        """Loads the page anew, with a rest of its address such as "#s=5", or another file."""
        if file is not None:
            self.address = pathlib.Path(file).resolve().as_uri()
        before = self.loads
        now = self.evaluate("location.href")
        if now.split("#")[0] == self.address + rest.split("#")[0]:  # another fragment alone would load nothing
            self.call("Page.navigate", url="about:blank")
            self.browser.until(lambda: self.loads > before, "about:blank is not loaded")
            before = self.loads
        answer = self.call("Page.navigate", url=self.address + rest)
        if "errorText" in answer:
            raise BrowserError(f"{self.address}: {answer['errorText']}")
        self.browser.until(lambda: self.loads > before, f"{self.address} is not loaded")
        return self

    def reload(self):
        before = self.loads
        self.call("Page.reload")
        self.browser.until(lambda: self.loads > before, "the page is not loaded again")
        return self

    def resize(self, width, height, touch=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=5 if touch else 1)

    def colours(self, scheme, media=""):
        """Light or dark, on the screen or, with media "print", on paper."""
        self.call("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}])

    def evaluate(self, script, *arguments):
        """The value of an expression, awaited; with arguments, of a function called with them."""
        if arguments:
            script = f"({script})({', '.join(json.dumps(one) for one in arguments)})"
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True, userGesture=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(f"{script[:200]}: {details.get('exception', {}).get('description', details['text'])}")
        return answer["result"].get("value")

    def wait(self, script, *arguments):
        """Waits until an expression of the page is true, and returns its value."""
        return self.browser.until(lambda: self.evaluate(script, *arguments), lambda: f"{script} {arguments or ''}")

    def text(self, selector):
        return self.evaluate("(css) => document.querySelector(css)?.textContent ?? null", selector)

    def count(self, selector):
        return self.evaluate("(css) => document.querySelectorAll(css).length", selector)

    def frame(self):
        """Waits until three frames are drawn: earlier changes are visible then."""
        self.evaluate("(async () => { for (let i = 0; i < 3; ++i) await new Promise(requestAnimationFrame); })()")
        return self

    def screenshot(self, file=None):
        """The window as PNG."""
        picture = base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        if file is not None:
            pathlib.Path(file).write_bytes(picture)
        return picture

    def pdf(self, file=None):
        """The page as it is printed."""
        document = base64.b64decode(self.call("Page.printToPDF", printBackground=False)["data"])
        if file is not None:
            pathlib.Path(file).write_bytes(document)
        return document

    # --- input events ----------------------------------------------------------------------------------------

    def box(self, selector):
        """Left, top, width and height of the first element, scrolled into the middle of the window."""
        found = self.evaluate("""(css) => {
          const element = document.querySelector(css);
          if (!element) return null;
          element.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
          const box = element.getBoundingClientRect();
          return [box.left, box.top, box.width, box.height];
        }""", selector)
        if found is None:
            raise BrowserError(f"there is no element {selector}")
        if found[2] <= 0 or found[3] <= 0:
            raise BrowserError(f"the element {selector} is not shown")
        return found

    def spot(self, selector, across=0.5, down=0.5):
        """A point of an element. Another element above this point is an error: a person could not click the element."""
        above = ""

        def found():
            nonlocal above
            left, top, width, height = self.box(selector)
            x, y = left + across * width, top + down * height
            above = self.evaluate("""(css, x, y) => {
              const element = document.querySelector(css);
              const hit = document.elementFromPoint(x, y);
              return hit && element && (element.contains(hit) || hit.contains(element) || hit.closest("label")?.contains(element))
                ? "" : hit ? hit.outerHTML.slice(0, 200) : "nothing";
            }""", selector, x, y)
            return None if above else (x, y)

        # An element above may be about to move, since the layout of a page that has just been loaded can change.
        return self.browser.until(found, lambda: f"at the place of {selector} lies {above}", 2)

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)
        self.pointer = (x, y)

    def hover(self, selector, across=0.5, down=0.5):
        self.mouse("mouseMoved", *self.spot(selector, across, down))

    def leave(self):
        self.mouse("mouseMoved", 0, 0)

    def click_at(self, x, y, count=1):
        self.mouse("mouseMoved", x, y)
        for one in range(1, count + 1):
            self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=one)
            self.mouse("mouseReleased", x, y, button="left", clickCount=one)

    def click(self, selector, across=0.5, down=0.5, count=1):
        self.click_at(*self.spot(selector, across, down), count)

    def drag(self, start, end, steps=5):
        """Presses at one point of the window, moves to another point, and releases."""
        self.mouse("mouseMoved", *start)
        self.mouse("mousePressed", *start, button="left", buttons=1, clickCount=1)
        for step in range(1, steps + 1):
            at = [a + (b - a) * step / steps for a, b in zip(start, end)]
            self.mouse("mouseMoved", *at, button="left", buttons=1)
        self.mouse("mouseReleased", *end, button="left", clickCount=1)

    def wheel(self, x, y, down, modifiers=0):
        self.mouse("mouseMoved", x, y)
        self.frame()
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=down, modifiers=modifiers)

    def key(self, name, modifiers=0, commands=()):
        """Presses and releases a key by its name; commands are those of an editor, such as "paste"."""
        if name in KEYS:
            code, number, text = KEYS[name]
        else:
            code = f"Key{name.upper()}" if name.isalpha() else f"Digit{name}"
            number, text = ord(name.upper()), name
        typed = {"text": text} if text and not modifiers & (CONTROL | ALT) else {}
        values = {"key": name, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="keyDown" if typed else "rawKeyDown", commands=list(commands), **values, **typed)
        self.call("Input.dispatchKeyEvent", type="keyUp", **values)

    def keys(self, *names):
        for name in names:
            self.key(name)

    def type(self, text):
        """Inserts a text of any script where the focus is."""
        self.call("Input.insertText", text=text)

    def touch(self, kind, *points):
        self.call("Input.dispatchTouchEvent", type=kind,
                  touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])

    def tap(self, selector, across=0.5, down=0.5):
        spot = self.spot(selector, across, down)
        self.touch("touchStart", spot)
        self.touch("touchEnd")

    def swipe(self, *ways, steps=6):
        """Moves fingers, each from one point to another: ((x, y), (x, y))."""
        self.touch("touchStart", *(start for start, _ in ways))
        for step in range(1, steps + 1):
            self.touch("touchMove", *(tuple(a + (b - a) * step / steps for a, b in zip(*way)) for way in ways))
        self.touch("touchEnd")

    # --- what leaves the page -----------------------------------------------------------------------------------

    def clipboard(self):
        return self.evaluate("navigator.clipboard.readText()")

    def downloaded(self, act):
        """The name and the bytes of the file that an act offers."""
        before = set(self.browser.downloads)
        act()

        def whole():
            return next((name for number, (name, done) in self.browser.downloads.items() if number not in before and done), None)

        name = self.browser.until(whole, "no file is offered")
        file = self.browser.scratch / "downloads" / name
        content = file.read_bytes()
        file.unlink()
        return name, content


def pages_of(pdf):
    """How many pages a PDF has that Chromium wrote."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))
