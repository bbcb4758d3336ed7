"""Sees to the browser of test_browser.py: looks for chromium and, where it is missing, asks Debian's packages for it.

    python tests/chromium.py

Never fails: without a browser its tests are skipped, and this says why.
"""

import os
import shutil
import subprocess

SECONDS = 300
QUICK = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20", "-o", "Acquire::https::Timeout=20"]


def find() -> str | None:
    """The browser: CHROMIUM, or what is on the path."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def install() -> str:
    """Installs chromium; returns why it did not work, or nothing."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return "only root can install it, with apt-get"
    for words in (["update", "-qq"], ["install", "-qq", "--yes", "--no-install-recommends", "chromium"]):
        try:
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            done = subprocess.run(
                ["apt-get", *QUICK, *words], env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return f"apt-get {words[0]} took more than {SECONDS} seconds"
        if done.returncode:
            return f"apt-get {words[0]}: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}"
    return ""


if __name__ == "__main__":
    reason = "" if find() else install()
    if not find():
        print(f"The page will not be tested in a browser: chromium is missing ({reason}). Install it, or set CHROMIUM.")
