"""The Emacs plugin in a real window, with a mouse that moves and keys that are pressed."""

import os
import subprocess
import time

import pytest

import needs
from charts import PIE
from clients import ROOT
from window import Display, Window

pytestmark = needs.screen

# Its name is the file's.
TEXT = PIE.replace("id: spending\n", "")

# The centre of this pie is (320, 198.8) and its radius 118; the first slice begins at the top and ends at the right.
CENTER = (320, 198)
RENT, FOOD = (365, 150), (370, 250)
BLUE, PINK = "4477aa", "ee6677"

PREVIEW = """(cl-find-if (lambda (buffer) (eq (buffer-local-value 'major-mode buffer) 'chart-kernel-preview-mode)) (buffer-list))"""


def there(form):
    return f"(with-current-buffer {PREVIEW} {form})"


def state(member):
    """A member of the chart's state as the kernel has it."""
    return there(
        f"""(plist-get (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/get"
                                                        (list :chart chart-kernel-preview-chart)) :state) {member})"""
    )


SELECTION = state(":selection")
ANGLE = state(":startAngle")
SHOWN = there("(and (zerop chart-kernel-preview--flying) chart-kernel-preview--svg t)")
AT_REST = there("(and (zerop chart-kernel-preview--flying) (null chart-kernel-preview--timer) t)")


@pytest.fixture(scope="module")
def display():
    display = Display()
    yield display
    display.close()


@pytest.fixture(scope="module")
def emacs(display, tmp_path_factory):
    window = Window(display, tmp_path_factory.mktemp("emacs"))
    yield window
    window.close()


@pytest.fixture
def chart(emacs, tmp_path):
    """A chart's file beside its picture."""
    yield from opened(emacs, tmp_path)


def opened(emacs, directory):
    file = directory / "spending.chart.yaml"
    file.write_text(TEXT)
    emacs.eval(f'(progn (delete-other-windows) (find-file "{file}") (goto-char (point-max)) (chart-kernel-preview) t)')
    emacs.eventually(SHOWN, True)
    emacs.directory = directory
    colour_is(emacs, RENT, BLUE)
    yield emacs
    emacs.eval('(progn (set-buffer-modified-p nil) (kill-buffer (get-file-buffer "%s")) (delete-other-windows) t)' % file)


def colour(emacs, place):
    """What is seen on the screen at a place of the chart."""
    picture = emacs.screenshot(emacs.directory / "screen.png")
    x, y = emacs.position(*place)
    done = subprocess.run(
        ["convert", picture, "-crop", f"1x1+{x}+{y}", "-depth", "8", "txt:-"], capture_output=True, text=True, timeout=20
    )
    return done.stdout.split("#")[-1][:6].lower()


def colour_is(emacs, place, expected, timeout=10):
    deadline = time.monotonic() + timeout
    while (seen := colour(emacs, place)) != expected:
        assert time.monotonic() < deadline, f"{place} is {seen}, not {expected}; {emacs.messages()[-500:]}"
        # The screen tells nobody what is seen on it.
        time.sleep(0.05)


def drag(emacs, *places, steps=12, pause=0.02, hold=0.2, releases=True):
    """Presses at the first place, goes by the others at the pace of a hand, and lets go at the last one: after it was held
    still there, or it is a fling."""
    words = ["mousemove", *emacs.position(*places[0]), "sleep", 0.05, "mousedown", 1]
    for start, end in zip(places, places[1:], strict=False):
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            words += ["sleep", pause, "mousemove", *emacs.position(x, y)]
    emacs.mouse(*words, "sleep", hold, *(["mouseup", 1] if releases else []))


def to_the_text(emacs):
    """Goes to the end of the text."""
    file = emacs.directory / "spending.chart.yaml"
    emacs.eval(f'(progn (select-window (get-buffer-window (find-file-noselect "{file}"))) (goto-char (point-max)) t)')
    # Without a window manager, keys go to what is below the pointer.
    emacs.mouse("mousemove", 200, 600)


