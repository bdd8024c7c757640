"""A real Emacs in a window on a display of its own, with a mouse and a keyboard that the tests move."""

import contextlib
import json
import os
import subprocess
import time

from clients import ROOT, ended_on_failure, eventually, program

EDITOR = ROOT / "editors" / "emacs"


class Display:
    """Xvfb, on a display that is free."""

    def __init__(self, size="1280x800"):
        read, write = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with ended_on_failure(self.process):
            with os.fdopen(read) as numbers:
                self.name = f":{numbers.readline().strip()}"
            eventually(self.answers, message="Xvfb did not start")

    def answers(self):
        asked = subprocess.run(
            ["xdotool", "getdisplaygeometry"], env={**os.environ, "DISPLAY": self.name}, capture_output=True, timeout=10
        )
        return asked.returncode == 0

    def close(self):
        self.process.terminate()
        self.process.wait(10)


class Window:
    """Emacs without anybody's configuration, with the plugin loaded, and `emacsclient` to ask what it thinks."""

    def __init__(self, display, directory, *arguments, environment=None):
        self.environment = {**os.environ, "DISPLAY": display.name, "HOME": str(directory), **(environment or {})}
        self.socket = str(directory / "emacs.socket")
        init = directory / "init.el"
        init.write_text(
            f"""
            (setq inhibit-startup-screen t ring-bell-function #'ignore server-name {quoted(self.socket)}
                  make-backup-files nil auto-save-default nil create-lockfiles nil use-dialog-box nil
                  confirm-kill-processes nil frame-inhibit-implied-resize t vc-handled-backends nil
                  ;; In a home of its own it would compile Emacs' libraries again, beside the test.
                  native-comp-deferred-compilation nil native-comp-jit-compilation nil)
            (tool-bar-mode -1) (menu-bar-mode -1) (scroll-bar-mode -1) (blink-cursor-mode -1) (tooltip-mode -1)
            (add-to-list 'load-path {quoted(EDITOR)})
            (require 'chart-kernel)
            (setq chart-kernel-program {quoted(program())})
            (server-start)
            """
        )
        self.process = subprocess.Popen(
            ["emacs", "-Q", "--geometry", "150x44+0+0", "--font", "DejaVu Sans Mono-10", *arguments, "-l", str(init)],
            env=self.environment, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )
        with ended_on_failure(self.process):
            eventually(self.answers, timeout=30, message="Emacs did not start")

    def answers(self):
        assert self.process.poll() is None, self.process.stderr.read().decode()
        return os.path.exists(self.socket) and self.run("emacsclient", "-s", self.socket, "-e", "t").returncode == 0

    def run(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=30)

    # Asking

    def eval(self, form):
        """What a form is in the buffer of the selected window, as JSON can say it."""
        inner = f"(with-current-buffer (window-buffer (frame-selected-window (car (visible-frame-list)))) {form})"
        done = self.run("emacsclient", "-s", self.socket, "-e", f"(json-serialize (vector {inner}) :null-object nil :false-object :no)")
        assert done.returncode == 0, (form, done.stderr)
        return json.loads(json.loads(escaped(done.stdout)))[0]

    def eventually(self, form, expected=None, timeout=10):
        """Waits until a form is what is expected; until it isn't nil if nothing is said."""
        deadline = time.monotonic() + timeout
        while True:
            value = self.eval(form)
            if value == expected if expected is not None else value is not None:
                return value
            assert time.monotonic() < deadline, f"{form} is {value!r}, not {expected!r}; {self.messages()}"
            # What may become of any form, Emacs tells nobody; and it is to have time for the rest.
            time.sleep(0.03)

    def messages(self):
        return self.eval('(with-current-buffer "*Messages*" (buffer-string))')

    def preview(self, form):
        return f"(with-current-buffer (car (chart-kernel-previews chart-kernel--connection)) {form})"

    def position(self, x, y, chart=""):
        """Where on the screen a place of the chart is, of that one if there are several, in px of the screen."""
        return self.eval(
            f"""(let* ((buffer (cl-find-if (lambda (buffer) (string-prefix-p "*chart: {chart}" (buffer-name buffer))) (buffer-list)))
                       (window (get-buffer-window buffer t))
                       (posn (posn-at-point (with-current-buffer buffer (point-min)) window))
                       (edges (window-edges window t t t))
                       (shown (posn-object-width-height posn))
                       (size (buffer-local-value 'chart-kernel-preview--size buffer)))
                  (vector (round (+ (nth 0 edges) (* {x} (/ (float (car shown)) (car size)))))
                          (round (+ (nth 1 edges) (* {y} (/ (float (cdr shown)) (cdr size)))))))"""
        )

    # Doing

    def mouse(self, *words):
        done = self.run("xdotool", *map(str, words))
        assert done.returncode == 0, done.stderr

    def move(self, x, y, chart=""):
        self.mouse("mousemove", *self.position(x, y, chart))

    def click(self, x, y, button=1, repeat=1):
        self.move(x, y)
        self.mouse("click", "--repeat", repeat, "--delay", 60, button)

    def type(self, text):
        self.mouse("type", "--delay", 15, text)

    def key(self, *names):
        self.mouse("key", "--delay", 30, *names)

    def screenshot(self, path):
        done = self.run("import", "-window", "root", str(path))
        assert done.returncode == 0, done.stderr
        return path

    def close(self):
        with contextlib.suppress(Exception):
            self.run("emacsclient", "-s", self.socket, "-e", "(kill-emacs)")
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stderr.close()


def quoted(text):
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def escaped(printed):
    """A string as Emacs prints it, as JSON writes it."""
    return printed.strip().replace("\n", "\\n").replace("\t", "\\t")
