"""papermill: notebooks with parameters.

It knows no translator for charts and is called for Python, whose assignments a chart cell understands.
"""

import json
import sys

import pytest

from notebooks import bundles, errors, pictures, plain, read, words, write

pytestmark = pytest.mark.timeout(120)

DEFAULTS = 'rent = 25\ntitle = "Defaults"'
PIE = """\
kind: pie
id: spending
title: $title
slices:
  - {label: Rent, value: $rent}
  - {label: Food, value: 30}
"""
STATE = '{"jsonrpc": "2.0", "id": 1, "method": "chart/get", "params": {"chart": "spending"}}'


def state(cell) -> dict:
    """The spec that the kernel has made of a cell, by its own word."""
    (answer,) = [data["application/json"] for data in bundles(cell) if "application/json" in data]
    return answer["result"]["spec"]


@pytest.fixture
def notebook(place):
    """A notebook with a cell of defaults, a pie made from them, and what the kernel holds of it."""
    return write(place.work / "in.ipynb", DEFAULTS, PIE, STATE, tags={0: "parameters"})


def papermill(place, *arguments):
    return place.run("papermill", "-l", "python", "--no-progress-bar", *arguments)


def shown(place):
    """The executed notebook without the first cell, the defaults."""
    return read(place.work / "out.ipynb")[1:]


def test_defaults_hold_without_parameters(place, notebook):
    done = papermill(place, "in.ipynb", "out.ipynb")
    assert done.returncode == 0, done.stderr
    pie, answer = shown(place)
    assert "Defaults" in words(pictures(pie)[0])
    assert [slice["value"] for slice in state(answer)["slices"]] == [25, 30]


def test_parameters_on_the_command_line_win(place, notebook):
    done = papermill(place, "in.ipynb", "out.ipynb", "-p", "rent", "70", "-r", "title", "7")
    assert done.returncode == 0, done.stderr
    injected, pie, answer = shown(place)
    assert injected.metadata.tags == ["injected-parameters"]
    assert injected.source == '# Parameters\nrent = 70\ntitle = "7"\n'
    assert "Rent" in words(pictures(pie)[0])
    spec = state(answer)
    assert spec["title"] == "7", "a text, since it was given as one"
    assert spec["slices"][0]["value"] == 70
    assert "7" in words(pictures(pie)[0]).split()


def test_parameters_from_python_keep_their_types(place, notebook):
    """Its API: what it injects are Python's literals, and each arrives as what it was."""
    values = {
        "rent": 12.5,
        "title": 'He said "20 % is mine", \\ and\nleft: # 🥧',
        "on": True,
        "off": False,
        "nothing": None,
        "items": [1, -2.5, "three", [True, None], {}],
        "m": {"a": 1, "b c": {"d": [1e-7, 10**15]}},
    }
    cells = [DEFAULTS, PIE, STATE, *(f"${name}" for name in values), "%parameters"]
    write(place.work / "in.ipynb", *cells, tags={0: "parameters"})
    program = (
        "import json, sys, papermill\n"
        "papermill.execute_notebook('in.ipynb', 'out.ipynb', parameters=json.load(open('p.json')),\n"
        "  language='python', kernel_name='chart', progress_bar=False)\n"
    )
    (place.work / "p.json").write_text(json.dumps(values))
    done = place.run(sys.executable, "-c", program)
    assert done.returncode == 0, done.stderr
    _, pie, answer, *rest = shown(place)
    spec = state(answer)
    assert spec["title"] == values["title"]
    assert spec["slices"][0]["value"] == 12.5
    assert len(pictures(pie)) == 1
    for cell, value in zip(rest, values.values()):
        assert [data["application/json"] for data in bundles(cell)] == [value]
    (table,) = bundles(rest[-1])
    for name in values:
        assert name in table["text/plain"]


def test_a_parameters_file(place, notebook):
    (place.work / "p.yaml").write_text("rent: 40\ntitle: From a file\n")
    done = papermill(place, "in.ipynb", "out.ipynb", "-f", "p.yaml")
    assert done.returncode == 0, done.stderr
    assert "From a file" in words(pictures(shown(place)[1])[0])


def test_parameters_within_texts_and_commands(place):
    cells = ["angle = 0", PIE.replace("$title", "Rent of $rent in $city") + "%rotate spending $angle", STATE]
    write(place.work / "in.ipynb", *cells, tags={0: "parameters"})
    done = papermill(place, "in.ipynb", "out.ipynb", "-p", "rent", "50", "-p", "city", "Ames", "-p", "angle", "30")
    assert done.returncode == 0, done.stderr
    _, pie, answer = shown(place)
    assert "Rent of 50 in Ames" in words(pictures(pie)[-1])
    (data,) = [data["application/json"] for data in bundles(answer)]
    assert data["result"]["state"]["startAngle"] == 270 + 30


def test_numbers_that_are_none_do_not_pass_silently(place):
    """JSON has no NaN: either it is refused, or said what became of it."""
    write(place.work / "in.ipynb", "y = 1", "%echo on", tags={0: "parameters"})
    program = (
        "import papermill\n"
        "papermill.execute_notebook('in.ipynb', 'out.ipynb', parameters={'y': float('nan')},\n"
        "  language='python', progress_bar=False)\n"
    )
    done = place.run(sys.executable, "-c", program)
    injected = shown(place)[0]
    assert injected.source == "# Parameters\ny = float('nan')\n"
    assert (done.returncode != 0) == bool(errors(injected))
    assert "nan" in plain(" ".join(str(output) for output in injected.outputs)).lower()


def test_a_failing_cell_fails_the_run_and_stays_in_the_notebook(place):
    cells = [DEFAULTS, PIE, "kind: pie\ntitel: x\nslices: [{label: a, value: 1}]", "%echo never"]
    write(place.work / "in.ipynb", *cells, tags={0: "parameters"})
    done = papermill(place, "in.ipynb", "out.ipynb", "-p", "rent", "5")
    assert done.returncode == 1
    assert "line 2, column 1" in plain(done.stderr)
    _, pie, failed, never = shown(place)
    assert len(pictures(pie)) == 1
    (error,) = errors(failed)
    assert error.ename == "InvalidSpec" and "title" in error.evalue
    assert never.outputs == []


def test_a_parameter_that_does_not_fit_fails_at_its_place(place, notebook):
    done = papermill(place, "in.ipynb", "out.ipynb", "-p", "rent", "much")
    assert done.returncode == 1
    said = plain(done.stderr)
    assert "line 5" in said and "slices[0].value" in said


def test_registered_translator_makes_papermill_know_charts(place, notebook):
    """With one line papermill lists the parameters, and needs not be told the language (`--help-notebook` ignores it)."""
    program = (
        "import papermill\n"
        "from papermill.translators import PythonTranslator, papermill_translators\n"
        "papermill_translators.register('chart', PythonTranslator)\n"
        "for name, parameter in papermill.inspect_notebook('in.ipynb').items(): print(name, parameter['default'])\n"
        "papermill.execute_notebook('in.ipynb', 'out.ipynb', parameters={'title': 'Known'}, progress_bar=False)\n"
    )
    done = place.run(sys.executable, "-c", program)
    assert done.stdout == 'rent 25\ntitle "Defaults"\n', done.stderr
    assert done.returncode == 0, done.stderr
    assert "Known" in words(pictures(shown(place)[1])[0])
