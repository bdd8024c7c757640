"""jupyter_kernel_test, as far as what is built goes."""

import pytest

jupyter_kernel_test = pytest.importorskip("jupyter_kernel_test")

pytestmark = [pytest.mark.timeout(300), pytest.mark.usefixtures("kernelspec")]

PIE = "kind: pie\nid: {id}\nslices: [{{label: a, value: 1}}, {{label: b, value: 2}}]\n"


class ChartKernelTests(jupyter_kernel_test.KernelTests):
    kernel_name = "chart"
    language_name = "chart"
    file_extension = ".chart"
    code_hello_world = "%echo hello, world"
    completion_samples = [{"text": "%ech", "matches": {"%echo"}}]
    complete_code_samples = ["%echo x", "kind: pie\nslices: [{label: a, value: 1}]\n", "# only a comment"]
    incomplete_code_samples = ["kind: pie\nslices:\n", '{"jsonrpc": "2.0",']
    invalid_code_samples = ["{]"]
    code_stderr = "%echo --stderr oops"
    code_generate_error = "%nonsense"
    code_display_data = [
        {"code": PIE.format(id="one"), "mime": "image/svg+xml"},
        {"code": PIE.format(id="two"), "mime": "text/plain"},
    ]
    code_execute_result = [
        {"code": PIE.format(id="three") + "%sliceAt three 300", "result": "index: 0"},
        {"code": PIE.format(id="four") + "%angleAt four 320 0", "result": "angle: 270"},
    ]
    supported_history_operations = ("tail", "range", "search")
    code_history_pattern = "*four*"
    code_inspect_sample = "%tap"


class WelcomeTests(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = "chart"
    support_iopub_welcome = True
