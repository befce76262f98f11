"""Functions that only compiled functions call are not made machine code, and can be called from Python all the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tegel.core import deferred_codegen
from tegel.core.commands import SWITCH
from tegel.core.compiled import INTERPRETED
from tegel.core.disk_cache import PACKAGE, KeptCode
from tests.forked import run_forked

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

# A module of the package as far as the cache can tell: one function for Python, which calls another, which can fail.
MODULE = """
from tegel.core.compiled import rule

@rule
def inner(number):
    if number < 0:
        raise ValueError("too little")
    return number + 1

@rule
def outer(number):
    return 2 * inner(number)
"""
WITH_PARTS = """
from tegel.core.compiled import busy_rule, rule

@rule
def part(number):
    return 7 * number

@KIND
def inner(number):
    return part(number) + 1

@rule
def outer(number):
    return 2 * inner(number)
"""
CALLS_PART = """
def calls_part(function):
    (result,) = function.overloads.values()
    return any("call" in line and "part" in line for line in result.library.get_llvm_str().splitlines())
"""
COMMON = """
import sys
sys.path.insert(0, sys.argv[1])
import tegel.core.compiled as compiled
import tegel.core.disk_cache as disk_cache
from pathlib import Path
disk_cache.PACKAGE = Path(sys.argv[1])
import example
def kept(function):
    (result,) = function.overloads.values()
    return "deferred" if result.library.deferred else "whole"
def fails(function):
    try:
        function(-1)
    except ValueError as error:
        return str(error)
"""


def run(folder: Path, text: str, before: str = "", switch: str = "1") -> list[str]:
    """What a fresh process prints, with the compiled code of earlier ones at hand."""
    environment = {**os.environ, "TEGEL_CACHE": str(folder / "cache"), "PYTHONPATH": str(PACKAGE.parent), SWITCH: switch}
    return run_forked(before + COMMON + text, [str(folder)], environment).split("\n")[:-1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "example.py").write_text(MODULE)
    return tmp_path


def test_called_by_a_function_and_then_by_python(folder: Path) -> None:
    text = "print(example.outer(3), kept(example.inner), example.inner(3), kept(example.inner), fails(example.outer), fails(example.inner))"
    whole = "8 deferred 4 whole too little too little"
    assert run(folder, text) == [whole]
    assert run(folder, text.replace("kept(example.inner)", "0", 1)) == [whole.replace("deferred", "0")], "from disk"


def test_a_latent_function_from_disk_serves_new_callers(folder: Path) -> None:
    assert run(folder, "print(example.outer(3))") == ["8"]
    new = "@compiled.rule\ndef newer(number):\n    return 10 * example.inner(number)\n"
    told = "print(newer(3), kept(example.inner), list(example.inner.stats.cache_hits.values()), fails(newer))"
    (folder / "fresh.py").write_text("import example\nfrom tegel.core import compiled\n" + new)
    assert run(folder, "from fresh import newer\n" + told) == ["40 deferred [1] too little"]


def test_a_busy_function_is_optimised_beforehand(folder: Path) -> None:
    told = "print(example.outer(3), kept(example.inner), calls_part(example.inner))"
    for kind, calls in (("rule", True), ("busy_rule", False)):
        (folder / kind).mkdir()
        (folder / kind / "example.py").write_text(WITH_PARTS.replace("KIND", kind))
        assert run(folder / kind, CALLS_PART + told) == [f"44 deferred {calls}"]


def test_another_numba_is_left_alone(folder: Path) -> None:
    told = "print(example.outer(3), hasattr(next(iter(example.inner.overloads.values())).library, 'deferred'), fails(example.outer))"
    assert run(folder, told, "import tegel.core.deferred_codegen as codegen\ncodegen.KNOWN = ('none',)") == ["8 False too little"]


def test_an_inner_function_that_tells_what_was_wrong(folder: Path) -> None:
    (folder / "told.py").write_text(MODULE.replace('"too little"', '"too little", number'))
    text = "import told\ntry: told.outer(-3)\nexcept ValueError as error: print(error.args)\nprint(kept(told.inner))"
    assert run(folder, text) == ["('too little', -3)", "deferred"]
    assert run(folder, text.rsplit("\n", 1)[0]) == ["('too little', -3)"], "from disk"


FOREIGN = """
import numba
inner, outer = (numba.njit(function.py_func) for function in (example.inner, example.outer))
mine = numba.njit(lambda number: inner(number) + example.outer(number))
"""


def test_functions_of_others_are_compiled_as_ever(folder: Path) -> None:
    assert run(folder, FOREIGN + "print(mine(3), kept(inner), kept(example.outer), kept(example.inner))") == ["12 whole whole whole"]


def test_functions_of_others_may_call_ours(folder: Path) -> None:
    told = FOREIGN + "print(example.outer(3), kept(example.inner), mine(3), kept(inner), kept(example.inner))"
    assert run(folder, told) == ["8 deferred 12 whole deferred"]


def test_this_numba_is_known() -> None:
    """With another one everything works, but later: look whether the hooks still fit, and add its version."""
    assert deferred_codegen.known_version()
    assert KeptCode is not None


HOOKS = """
from numba.core import codegen, cpu, dispatcher
print(any(hasattr(method, "__wrapped__") for method in (
    dispatcher.Dispatcher.compile, dispatcher.Dispatcher.add_overload, codegen.JITCPUCodegen.set_env,
    codegen.JITCodeLibrary._finalize_final_module, codegen.JITCodeLibrary._optimize_final_module)))
