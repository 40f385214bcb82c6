#!/usr/bin/env python3
"""Opens report.html in headless Chromium, as a reader would, and complains about what a reader would.

    tools/check_report.py REPORT.html [--shots FOLDER]

On a phone (390 px wide), on a desk, light and dark: no error on the console, nothing fetched from
the network, no sideways scrolling, every table, figure, claim and remark visible, every figure opens enlarged.
Exit status 0 if all is well, 1 if not, 2 if there is no Chromium. Needs nothing but Python's own
library: Chromium is driven over a pipe.
"""
import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile

SCREENS = [("phone", 390, 844, "light"), ("phone-dark", 390, 844, "dark"),
           ("desk", 1280, 900, "light"), ("desk-dark", 1280, 900, "dark")]

PATIENCE = 60  # seconds
PUBLISHED = 97  # numbers

MEASURE = """(() => {
  const shown = (e) => { const b = e.getBoundingClientRect();
                         return b.width > 0 && b.height > 0 && b.left >= -1 && b.right <= innerWidth + 1; };
  const figures = [...document.querySelectorAll("figure")];
  const zoom = document.getElementById("zoom");
  let opened = 0;
  for (const figure of figures) {
    figure.querySelector("button").click();
    const box = zoom.querySelector("svg").getBoundingClientRect();
    if (zoom.open && box.width > 100 && box.height > 100) ++opened;
    zoom.close();
  }
  return JSON.stringify({
    width: document.documentElement.scrollWidth,
    window: innerWidth,
    tables: document.querySelectorAll("table").length,
    hidden_tables: [...document.querySelectorAll("table")].filter((t) => !shown(t)).length,
    figures: figures.length,
    hidden_figures: figures.filter((f) => ![...f.querySelectorAll("svg")].some(shown)).length,
    opened: opened,
    cells: document.querySelectorAll(".squares a").length,
    claims: document.querySelectorAll("#claims .claim").length,
    remarks: document.querySelectorAll("#remarks .remark").length,
    hidden_notes: [...document.querySelectorAll(".claim")].filter((c) => !shown(c)).length,
  });
})()"""


class Browser:
    """Chromium behind two pipes: messages are JSON, each ended by a zero byte."""

    def __init__(self, program, profile):
        to_read, self.write = os.pipe()
        self.read, to_write = os.pipe()

        def at_3_and_4():
            os.dup2(to_read, 103)
            os.dup2(to_write, 104)
            os.dup2(103, 3)
            os.dup2(104, 4)
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--no-first-run", "--disable-background-networking", "--hide-scrollbars",
             f"--user-data-dir={profile}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=at_3_and_4)
        os.close(to_read)
        os.close(to_write)
        self.rest = b""
        self.number = 0
        self.events = []
        self.session = None

    def message(self):
        while b"\0" not in self.rest:
            if not select.select([self.read], [], [], PATIENCE)[0]:
                raise RuntimeError(f"Chromium has said nothing for {PATIENCE} s")
            chunk = os.read(self.read, 1 << 16)
            if not chunk:
                raise RuntimeError("Chromium has gone")
            self.rest += chunk
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.write, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, event):
        while not any(e.get("method") == event for e in self.events):
            self.events.append(self.message())

    def attach(self):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=20)


def complaints_of(events):
    for event in events:
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            yield "a script failed: " + params["exceptionDetails"].get("text", "?")
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            yield "the console says: " + str(params["args"])
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            yield "the log says: " + params["entry"]["text"]
        elif method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            if not url.startswith(("file:", "data:", "about:")):
                yield "something is fetched from the network: " + url


def look(browser, url, screen, shots):
    name, width, height, scheme = screen
    browser.events.clear()
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=2 if width < 500 else 1, mobile=width < 500)
    browser.call("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.call("Page.navigate", url=url)
    browser.wait_for("Page.loadEventFired")
    found = json.loads(browser.call("Runtime.evaluate", expression=MEASURE)["result"]["value"])
    complaints = list(complaints_of(browser.events))
    if found["width"] > found["window"]:
        complaints.append(f"scrolls sideways: {found['width']} px in {found['window']}")
    if found["hidden_tables"] or not found["tables"]:
        complaints.append(f"{found['hidden_tables']} of {found['tables']} tables cannot be seen")
    if found["hidden_figures"] or not found["figures"]:
        complaints.append(f"{found['hidden_figures']} of {found['figures']} figures cannot be seen")
    if found["cells"] != PUBLISHED:
        complaints.append(f"{found['cells']} of {PUBLISHED} published numbers have a square")
    if not found["claims"] or not found["remarks"] or found["hidden_notes"]:
        complaints.append(f"{found['claims']} claims and {found['remarks']} remarks, "
                          f"{found['hidden_notes']} of which cannot be seen")
    if found["opened"] != found["figures"]:
        complaints.append(f"only {found['opened']} of {found['figures']} figures open enlarged")
    if shots:
        for suffix, beyond in (("", False), ("-all", True)):
            shot = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=beyond)
            pathlib.Path(shots, f"{name}{suffix}.png").write_bytes(base64.b64decode(shot["data"]))
    print(f"{name:<11} {found['tables']} tables, {found['figures']} figures, {found['cells']} cells: "
          + ("; ".join(complaints) or "fine"))
    return not complaints


def main():
    words = sys.argv[1:]
    shots = None
    if "--shots" in words:
        at = words.index("--shots")
        shots = words[at + 1]
        del words[at:at + 2]
        os.makedirs(shots, exist_ok=True)
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if len(words) != 1 or not program:
        print(__doc__ if program else "check_report: Chromium is not installed", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            browser.attach()
            url = pathlib.Path(words[0]).resolve().as_uri()
            return 0 if all([look(browser, url, screen, shots) for screen in SCREENS]) else 1
        finally:
            browser.close()


if __name__ == "__main__":
    sys.exit(main())
