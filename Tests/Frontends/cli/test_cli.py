"""The commands for scripts and Makefiles, the example, and the tour, as a user runs them."""

import json
import os
import re
import subprocess
import sys

import nbformat
import pytest
from nbclient import NotebookClient

from clients import ROOT, SPENDING, Server, Stdio, program, svg


def run(*arguments, cwd=None, input=None):
    return subprocess.run([program(), *arguments], cwd=cwd, input=input, capture_output=True, text=True, timeout=60)


YAML = """kind: pie
id: spending
title: Spending
slices:
""" + "".join(f"  - {{label: {slice['label']}, value: {slice['value']}}}\n" for slice in SPENDING["slices"])


def test_render_writes_the_same_bytes_as_the_service(tmp_path):
    (tmp_path / "spending.yaml").write_text(YAML)
    done = run("render", "spending.yaml", "-o", "spending.svg", cwd=tmp_path)
    assert done.returncode == 0 and done.stderr == ""
    with Stdio() as kernel:
        made = kernel.call("chart/create", chart="spending", spec=SPENDING)
    assert (tmp_path / "spending.svg").read_text() == svg(made)
    # To standard output, from JSON on standard input, dark and in another size.
    spec = json.dumps({**SPENDING, "id": "spending"})
    done = run("render", "-", "-o", "-", "--theme", "dark", "--size", "300x200", input=spec)
    with Stdio() as kernel:
        made = kernel.call(
            "chart/create", chart="spending", spec=SPENDING, theme="dark", size={"width": 300, "height": 200}
        )
    assert done.returncode == 0 and done.stdout == svg(made)


def test_one_of_several_charts_is_chosen_by_its_id_or_its_number(tmp_path):
    titles = ["First", "Second", "Third"]
    parts = ["kind: bar\ntitle: First\nseries: {values: [1]}\n", "kind: bar\nid: two\ntitle: Second\nseries: {values: [2]}\n",
             "kind: bar\ntitle: Third\nseries: {values: [3]}\n"]
    (tmp_path / "all.yaml").write_text("---\n".join(parts))
    for name, title in {"1": "First", "2": "Second", "two": "Second", "3": "Third"}.items():
        done = run("render", "all.yaml", "--chart", name, cwd=tmp_path)
        assert done.returncode == 0 and [each for each in titles if f"{each}</text>" in done.stdout] == [title]
    done = run("render", "all.yaml", cwd=tmp_path)
    assert done.returncode != 0 and "there are 3 charts in it; choose one with --chart: 1, two, 3" in done.stderr
    for name in ("0", "4", "-1", "three"):
        done = run("render", "all.yaml", f"--chart={name}", cwd=tmp_path)
        assert done.returncode != 0 and f"there is no chart '{name}'; there are 1, two, 3" in done.stderr
    (tmp_path / "none.yaml").write_text("---\n")
    done = run("render", "none.yaml", "--chart", "1", cwd=tmp_path)
    assert done.returncode != 0 and "there is no chart in it" in done.stderr


def test_render_reads_json_as_python_writes_it(tmp_path):
    # Characters beyond U+FFFF are escaped as surrogates, which YAML doesn't know.
    spec = {"kind": "bar", "title": "\U0001f600 \u65e5", "series": [{"values": [1, 2]}]}
    (tmp_path / "smile.json").write_text(json.dumps(spec))
    assert "\\ud83d" in (tmp_path / "smile.json").read_text()
    done = run("render", "smile.json", cwd=tmp_path)
    assert done.returncode == 0 and done.stderr == ""
    assert "\U0001f600 \u65e5</text>" in done.stdout


@pytest.mark.parametrize(
    "text,expected",
    [
        ("kind: pie\nslices:\n  - {label: a, value: -3}\n", r"bad\.yaml:3:23: .*at least 0.*-3"),
        ("kind: pie\nslicse: []\n", r"bad\.yaml:2:1: .*slices"),
        ("kind: [pie\n", r"bad\.yaml:\d+:\d+: "),
        ("kind: pei\nslices: []\n", r"bad\.yaml:1:7: .*pie"),
    ],
)
def test_render_says_where_a_spec_is_wrong_and_writes_nothing(tmp_path, text, expected):
    (tmp_path / "bad.yaml").write_text(text)
    done = run("render", "bad.yaml", "-o", "bad.svg", cwd=tmp_path)
    assert done.returncode == 1 and re.search(expected, done.stderr), done.stderr
    assert not (tmp_path / "bad.svg").exists()


@pytest.mark.parametrize("name", ["out.bmp", "out.ps", "out.SVGZ", "a.svg/../out.jpeg"])
def test_render_refuses_a_kind_of_file_that_it_cannot_write(tmp_path, name):
    (tmp_path / "spending.yaml").write_text(YAML)
    (tmp_path / "a.svg").mkdir()
    done = run("render", "spending.yaml", "-o", name, cwd=tmp_path)
    assert done.returncode == 64 and ".svg" in done.stderr and "cannot be written" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.svg", "spending.yaml"]


def test_render_writes_into_a_pipe_and_leaves_it_there(tmp_path):
    (tmp_path / "spending.yaml").write_text(YAML)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = subprocess.Popen([program(), "render", "spending.yaml", "-o", "pipe"], cwd=tmp_path)
    text = pipe.read_text()
    assert writer.wait(timeout=60) == 0 and pipe.is_fifo()
    assert text == run("render", "spending.yaml", cwd=tmp_path).stdout