# The mouse


def test_a_click_selects_what_is_seen_there(chart):
    outside = (415, 105)  # Beyond the circle, and within the selected slice, which is larger.
    assert colour(chart, outside) != BLUE
    chart.click(*RENT)
    chart.eventually(SELECTION, [0])
    colour_is(chart, outside, BLUE)
    chart.eventually("(current-message)", "Rent: 25 (25%)")
    chart.click(*FOOD)
    chart.eventually(SELECTION, [1])
    colour_is(chart, FOOD, PINK)


def test_a_drag_turns_the_pie_and_is_one_step_to_undo(chart):
    drag(chart, (400, 199), (376, 255), (320, 279))
    chart.eventually(AT_REST, True)
    assert 355 <= chart.eval(ANGLE) or chart.eval(ANGLE) <= 60, chart.eval(ANGLE)
    assert chart.eval(SELECTION) is None
    colour_is(chart, FOOD, BLUE)
    chart.key("u")
    chart.eventually(ANGLE, 270)
    colour_is(chart, FOOD, PINK)


def test_a_drag_is_seen_before_the_hand_lets_go(chart):
    chart.eval("""(progn (defvar moves nil) (setq moves 0)
                    (advice-add 'chart-kernel-preview--move :before (lambda (&rest _) (setq moves (1+ moves)))
                                '((name . moves))) t)""")
    drag(chart, (400, 199), (376, 255), (345, 276), releases=False)
    try:
        # Counted before the screen is looked at: to ask Emacs anything lets it hear of the move that waits.
        assert chart.eval("moves") > 5
        colour_is(chart, FOOD, BLUE)
    finally:
        chart.mouse("mouseup", 1)
    chart.eventually(AT_REST, True)
    chart.key("u")
    chart.eventually(ANGLE, 270)


def test_a_drag_may_leave_the_picture(chart):
    drag(chart, (400, 199), (420, 300), (320, 560))
    chart.eventually(AT_REST, True)
    assert chart.eval(ANGLE) != 270
    chart.key("u")
    chart.eventually(ANGLE, 270)


def fling(emacs):
    """A drag that lets go while it moves. What moves the mouse here is a program as others: if it was held up on its way,
    as the times of the events say, then that was no fling, and it is done again."""
    emacs.eval("""(progn (defvar reports nil)
                    (advice-add 'chart-kernel-preview--report :before
                                (lambda (phase _ time &rest _) (push (cons phase time) reports)) '((name . reports))) t)""")
    for _ in range(10):
        emacs.eval("(progn (setq reports nil) t)")
        drag(emacs, (400, 199), (390, 240), (370, 262), steps=3, pause=0.01, hold=0)
        emacs.eventually("(equal (caar reports) \"up\")", True)
        times = emacs.eval("(vconcat (mapcar #'cdr reports))")
        if all(later - time < 0.1 for later, time in zip(times, times[1:], strict=False)):
            return
        emacs.eventually(AT_REST, True)
        emacs.key("u")
        emacs.eventually(ANGLE, 270)
    raise AssertionError("the mouse was held up each time")


def test_a_fling_spins_on_and_comes_to_rest(chart):
    chart.eval("""(progn (defvar causes nil) (setq causes nil)
                    (add-hook 'chart-kernel-notification-functions
                              (lambda (_ _ params) (push (plist-get params :cause) causes))) t)""")
    fling(chart)
    chart.eventually("""(and (cl-some (lambda (cause) (string-match-p "chart/advance" cause)) causes) t)""", True)
    chart.eventually(AT_REST, True)
    angle = chart.eval(ANGLE)
    # However much time goes by.
    later = """(chart-kernel-request chart-kernel-preview-connection "chart/advance"
                                     (list :chart chart-kernel-preview-chart :time (+ (float-time) 60)))"""
    assert chart.eval(there(f"(eq (plist-get {later} :changed) t)")) is None
    assert chart.eval(ANGLE) == angle


