"""What people write with the package, for type checkers alone: a line that ends with `# wrong` is an error to each of them, and
all others are right. Nobody runs it."""

import asyncio
from pathlib import Path
from typing import Any

import chart_kernel as ck
from typing_extensions import assert_type

table = {"day": ["Mo", "Tu"], "steps": [4_000, 9_000], "city": ["Ames", "Ames"]}

# Making charts

chart = ck.line(table, x="day", y=["steps"], title="Steps", viewport={"zoom": "x"}, size=(800, 400), curve="monotone")
assert_type(chart, ck.Chart)
assert_type(ck.pie({"Rent": 25, "Food": 30}, hole=0.5, corner_radius=4, legend="none"), ck.Chart)
ck.bar([1, 2, 3], x=["a", "b", "c"], x_axis={"title": "Day"}, color="#4477aa")
ck.scatter(table, x="day", y="steps", size="steps", color="city", where={"city": "Ames"})
ck.show({"kind": "pie", "slices": []})
ck.show(Path("spending.chart.yaml").read_text())
ck.show(Path("spending.chart.yaml"))  # wrong
ck.line(table, titel="Steps")  # wrong
ck.line(table, title=[3])  # wrong
ck.line(table, curve="wiggly")  # wrong
ck.pie({"Rent": 25}, hole="large")  # wrong
ck.pie({"Rent": 25}, curve="smooth")  # wrong
ck.sankey(table)  # wrong
assert_type(ck.__version__, str)
assert_type(ck.kinds(), list[str])

# What the hand does, and what Python does

assert_type(chart.selection, ck.types.SelectedMark | None)
chart.selection["label"]  # wrong
if chart.selection is not None:
    assert_type(chart.selection["label"], str)
    chart.selection["lable"]  # wrong
chart.selection = 0
chart.selection = "Mo"
chart.selection = {"series": 0, "index": 1}
chart.selection = None
chart.selection = 1.5  # wrong
done = chart.tap(320, 80)
assert_type(done, ck.types.InteractionResult)
assert_type([event["type"] == "valueSelected" for event in done["events"]], list[bool])
chart.tap("320", 80)  # wrong
chart.tap(320)  # wrong
chart.tapp(320, 80)  # wrong
chart.key("ArrowRight")
chart.key(7)  # wrong
chart.zoom(4, x=300)
chart.undo()
chart.update(title="Steps", data=table)
chart.append({"x": ["We"], "y": [12.5]}, window=365)
assert_type(chart.svg, str)
assert_type(chart.spec, dict[str, Any])
assert_type(chart.warnings, list[str])
assert_type(chart.save("steps.svg"), Path)
chart.svg = "<svg/>"  # wrong
chart.render(theme="blue")  # wrong


@chart.on("valueSelected")
def selected(event: ck.types.Event) -> None:
    chart.update(title=event.get("label"))


selected({"type": "valueSelected"})
selected("Mo")  # wrong
chart.on("*", lambda event: print(event["type"]))
chart.on("valueSelected", "a function")  # wrong
chart.observe(lambda change: print(change["new"]), ["selection", "revision"])

# Clients

with ck.connect("spending.ipynb") as client:
    assert_type(client, ck.Client)
    assert_type(client.chart_list()["charts"], list[str])
    ck.get("spending", client=client).rotate(90)
    client.chart_rotate("spending", by=90)
    client.chart_rotate(by=90)  # wrong
    client.chart_spin("spending")  # wrong

try:
    ck.show("kind: pei")
except ck.InvalidValue as fault:
    assert_type(fault.path, str)
    assert_type(fault.line, int | None)

# asyncio


async def work() -> float:
    async with ck.AsyncClient() as service:
        made = await service.create("line", table, x="day")
        assert_type(made, ck.AsyncChart)
        assert_type(await made.zoom(4), ck.types.InteractionResult)
        made.zoom(4)  # wrong
        made.zoom(4)["revision"]  # wrong
        await made.zoom("much")  # wrong
        await made.zom(4)  # wrong
        assert_type((await service.chart_list())["charts"], list[str])
        await service.chart_tap("steps", 1)  # wrong
        results = await asyncio.gather(*(service.chart_rotate("pie", by=1) for _ in range(20)))
        assert_type(results, list[ck.types.InteractionResult])
        picture = await made.render(theme="dark")
        assert_type(picture["svg"], str)
        return results[0]["revision"]
