"""What a review makes of the engine's answers, translated from the functions that do it here."""

from __future__ import annotations

from dataclasses import asdict
from math import exp, sqrt
from typing import Any

from ..javascript.translation import Translation
from ..search.review import decisions, luck, plain, review, values
from ..search.review.effort import review_of

PROVIDED: dict[Any, str] = {exp: "Math.exp", sqrt: "Math.sqrt", asdict: "asdict", review_of: "review_of"}
EXPORTED = (
    *(values.Evaluator, values.Value, decisions.Decision, decisions.passes),
    *(review.look, review.begin, review.Start, luck.Step, luck.Luck, review.Review, plain.plain_review, plain.plain_decision),
)


def review_functions() -> str:
    """A JavaScript function, the same for all games: `makeReview(host)` gives the functions. The helpers must be there."""
    translation = Translation(PROVIDED)
    exported = {each.__name__: translation.add(each, each.__name__) for each in EXPORTED}
    body = "\n\n".join([str(translation), f"return {{ {', '.join(f'{name}: {said}' for name, said in exported.items())} }};"])
    inner = "\n".join(f"  {line}" if line else "" for line in body.splitlines())
    head = "const asdict = (value) => ({ ...value });\n\n/** What a review makes of the answers of an engine. */"
    return f"{head}\nexport function makeReview({{ review_of }}) {{\n{inner}\n}}\n"
