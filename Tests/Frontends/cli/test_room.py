"""`render` says on standard error what a picture has no room for, and nothing where it has room for all."""

import re
import subprocess

import pytest

from clients import program

SMALL = "320x200"
NAMES = ["Rent and heating of the flat", "Food and drink", "Travel by train and bus", "Books", "Savings", "Gifts",
         "Phone and internet", "Insurances", "Sports", "Clothes", "Doctors", "Other things"]  # fmt: skip
SHARES = [25, 30, 15, 10, 20, 2, 3, 4, 4, 6, 1, 2]
PARTS = "{" + ", ".join(f"{name}: {share}" for name, share in zip(NAMES, SHARES, strict=True)) + "}"
TIMES = [f"{day} {time}" for time in ("morning", "evening") for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")]
SUBTITLE = "Counted by a watch that was worn all day long in the summer of a year, but for the nights, in thousands"
STAGES = {"Visitors of the page": 900, "Readers of the article": 500, "Buyers of the whole magazine": 80, "Friends who recommend it to all of theirs": 3}

SPECS = {
    "pie": f"kind: pie\nlegend: none\nlabels: {{text: '{{label}}'}}\nslices: {PARTS}\n",
    "legend": f"kind: pie\nlabels: none\nlegend: right\nslices: {PARTS}\n",
    "treemap": f"kind: treemap\nlabels: {{text: '{{label}}'}}\nslices: {PARTS}\n",
    "bar": f"kind: bar\ntitle: Steps\nsubtitle: {SUBTITLE}\nx: {{labels: [{', '.join(TIMES)}]}}\n"
    f"series: {{values: [{', '.join(str(42 + 7 * index) for index in range(len(TIMES)))}]}}\n",
    "funnel": "kind: funnel\nlabels: {after: ''}\nstages: {" + ", ".join(f"{name}: {value}" for name, value in STAGES.items()) + "}\n",
    "gauge": "kind: gauge\nvalue: 58\ntext: '{value} of {max}, which is rather much for a day'\n",
}


def sized(name, width, height):
    return f"{SPECS[name]}size: {{width: {width}, height: {height}}}\n"


def render(folder, spec, *arguments):
    """The texts that are in the picture, and what was told."""
    (folder / "chart.yaml").write_text(spec)
    done = subprocess.run(
        [program(), "render", "chart.yaml", *arguments], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    texts = [re.sub("<.*?>", "", text) for text in re.findall(r"<text.*?</text>", done.stdout)]
    told = [re.fullmatch(r"chart\.yaml: warning: (.*)", line)[1] for line in done.stderr.splitlines()]
    return texts, told


def in_words(count, name):
    return f"{count} {name} was" if count == 1 else f"{count} {name}s were"


def left_out(count, of, name):
    were = "was" if count == 1 else "were"
    return f"{count} of {of} {name}s {were} left out: there is no room for {'it' if count == 1 else 'them'}"


def missing(texts):
    """The names of which nothing is seen."""
    return [name for name in NAMES if not any(text.startswith(name[:4]) for text in texts)]


def shortened(texts, name="name"):
    count = sum("…" in text for text in texts)
    return f"{in_words(count, name)} shortened: there is no room for all of {'it' if count == 1 else 'them'}"


@pytest.mark.parametrize("name", SPECS)
def test_at_a_size_with_room_for_all_nothing_is_told(tmp_path, name):
    texts, told = render(tmp_path, sized(name, 1400, 900))
    assert told == [] and not [text for text in texts if "…" in text]
    if name == "treemap":
        # Names in narrow rectangles have two lines.
        assert all(name in " ".join(texts) for name in NAMES)
        return
    whole = {"bar": [*TIMES, SUBTITLE], "funnel": list(STAGES), "gauge": ["58 of 100, which is rather much for a day"]}.get(name, NAMES)
    assert set(whole) <= set(texts)


@pytest.mark.parametrize("name", SPECS)
def test_the_size_that_is_asked_for_counts_and_not_that_of_the_spec(tmp_path, name):
    asked = render(tmp_path, sized(name, 1400, 900), "--size", SMALL)
    own = render(tmp_path, sized(name, 320, 200))
    assert asked == own and asked[1]
    # And the other way round.
    assert render(tmp_path, sized(name, 320, 200), "--size", "1400x900") == render(tmp_path, sized(name, 1400, 900))


def test_slices_without_a_label_are_counted(tmp_path):
    texts, told = render(tmp_path, sized("pie", 900, 600), "--size", SMALL)
    assert told == [left_out(len(missing(texts)), len(NAMES), "label"), shortened(texts, "label")]


def test_names_that_the_legend_lacks_are_counted(tmp_path):
    texts, told = render(tmp_path, sized("legend", 900, 600), "--size", SMALL)
    *names, rest = texts
    count = len(NAMES) - len(names)
    assert rest == f"+ {count} more"
    assert told == [f"legend: {left_out(count, len(NAMES), 'name')}", f"legend: {shortened(names)}"]


def test_parts_of_a_treemap_without_a_name_are_counted(tmp_path):
    texts, told = render(tmp_path, sized("treemap", 1400, 900), "--size", SMALL)
    assert told == [left_out(len(missing(texts)), len(NAMES), "label"), shortened(texts, "label")]


def test_names_that_an_axis_cuts_are_counted_and_the_subtitle_that_gives_way_to_the_plot_is_told(tmp_path):
    texts, told = render(tmp_path, sized("bar", 1400, 900), "--size", SMALL)
    subtitle = [text for text in texts if text.startswith("the summer")]
    assert subtitle == [] and told[0] == "subtitle: left out: there is no room for it"
    names = [text for text in texts if re.match("(Mon|Tue|Wed|Thu|Fri).*ning$", text)]
    assert len(names) == len(TIMES) and told[1:] == [f"x: {shortened(names)}"]


def test_a_funnels_cut_names_are_counted(tmp_path):
    texts, told = render(tmp_path, sized("funnel", 1400, 900), "--size", SMALL)
    assert told == [shortened(texts)]


def test_a_gauges_text_is_told_of(tmp_path):
    texts, told = render(tmp_path, sized("gauge", 1400, 900), "--size", SMALL)
    assert told == ["the text in the middle was left out or shortened: there is no room for it"]
    assert not [text for text in texts if text.startswith("58 of 100") and text.endswith("day")]


def test_what_is_told_does_not_depend_on_the_kind_of_file(tmp_path):
    told = [
        render(tmp_path, sized("bar", 1400, 900), "--size", SMALL, "-o", f"out.{ending}")[1] for ending in ("svg", "png", "pdf", "html")
    ]
    assert told[0] and all(each == told[0] for each in told)
