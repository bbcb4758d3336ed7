"""A window that shows pictures, with what Python brings along."""

import base64
import time
from typing import Any

NO_TKINTER = "a window needs tkinter, which this Python lacks (on Debian: apt install python3-tk)"
NO_DISPLAY = "a window needs a display, and there is none here"
INSTEAD = 'render_mode "rgb_array" and "ansi" need no window'
NAP = 0.02  # seconds between two looks at what the user does


class WindowError(RuntimeError):
    """There can be no window here; says why."""


class Window:
    """A window, opened with its first picture, and again if the user has closed it."""

    def __init__(self, title: str):
        self.title = title
        self._root: Any = None
        self._label: Any = None
        self._picture: Any = None  # tkinter shows a picture only as long as somebody holds it
        self._shown = 0.0

    def _open(self) -> None:
        try:
            import tkinter
        except ImportError as error:
            raise WindowError(f"{NO_TKINTER}; {INSTEAD} ({error})") from None
        try:
            self._root = tkinter.Tk()
        except tkinter.TclError as error:
            raise WindowError(f"{NO_DISPLAY}; {INSTEAD} ({error})") from None
        self._root.title(self.title)
        self._root.protocol("WM_DELETE_WINDOW", self.close)
        self._label = tkinter.Label(self._root)
        self._label.pack()

    def show(self, png: bytes, seconds: float = 0.0) -> None:
        """Shows a picture once the one before it has been seen for so many seconds."""
        if self._root is None:
            self._open()
        while self._root is not None and time.monotonic() < self._shown + seconds:
            self._root.update()
            time.sleep(NAP)
        if self._root is None:
            return  # closed while waiting
        import tkinter

        self._picture = tkinter.PhotoImage(master=self._root, data=base64.b64encode(png))
        self._label.configure(image=self._picture)
        self._root.update()
        self._shown = time.monotonic()

    def close(self) -> None:
        """Closes the window, if there is one."""
        root, self._root, self._picture = self._root, None, None
        if root is not None:
            root.destroy()
