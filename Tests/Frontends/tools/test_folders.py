"""Scripts/check-folders.py finds what makes folders use each other, and imports of targets above."""

import subprocess
import sys

import pytest

from clients import ROOT

SCRIPT = ROOT / "Scripts/check-folders.py"
PACKAGE = '.executableTarget(name: "tool", dependencies: ["Upper"]), .target(name: "Upper"), .target(name: "Lower")'


@pytest.fixture
def check(tmp_path):
    """Checks a package of files, which are named by their paths below Sources."""

    def check(files: dict[str, str]) -> str:
        (tmp_path / "Package.swift").write_text(PACKAGE)
        for name, text in files.items():
            path = tmp_path / "Sources" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        ended = subprocess.run(
            [sys.executable, SCRIPT, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False)
        assert ended.returncode == (1 if ended.stderr else 0)
        return ended.stderr

    return check


def test_folders_in_order_are_fine(check):
    assert not check({
        "Upper/Top.swift": "struct Top { let shape: Shape }",
        "Upper/Shapes/Shape.swift": "struct Shape { let ink: Ink }",
        "Upper/Inks/Ink.swift": "struct Ink {}",
    })


def test_two_folders_that_use_each_other_are_named_with_the_types(check):
    faults = check({
        "Upper/Shapes/Shape.swift": "struct Shape { let ink: Ink }",
        "Upper/Inks/Ink.swift": "public enum Ink { static func of(_ shape: Shape) {} }",
    })
    assert "Upper/Inks, Upper/Shapes" in faults
    assert "Upper/Shapes/Shape.swift names Ink of Upper/Inks" in faults
    assert "Upper/Inks/Ink.swift names Shape of Upper/Shapes" in faults


def test_a_circle_of_three_is_one_too(check):
    faults = check({
        "Upper/A/One.swift": "struct One { let two: Two }",
        "Upper/B/Two.swift": "struct Two { let three: [Three] }",
        "Upper/C/Three.swift": "extension One { struct Inner {} }\nfinal class Three {}",
    })
    assert "Upper/A, Upper/B, Upper/C" in faults


def test_the_target_s_own_directory_is_a_folder(check):
    assert "Upper, Upper/A" in check({
        "Upper/Top.swift": "struct Top { let one: One }", "Upper/A/One.swift": "struct One { let top: Top? }"})


def test_types_that_extensions_add_count(check):
    assert "Upper/A, Upper/B" in check({
        "Upper/A/One.swift": "struct One { let part: Part }",
        "Upper/B/Part.swift": "extension One {\n  struct Part {}\n}",
    })


def test_types_that_extensions_add_are_others_than_those_of_the_same_name_elsewhere(check):
    assert not check({
        "Upper/A/One.swift": "struct One { let two: Two }\nextension One {\n  enum Kind {}\n}",
        "Upper/B/Two.swift": "struct Two { enum Kind {}; let kind: Kind }",
    })


@pytest.mark.parametrize("text", [
    "// A Shape", "/* Shape */", 'let text = "Shape"', 'let text = """\n  Shape\n  """', '#"Shape"#'])
def test_comments_and_texts_use_nothing(check, text):
    assert not check({
        "Upper/Shapes/Shape.swift": "struct Shape { let ink: Ink }", "Upper/Inks/Ink.swift": f"struct Ink {{}}\n{text}"})


def test_what_stands_in_a_text_s_parentheses_is_code(check):
    assert "Upper/Inks" in check({
        "Upper/Shapes/Shape.swift": "struct Shape { let ink: Ink }",
        "Upper/Inks/Ink.swift": 'struct Ink { var name: String { "ink \\(Shape.name("a"))" } }',
    })


def test_private_types_are_nobody_else_s(check):
    assert not check({
        "Upper/Shapes/Shape.swift": "struct Shape { let ink: Ink }\nprivate struct Line {}",
        "Upper/Inks/Ink.swift": "struct Ink { enum Line {}; let line: Line }",
    })


def test_an_import_of_a_target_above_is_told(check):
    faults = check({"Upper/Top.swift": "struct Top {}", "Lower/Low.swift": "public import Upper\nstruct Low {}"})
    assert "Sources/Lower/Low.swift imports Upper" in faults


def test_this_package_has_no_import_upwards():
    ended = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, timeout=60, check=False)
    assert "imports" not in ended.stderr
