"""What steps make of a table, as columns of NumPy: the real program does them, and a document tells what came of it."""

import base64
import contextlib

import numpy as np

import clients


class Frames:
    """A `chart-kernel stdio` that is asked for tables."""

    def __init__(self, directory):
        self.directory = directory
        self.client = clients.Stdio("--allow", str(directory), cwd=directory)

    def close(self):
        self.client.close()

    def chart(self, spec):
        """Makes a chart; its warnings, and what its document holds."""
        made = self.client.call("chart/create", spec=spec, chart="a", render=False)
        document = self.client.call("session/export")["document"]
        places = document["specs"][-1].get("columns", {})
        return made["warnings"], {name: column(document["columns"][index]) for name, index in places.items()}

    def table(self, data, transform, *names, x=None, **more):
        """Columns of numbers after the steps, and that of the positions if one is named."""
        spec = {
            "kind": "line", "data": {**source(data), "transform": transform, **({"x": x} if x else {})},
            "series": [{"column": name, "name": name} for name in names], **more}
        warnings, columns = self.chart(spec)
        self.warnings = warnings
        table = {name: columns[f"series[{index}].values"] for index, name in enumerate(names)}
        if x:
            table[x] = columns["x.values"] if "x.values" in columns else columns["x.moments"]
        return table

    def column(self, data, transform, name, **more):
        return self.table(data, transform, name, **more)[name]

    def fault(self, data, transform, x=None, y="y", **more):
        """The message of a chart that cannot be made."""
        try:
            self.chart({"kind": "line", "data": {**source(data), "transform": transform, "y": y, **({"x": x} if x else {})}, **more})
        except clients.RPCError as error:
            return str(error).split(": ", 1)[1]
        raise AssertionError("a chart was made")


def source(data):
    """A file by its name, or columns with NaN for what is missing."""
    if isinstance(data, str):
        return {"csv": data}
    return {"columns": {name: [plain(value) for value in values] for name, values in data.items()}}


def plain(value):
    if isinstance(value, str) or value is None:
        return value
    return None if np.isnan(value) else float(value)


def column(stored):
    if isinstance(stored, str):
        return np.frombuffer(base64.b64decode(stored), "<f8")
    if all(isinstance(value, (int, float)) or value is None for value in stored):
        return np.array([np.nan if value is None else value for value in stored], float)
    return list(stored)


@contextlib.contextmanager
def frames(directory):
    program = Frames(directory)
    try:
        yield program
    finally:
        program.close()


def same(one, other, **tolerance):
    np.testing.assert_allclose(np.asarray(one, float), np.asarray(other, float), **{"rtol": 1e-9, "atol": 1e-12, **tolerance})
