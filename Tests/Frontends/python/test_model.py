"""The model of a live chart in a kernel of Python, message by message, as a widget manager speaks with it: with whatever versions of
ipykernel, ipywidgets and anywidget are there."""

import sys

import pytest
from jupyter_client import KernelManager

from clients import request, widget_module
from kernels import TIMEOUT, Kernel
from pies import CELL
from wire.patches import patched, same

pytestmark = pytest.mark.timeout(120)

VIEW = "application/vnd.jupyter.widget-view+json"
# Where the first slice is.
RENT = {"x": 390, "y": 180}


@pytest.fixture(scope="module")
def kernel(program, package):
    """The kernel of the Python that runs this."""
    manager = KernelManager()
    manager.kernel_spec.argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in package.items():
            patch.setenv(name, value)
        manager.start_kernel()
    kernel = Kernel(manager)
    kernel.execute("import chart_kernel as ck")
    yield kernel
    kernel.client.stop_channels()
    manager.shutdown_kernel()


def run(kernel, code: str, **metadata) -> list[dict]:
    """What a cell shows, run as a front end runs it, or as who only collects what cells show."""
    client = kernel.client
    message = client.session.msg(
        "execute_request", {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False},
        metadata=metadata,
    )
    client.shell_channel.send(message)
    assert kernel.reply(message["header"]["msg_id"])["status"] == "ok"
    return kernel.collect(message["header"]["msg_id"])


class Model:
    """A model as a page has it: all that the kernel says of it goes into its state."""

    def __init__(self, kernel, opening: dict):
        self.kernel = kernel
        self.id, self.state = opening["comm_id"], opening["data"]["state"]

    def send(self, **data) -> list[dict]:
        """What the kernel says about the model because of a message, in turn."""
        client = self.kernel.client
        message = client.session.msg("comm_msg", {"comm_id": self.id, "data": data})
        client.shell_channel.send(message)
        answers = [each["content"] for each in self.kernel.collect(message["header"]["msg_id"]) if each["msg_type"] == "comm_msg"]
        return [self.take(each["data"]) for each in answers if each["comm_id"] == self.id]

    def take(self, data: dict) -> dict:
        if data["method"] == "update":
            self.state |= data["state"]
            if patch := data["state"].get("patch"):
                self.state["svg"] = patched(self.state["svg"], patch["edits"])
        return data

    def call(self, method: str, **params) -> dict:
        """A request of a view: its result, which comes with the picture that it leads to or by itself."""
        answers = self.send(method="custom", content=request(7, method, params))
        found = [each["content"] for each in answers if each["method"] == "custom"]
        found += [each["state"]["answer"] for each in answers if each["method"] == "update" and each["state"].get("answer")]
        (answer,) = [each for each in found if each["id"] == 7]
        return answer["result"]


@pytest.fixture(scope="module")
def shown(kernel) -> list[dict]:
    return run(kernel, CELL, cellId="a")


@pytest.fixture(scope="module")
def model(kernel, shown) -> Model:
    # Beside it that of its layout, which every widget has.
    opened = [each["content"] for each in shown if each["msg_type"] == "comm_open"]
    assert {each["target_name"] for each in opened} == {"jupyter.widget"}
    (opening,) = [each for each in opened if each["data"]["state"]["_model_module"] == "anywidget"]
    return Model(kernel, opening)


def test_the_model_is_complete_before_its_view_is_shown_beside_the_picture(shown, model):
    assert [each["msg_type"] for each in shown] == ["comm_open", "comm_open", "display_data"]
    state = model.state
    assert {"_model_module": "anywidget", "_model_name": "AnyModel", "_view_name": "AnyView"}.items() <= state.items()
    assert state["_esm"] == widget_module() and state["chart"] == "spending" and state["revision"] == 1
    data = shown[-1]["content"]["data"]
    assert data[VIEW]["model_id"] == model.id
    assert data["image/svg+xml"] == state["svg"] and state["svg"].startswith("<svg")


def test_a_tap_of_a_page_changes_its_picture_and_is_seen_by_the_next_cell(kernel, model):
    result = model.call("chart/tap", chart="spending", **RENT, render=False)
    assert result["hit"]["label"] == "Rent" and "Rent: 25 (25%), selected" in model.state["svg"]
    (said,) = run(kernel, "print(chart.selection['label'], chart.revision)", cellId="b")
    assert said["content"]["text"] == f"Rent {model.state['revision']}\n"


def test_what_python_does_is_told_to_the_page(kernel, model):
    request = kernel.client.execute("chart.highlight(1)")
    # By a thread of its own, while the cell runs or afterwards.
    while "Food: 30 (30%), selected" not in model.state["svg"]:
        message = kernel.client.get_iopub_msg(timeout=TIMEOUT)
        if message["msg_type"] == "comm_msg" and message["content"]["comm_id"] == model.id:
            model.take(message["content"]["data"])
    kernel.reply(request)
    (said,) = run(kernel, "print(chart.svg)", cellId="d")
    assert same(said["content"]["text"], model.state["svg"])


def test_a_page_that_comes_later_is_given_the_picture_as_it_is(kernel, model):
    model.call("chart/tap", chart="spending", **RENT, render=False)
    before = model.state["svg"]
    (*_, answer) = [each for each in model.send(method="request_state") if each["method"] == "update"]
    # All of it, and no patch of what that page does not have.
    assert same(answer["state"]["svg"], before) and answer["state"]["patch"] is None


def test_a_wrong_request_of_a_page_is_answered_by_what_is_wrong(model):
    answers = model.send(method="custom", content=request(9, "chart/tap", {"chart": "spending", "x": "left", "y": 0}))
    (fault,) = [each["content"]["error"] for each in answers if each["method"] == "custom"]
    assert fault["code"] == -32602 and fault["data"]["path"] == "x"


def test_who_only_collects_what_cells_show_is_given_a_picture(kernel, model):
    """Cells are run by name where people look at them."""
    (shown,) = run(kernel, "chart")
    assert shown["msg_type"] == "display_data" and VIEW not in shown["content"]["data"]
    assert shown["content"]["data"]["image/svg+xml"].startswith("<svg")


COLAB = """\
import sys, types
google, colab, output = (types.ModuleType(name) for name in ('google', 'google.colab', 'google.colab.output'))
output.enable_custom_widget_manager = lambda: None
output._widgets = types.SimpleNamespace(_installed_url='where-it-is')
sys.modules |= {'google.colab': colab, 'google.colab.output': output}
chart
"""


def test_colab_is_told_where_it_finds_what_shows_views(kernel, model):
    """As anywidget tells it of its own; Colab names no cells. A stand-in for its module: the real one is there alone."""
    (shown,) = run(kernel, COLAB)
    assert shown["content"]["data"][VIEW]["model_id"] == model.id
    assert shown["content"]["metadata"] == {VIEW: {"colab": {"custom_widget_manager": {"url": "where-it-is"}}}}
