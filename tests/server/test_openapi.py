"""Requests made up from the API's own description, right ones and wrong ones: the server answers all of them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from tests.server.conftest import Running

EXAMPLES = 12  # of right and of wrong requests for each operation


def test_no_request_is_answered_with_a_failure(server: Running) -> None:
    described = schemathesis.openapi.from_url(f"{server.url}/api/openapi/schema.json")
    operations = [found.ok() for found in described.get_all_operations()]
    assert len(operations) > 15
    asked = 0
    for operation in operations:
        for mode in GenerationMode:

            @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
            @given(case=operation.as_strategy(generation_mode=mode))
            def answered(case: Any) -> None:
                nonlocal asked
                asked += 1
                answer = case.call(timeout=20)
                assert answer.status_code < 500, answer.text

            with suppress(Unsatisfiable):  # without parameters nothing can be wrong
                answered()
    assert asked > 250
