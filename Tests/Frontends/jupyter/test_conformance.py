"""jupyter_kernel_test, whole: nothing is left out, and nothing passes by luck.

Kernels skip what they don't fill in, and xeus-zmq's CI tries up to four times. Here every attribute is filled
in, and the suite passes ten times in a row.
"""

import unittest
from concurrent.futures import ThreadPoolExecutor

import jupyter_kernel_test
import pytest

pytestmark = [pytest.mark.timeout(120), pytest.mark.usefixtures("kernelspec")]

PIE = "kind: pie\nid: {id}\nslices: [{{label: a, value: 1}}, {{label: b, value: 2}}]\n"


class ChartKernelTests(jupyter_kernel_test.KernelTests):
    kernel_name = "chart"
    language_name = "chart"
    file_extension = ".chart"
    code_hello_world = "%echo hello, world"
    code_stderr = "%echo --stderr oops"
    completion_samples = [
        {"text": "%ech", "matches": {"%echo"}},
        {"text": "# 🥧🥧\n%ech", "matches": {"%echo"}},
        {"text": "%nonsens", "matches": set()},
    ]
    complete_code_samples = ["%echo x", "kind: pie\nslices: [{label: a, value: 1}]\n", "# only a comment", ""]
    incomplete_code_samples = ["kind: pie\nslices:\n", '{"jsonrpc": "2.0",']
    invalid_code_samples = ["{]"]
    code_page_something = "%tap?"
    code_generate_error = "%nonsense"
    code_execute_result = [
        {"code": PIE.format(id="three") + "%sliceAt three 300", "result": "index: 0"},
        {"code": PIE.format(id="four") + "%angleAt four 320 0", "result": "angle: 270"},
        {"code": '{"jsonrpc": "2.0", "id": 1, "method": "nobody"}', "mime": "application/json"},
    ]
    code_display_data = [
        {"code": PIE.format(id="one"), "mime": "image/svg+xml"},
        {"code": PIE.format(id="two"), "mime": "text/plain"},
    ]
    supported_history_operations = ("tail", "range", "search")
    code_history_pattern = "*four*"
    code_inspect_sample = "%tap"
    code_clear_output = "%clear"


class WelcomeTests(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = "chart"
    support_iopub_welcome = True


@pytest.mark.parametrize("case", [ChartKernelTests, WelcomeTests])
def test_every_attribute_is_filled_in(case):
    """What the suite has that a kernel may leave empty, this one doesn't."""
    (suite,) = case.__bases__
    optional = {name for name, value in vars(suite).items() if not name.startswith("_") and not callable(value)}
    optional -= {name for name, value in vars(suite).items() if isinstance(value, classmethod)}
    assert optional
    assert [name for name in optional if not getattr(case, name)] == []


def run(number: int) -> unittest.TestResult:
    """The suite with kernels of its own, which its classes keep."""
    cases = [type(f"{case.__name__}{number}", (case,), {}) for case in (ChartKernelTests, WelcomeTests)]
    result = unittest.TestResult()
    unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromTestCase, cases)).run(result)
    return result


def test_all_of_it_passes_ten_times_and_nothing_is_skipped():
    """Two at a time: most of the suite is waiting for what must not come."""
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(run, range(10)))
    for result in results:
        assert [(test.id(), text) for test, text in result.failures + result.errors] == []
        assert [(test.id(), reason) for test, reason in result.skipped] == []
        assert result.testsRun == 13, "of version 0.7.0"