"""


def test_a_library_import_leaves_numba_alone(folder: Path) -> None:
    assert run(folder, HOOKS, switch="") == ["False"]
    assert run(folder, HOOKS) == ["True"]


def test_both_kinds_of_process_share_what_they_keep(folder: Path) -> None:
    told = "print(example.outer(3), list(example.outer.stats.cache_hits.values()), fails(example.outer))"
    assert run(folder, told) == ["8 [] too little"]
    assert run(folder, told, switch="") == ["8 [1] too little"]
    new = "@compiled.rule\ndef newer(number):\n    return 10 * example.inner(number)\n"
    (folder / "fresh.py").write_text("import example\nfrom tegel.core import compiled\n" + new)
    for switch in ("", "1"):
        assert run(folder, "from fresh import newer\nprint(newer(3), fails(newer))", switch=switch) == ["40 too little"]


UNKEPT = """
import warnings
import numpy as np
from tegel.core.compiled import rule

MANY = np.arange(10**7)

@rule
def inner(at):
    return MANY[at]
"""


@pytest.mark.parametrize("switch", ["", "1"])
def test_a_function_that_cannot_be_kept_works_all_the_same(tmp_path: Path, switch: str) -> None:
    (tmp_path / "example.py").write_text(UNKEPT)
    assert run(tmp_path, "import warnings\nwarnings.simplefilter('ignore')\nprint(example.inner(3))", switch=switch) == ["3"]


def test_a_numba_with_another_cache_keeps_nothing(folder: Path) -> None:
    told = "print(example.outer(3), disk_cache.KeptCode, list((Path(sys.argv[1]) / 'cache').rglob('*.nbc')), fails(example.outer))"
    before = "import numba.core.caching as caching\ndel caching._CacheLocator\n"
    assert run(folder, told, before, switch="") == ["8 None [] too little"]


OUTSIDE = """
import sys
sys.path.insert(0, sys.argv[1])
from elsewhere import told
print(told())
"""


def test_code_of_other_packages_is_compiled_anew_when_they_change(tmp_path: Path) -> None:
    package = tmp_path / "elsewhere"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from tegel.core.compiled import rule\nfrom .part import part\n@rule\ndef told():\n    return part()\n"
    )
    environment = {**os.environ, "TEGEL_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(PACKAGE.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    found = []
    for number in (1, 2):
        (package / "part.py").write_text(f"from tegel.core.compiled import rule\n@rule\ndef part():\n    return {number}\n")
        found.append(run_forked(OUTSIDE, [str(tmp_path)], environment))
    assert found == ["1\n", "2\n"]