def test_render_keeps_the_mode_of_a_file_and_follows_links(tmp_path):
    (tmp_path / "spending.yaml").write_text(YAML)
    picture = tmp_path / "picture.svg"
    picture.write_text("old")
    picture.chmod(0o600)
    (tmp_path / "link.svg").symlink_to("picture.svg")
    assert run("render", "spending.yaml", "-o", "link.svg", cwd=tmp_path).returncode == 0
    assert (tmp_path / "link.svg").is_symlink() and picture.stat().st_mode & 0o777 == 0o600
    assert picture.read_text() == run("render", "spending.yaml", cwd=tmp_path).stdout


def test_the_readmes_picture_is_what_the_kernel_draws():
    for theme in ("light", "dark"):
        done = run("render", str(ROOT / "notebooks/iowa.chart.yaml"), "-o", "-", "--theme", theme)
        assert done.returncode == 0, done.stderr
        assert done.stdout == (ROOT / f"docs/iowa-{theme}.svg").read_text(), "render docs/ anew, and look at it"
    spec = (ROOT / "notebooks/iowa.chart.yaml").read_text().split("\n", 1)[1]
    readme = (ROOT / "README.md").read_text()
    for line in spec.splitlines():
        assert line in readme or line.startswith(("gap", "cornerRadius"))


def test_schema_is_json_schema():
    from jsonschema import Draft202012Validator

    schema = json.loads(run("schema").stdout)
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(SPENDING)
    assert list(Draft202012Validator(schema).iter_errors({**SPENDING, "hole": 1}))


def test_complete_tells_what_can_stand_at_a_place(tmp_path):
    (tmp_path / "days.csv").write_text("day,gr\u00f6\u00dfe\n1,2\n")
    text = "# \U0001f967\nkind: line\ndata: {csv: days.csv, y: gr"
    done = run("complete", cwd=tmp_path, input=text)
    expected = {"matches": ["größe"], "start": len(text) - 2, "end": len(text)}
    assert json.loads(done.stdout) == expected and done.stderr == ""
    assert json.loads(run("complete", "--at", str(len(text)), cwd=tmp_path, input=text + "}\n").stdout) == expected
    assert json.loads(run("complete", "--allow", str(tmp_path / "none"), cwd=tmp_path, input=text).stdout)["matches"] == []
    assert json.loads(run("complete", "--at=-7", input="ki").stdout)["start"] == 0


def test_the_example_in_python(tmp_path):
    with Server(f"ipc://{tmp_path}/chart.sock") as server:
        done = subprocess.run(
            [sys.executable, ROOT / "examples/pie.py", server.endpoint, tmp_path / "spending.svg"],
            capture_output=True, text=True, timeout=60,
        )
        assert done.returncode == 0, done.stderr
    assert "tapped: Rent (25%)" in done.stdout
    angle = float(done.stdout.split("quarter turn:")[1].split()[0])
    assert abs(angle - 0) < 1e-6 or abs(angle - 360) < 1e-6, "270 and a quarter turn is 0"
    assert (tmp_path / "spending.svg").read_text().startswith("<svg")


@pytest.fixture(scope="module")
def kernelspec(tmp_path_factory):
    prefix = tmp_path_factory.mktemp("prefix")
    assert run("install", "--prefix", str(prefix)).returncode == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_PATH", str(prefix / "share" / "jupyter"))
        patch.setenv("JUPYTER_PREFER_ENV_PATH", "0")
        yield "chart"


def executed(name, kernelspec):
    """A notebook of ours as the kernel executes it."""
    notebook = nbformat.read(ROOT / "notebooks" / name, as_version=4)
    NotebookClient(notebook, timeout=60, kernel_name=kernelspec, resources={"metadata": {"path": str(ROOT / "notebooks")}}).execute()
    return notebook


def outputs_of(notebook):
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


def test_the_gallery_executes_without_an_error_or_a_warning(kernelspec):
    notebook = executed("gallery.ipynb", kernelspec)
    outputs = outputs_of(notebook)
    assert [output.output_type for output in outputs] == ["display_data"] * len(outputs)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert "image/svg+xml" in cell.outputs[0]["data"], cell.source
    words = {cell.id: cell.outputs[-1]["data"]["text/plain"] for cell in notebook.cells if cell.cell_type == "code"}
    assert "1461 values" in words["seattle"].replace(",", "") and "Jan 1, 2012 to Dec 31, 2015" in words["seattle"]
    assert "Selected: " in words["r2-scroll"] and "Selected: " in words["r3-tap"]


def test_the_tour_executes_without_an_error(kernelspec):
    notebook = executed("tour.ipynb", kernelspec)
    outputs = outputs_of(notebook)
    pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) >= 8 and not [output for output in outputs if output.output_type == "error"]
    iowa = next(cell for cell in notebook.cells if "id: iowa\n" in cell.source)
    words = iowa.outputs[0]["data"]["text/plain"]
    assert "Fossil Fuels: 29,329" in words and "Renewables: 21,933" in words


def test_a_cell_gives_the_same_bytes_as_zeromq_and_stdio(kernelspec, tmp_path):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(YAML), nbformat.v4.new_code_cell("%tap spending 370 150")])
    NotebookClient(notebook, timeout=60, kernel_name=kernelspec).execute()
    from_cell = notebook.cells[1].outputs[0]["data"]["image/svg+xml"]
    from_cell = from_cell if isinstance(from_cell, str) else "".join(from_cell)
    with Server(f"ipc://{tmp_path}/chart.sock") as server:
        from clients import Dealer

        pictures = {from_cell}
        with Dealer(server.endpoint) as dealer, Stdio() as stdio:
            for client in (dealer, stdio):
                client.call("chart/create", chart="spending", spec=SPENDING)
                pictures.add(svg(client.call("chart/tap", chart="spending", x=370, y=150)))
    assert len(pictures) == 1
