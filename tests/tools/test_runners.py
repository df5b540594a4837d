"""What tools/test believes about a runner: the count is the runner's own, and silence is a failure."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "lib"))

from runners import Counts, Finished, doctest_counts, judge, junit_counts, run  # noqa: E402

DOCTEST = """\
[doctest] doctest version is "2.4.9"
[doctest] run with "--help" for options
===============================================================================
[doctest] test cases:  12 |  {passed} passed | {failed} failed | {skipped} skipped
[doctest] assertions: 340 | 339 passed | 1 failed |
[doctest] Status: FAILURE!
"""


def test_doctest_counts_cases_not_assertions():
    output = DOCTEST.format(passed=10, failed=1, skipped=1)
    assert doctest_counts(output) == Counts(passed=10, failed=1, skipped=1)


@pytest.mark.parametrize("output", [
    "",
    "Segmentation fault",
    "[doctest] test cases: many",
    DOCTEST.format(passed=1, failed=0, skipped=0) * 2,
], ids=["empty", "crash", "no number", "two summaries"])
def test_doctest_count_that_cannot_be_read(output):
    assert doctest_counts(output) is None


def junit(tmp_path, cases):
    report = tmp_path / "report.xml"
    report.write_text(f'<testsuites><testsuite name="pytest" tests="99">{cases}</testsuite></testsuites>')
    return report


def test_junit_counts_each_case_once(tmp_path):
    report = junit(tmp_path, """
        <testcase name="good"/>
        <testcase name="good too"><system-out>text</system-out></testcase>
        <testcase name="bad"><failure message="no"/></testcase>
        <testcase name="bad at teardown"><error message="no"/></testcase>
        <testcase name="bad twice"><failure message="no"/><error message="no"/></testcase>
        <testcase name="left out"><skipped type="pytest.skip"/></testcase>""")
    assert junit_counts(report) == Counts(passed=2, failed=3, skipped=1)


def test_junit_missing_or_cut_off(tmp_path):
    assert junit_counts(tmp_path / "none.xml") is None
    report = tmp_path / "cut.xml"
    report.write_text('<testsuites><testsuite><testcase name="a"/>')
    assert junit_counts(report) is None


@pytest.mark.parametrize("code, counts, failed, trouble", [
    (0, Counts(passed=3), 0, ""),
    (1, Counts(passed=3, failed=2), 2, ""),
    (0, Counts(passed=1, skipped=5), 0, ""),
    (0, Counts(), 1, "ran no test"),
    (0, Counts(skipped=5), 1, "ran no test"),
    (5, Counts(), 1, "ran no test, but exit code 5"),
    (99, Counts(passed=3), 1, "no test failed, but exit code 99"),
    (-11, Counts(passed=3), 1, "no test failed, but ended by SIGSEGV"),
    (-11, None, 1, "no count of tests, ended by SIGSEGV"),
    (None, None, 1, "no count of tests, ran out of time"),
    (0, None, 1, "no count of tests, exit code 0"),
])
def test_judge(code, counts, failed, trouble):
    result = judge("name", Finished(code, "output"), counts)
    assert result.counts.failed == failed
    assert result.trouble == trouble
    assert result.output == "output"


def test_line_names_the_skipped_apart_from_the_passed():
    result = judge("tests/cli", Finished(0, ""), Counts(passed=4, skipped=2))
    assert result.line() == "tests/cli: 4 passed, 0 failed, 2 skipped (0.0 s)"


def test_run_ends_a_command_and_its_children_when_the_time_is_up():
    finished = run(["sh", "-c", "echo begun; sleep 60 & wait"], 0.5, None, {})
    assert finished == Finished(None, "begun\n")


def test_run_of_what_is_not_there():
    assert run(["/nowhere/program"], 1, None, {}).code == 127
