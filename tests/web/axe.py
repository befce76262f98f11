"""The faults that axe finds on a page."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.web.conftest import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")
# Rules of axe's whose faults are never grave: not asked, which saves a third of the time.
MILD = (
    *("aria-allowed-role", "empty-heading", "form-field-multiple-labels", "heading-order", "image-redundant-alt", "page-has-heading-one"),
    *("landmark-banner-is-top-level", "landmark-contentinfo-is-top-level", "landmark-main-is-top-level", "landmark-no-duplicate-banner"),
    *("landmark-no-duplicate-contentinfo", "landmark-no-duplicate-main", "landmark-one-main", "landmark-unique", "meta-viewport-large"),
    *("presentation-role-conflict", "region", "scope-attr-valid", "skip-link", "table-duplicate-name"),
)
# The rules draw several positions alike; the first stands for all.
RUN = """async (mild) => {
    const where = { include: [document], exclude: [["article + article .table"]] };
    const rules = Object.fromEntries(mild.map((rule) => [rule, { enabled: false }]));
    return (await axe.run(where, { resultTypes: ["violations"], rules })).violations;
}"""


@cache
def _axe() -> str:
    if not AXE.is_file():
        pytest.fail("axe-core is not there: `python web/build.py check` installs it")
    return AXE.read_text(encoding="utf-8")


def faults_of(page: Any) -> list[str]:
    """What axe finds serious or critical."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    found = page.evaluate(RUN, MILD)
    grave = [(each["id"], node) for each in found if each["impact"] in GRAVE for node in each["nodes"]]
    return [f"{rule}: {node['target']} {node['failureSummary'][:160]}" for rule, node in grave]