def test_the_wheel_turns_the_pie(chart):
    chart.click(*RENT, button=5, repeat=3)
    chart.eventually(ANGLE, 285)
    chart.click(*RENT, button=4, repeat=6)
    chart.eventually(ANGLE, 255)


def test_a_double_click_is_two_taps_for_the_kernel(chart):
    chart.click(*RENT, repeat=2)
    chart.eventually(AT_REST, True)
    # The first one selects, the second one clears.
    chart.eventually("(current-message)", "Nothing selected")
    assert chart.eval(SELECTION) is None


def test_hovering_says_what_is_there(chart):
    chart.move(*FOOD)
    chart.move(FOOD[0] + 3, FOOD[1])
    chart.eventually("""(and (string-match-p "Food" (or (current-message) "")) t)""", True)
    chart.move(*RENT)
    chart.move(RENT[0] + 3, RENT[1])
    chart.eventually("""(and (string-match-p "Rent" (or (current-message) "")) t)""", True)
    # Beside the pie there is nothing to be said.
    chart.move(40, 60)
    chart.move(43, 60)
    chart.eventually("(null (current-message))", True)
    assert chart.eval(SELECTION) is None


# The keyboard


def test_keys_do_what_the_mouse_does(chart):
    chart.click(*RENT)
    chart.eventually(SELECTION, [0])
    chart.key("Right")
    chart.eventually(SELECTION, [1])
    chart.key("End")
    chart.eventually(SELECTION, [4])
    chart.key("u", "u")
    chart.eventually(SELECTION, [0])
    chart.key("r")
    chart.eventually(SELECTION, [1])
    chart.key("Escape")
    chart.eventually(f"(null {SELECTION})", True)
    chart.key("u", "0")
    chart.eventually(f"(null {SELECTION})", True)
    chart.eventually(ANGLE, 270)


def test_what_is_typed_is_drawn_and_the_selection_stays(chart):
    chart.click(*RENT)
    chart.eventually(SELECTION, [0])
    to_the_text(chart)
    chart.type("hole: 0.6")
    colour_is(chart, (330, 192), "ffffff")
    chart.eventually(SELECTION, [0])
    chart.eventually("(buffer-substring (line-beginning-position) (line-end-position))", "hole: 0.6")


def test_a_fault_is_underlined_where_it_is_and_goes_when_mended(chart):
    to_the_text(chart)
    chart.type("hoel: 0.6")
    faults = """(mapconcat (lambda (each) (save-excursion (goto-char (flymake-diagnostic-beg each))
                   (format "%d:%d %s" (line-number-at-pos) (1+ (current-column)) (flymake-diagnostic-text each))))
                 (flymake-diagnostics) "")"""
    chart.eventually(faults, "9:1 hoel: unknown key; did you mean 'hole'?")
    chart.eventually(there("(and (string-match-p \"Line 9: hoel\" (chart-kernel-preview--header)) t)"), True)
    keep(chart, "fault")
    colour_is(chart, RENT, BLUE)
    chart.key("Home", "Delete", "Delete", "Delete", "Delete")
    chart.type("hole")
    chart.eventually(faults, "")
    colour_is(chart, (330, 192), "ffffff")


def test_completion_offers_words_of_the_schema(chart):
    to_the_text(chart)
    chart.type("corn")
    chart.key("ctrl+alt+i")
    chart.eventually("(buffer-substring (line-beginning-position) (line-end-position))", "cornerRadius: ")


# Screens


