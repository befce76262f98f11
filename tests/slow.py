"""Which tests take long: they are made in turn (`tests/rotation.py`). The list is made from the report of a whole run:

    TEGEL_LONG=1 pytest -n 4 tests src --junitxml=report.xml && python tests/slow.py report.xml

Tests in a browser are not in it (`tests/web/conftest.py` chooses them), nor those of `EVERY_RUN`, which every run makes however long they
take.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from functools import cache
from pathlib import Path

LIST = Path(__file__).with_name("slow.txt")
LONG = 5.0  # seconds of a test, beside three others on two cores
EVERY_RUN = (
    "tests/test_oracle.py",
    "tests/server/test_answers.py",
    "tests/server/test_faults.py",
    "tests/server/test_secrets.py",
    "tests/core/test_knowledge.py",
    "tests/web/",
)


@cache
def slow_tests() -> frozenset[str]:
    """The functions of the list."""
    return frozenset(LIST.read_text().split())


def is_slow(test: str) -> bool:
    """Whether a test, by its full name, is of a function of the list.

    >>> is_slow("tests/arena/test_bots.py::test_bots_can_be_repeated"), is_slow("tests/test_golden.py::test_golden[azul]")
    (True, False)
    """
    return test.partition("[")[0] in slow_tests()


def find_slow(times: Iterable[tuple[str, float]]) -> list[str]:
    """The functions with a test that takes long.

    >>> find_slow([("tests/a.py::test_b[1]", 2.0), ("tests/a.py::test_b[2]", 7.0), ("tests/web/test_c.py::test_d", 9.0)])
    ['tests/a.py::test_b']
    """
    return sorted({name.partition("[")[0] for name, seconds in times if seconds > LONG and not name.startswith(EVERY_RUN)})


def read_report(report: Path) -> list[tuple[str, float]]:
    """Tests and their seconds; doctests are left out."""
    cases = ElementTree.parse(report).getroot().iter("testcase")
    named = [(f"{case.attrib['classname'].replace('.', '/')}.py::{case.attrib['name']}", float(case.attrib["time"])) for case in cases]
    return [(name, seconds) for name, seconds in named if name.startswith("tests/")]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    LIST.write_text("\n".join(find_slow(read_report(Path(sys.argv[1])))) + "\n")
    print(f"{len(LIST.read_text().split())} in {LIST.name}")
