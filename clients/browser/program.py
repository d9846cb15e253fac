"""What both browsers have: a program without a window, and a home of its own."""

import os
import shutil
import signal
import subprocess
import tempfile

# What each page consists of: a form to choose a file in, and no icon to ask for.
DOCUMENT = "<!doctype html><link rel=icon href=data:,><input type=file>"
# Its path, which the far side is never asked for.
PATH = "/headwind-page.html"


class Failure(Exception):
    pass


class Program:
    def __init__(self, names, package):
        self.path = next(filter(None, map(shutil.which, names)), None)
        if not self.path:
            raise Failure(f"there is no {names[0]}: install {package}")
        self.authority = os.environ.get("HEADWIND_CA")
        if self.authority and not shutil.which("certutil"):
            raise Failure("there is no certutil, which makes the browser trust the CA: install libnss3-tools")
        self.home = tempfile.mkdtemp(prefix="headwind-browser-")
        self.log_path = os.path.join(self.home, "log")

    def trust(self, database):
        """Trusts the CA as a user would make the browser do it: through NSS."""
        if not self.authority:
            return
        os.makedirs(database, exist_ok=True)
        for words in (["-N", "--empty-password"], ["-A", "-t", "C,,", "-n", "headwind", "-i", self.authority]):
            subprocess.run(["certutil", *words, "-d", "sql:" + database], check=True, stdin=subprocess.DEVNULL)

    def start(self, words, variables={}, **more):
        environment = {**os.environ, **variables, "HOME": self.home, "XDG_CONFIG_HOME": self.home, "XDG_CACHE_HOME": self.home}
        environment.pop("XDG_DATA_HOME", None)
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [self.path, *words], env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, **more)

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)