@pytest.mark.parametrize("scale", [2.0, 0.5])
def test_a_click_hits_what_is_seen_at_other_scales(emacs, tmp_path, scale):
    """On a dense screen Emacs draws pictures larger; in a narrow window the plugin has them drawn smaller."""
    emacs.eval(f"(progn (setq image-scaling-factor {scale}) t)")
    if scale > 1:
        emacs.eval("(progn (set-frame-width (selected-frame) 155) t)")
    try:
        for each in opened(emacs, tmp_path):
            if scale > 1:
                each.eval(f"(progn (select-window (get-buffer-window {PREVIEW})) (delete-other-windows) t)")
                each.eventually(there("(> (car (image-size (get-text-property 1 'display) t)) 1200)"), True)
                colour_is(each, RENT, BLUE)
            else:
                assert each.eval(there("(car (image-size (get-text-property 1 'display) t))")) == 320
            each.click(*FOOD)
            each.eventually(SELECTION, [1])
            each.click(*RENT)
            each.eventually(SELECTION, [0])
            drag(each, (400, 199), (376, 255), (320, 279))
            each.eventually(AT_REST, True)
            assert 355 <= each.eval(ANGLE) or each.eval(ANGLE) <= 60
    finally:
        emacs.eval("(progn (setq image-scaling-factor 'auto) t)")


def test_the_repl_shows_pictures_where_they_belong(chart):
    chart.eval("(progn (delete-other-windows) (chart-kernel-repl) t)")
    chart.mouse("mousemove", 200, 600)
    chart.type("%tap spending 365 150")
    chart.key("Return")
    shown = """(let ((n 0)) (save-excursion (goto-char (point-min))
                 (while (< (point) (point-max))
                   (when (eq (car-safe (get-text-property (point) 'display)) 'image) (setq n (1+ n))) (forward-char))) n)"""
    chart.eventually(shown, 1)
    chart.type("{kind: pie, id: two, slices: [{label: A, value: 1}, {label: B, value: 2}]}")
    chart.key("Return")
    chart.eventually(shown, 2)
    keep(chart, "repl")
    chart.eval("(let ((kill-buffer-query-functions nil)) (kill-buffer) t)")


def test_text_picture_and_repl_are_beside_one_another(emacs, tmp_path):
    """What the README shows."""
    emacs.directory = tmp_path
    emacs.eval(
        f"""(progn (delete-other-windows) (set-frame-size (selected-frame) 150 29)
              (find-file "{ROOT}/notebooks/iowa.chart.yaml") (view-mode 1) (setq truncate-lines t) (goto-char (point-min)) (forward-line 5)
              (chart-kernel-preview) t)"""
    )
    emacs.eventually(SHOWN, True)
    emacs.eval("""(let ((window (split-window nil 12)))
                    (save-window-excursion (chart-kernel-repl))
                    (set-window-buffer window "*chart REPL: iowa.chart.yaml*") (select-window window) t)""")
    emacs.mouse("mousemove", 100, 400)
    emacs.type("%highlight 0")
    emacs.key("Return")
    emacs.eventually(SELECTION, [0])
    emacs.eventually(SHOWN, True)
    emacs.click(330, 60)
    emacs.eventually(f"(null {SELECTION})", True)
    emacs.key("Home")
    emacs.eventually(SELECTION, [0])
    keep(emacs, "emacs", "(frame-edges nil 'outer-edges)")
    emacs.eval("""(let ((kill-buffer-query-functions nil)) (kill-buffer "*chart REPL: iowa.chart.yaml*")
                    (kill-buffer "iowa.chart.yaml") (delete-other-windows) (set-frame-size (selected-frame) 150 44) t)""")


def keep(emacs, name, edges=None):
    """Leaves a picture of the screen, or of the part within edges, for people where SCREENSHOTS says."""
    if directory := os.environ.get("SCREENSHOTS"):
        emacs.eval("(redisplay t)")
        picture = emacs.screenshot(os.path.join(directory, f"{name}.png"))
        if edges:
            left, top, right, bottom = emacs.eval(f"(vconcat {edges})")
            subprocess.run(["convert", picture, "-crop", f"{right - left}x{bottom - top}+{left}+{top}", picture], check=True)
