"""The app's own part in the draws: it adds its number without being asked, and checks the record when the game is over."""

from __future__ import annotations

from typing import Any

import tegel
from tests.web.test_company import near_the_end, play_to_the_end

OPEN = "details[data-test=proof]"


def hidden_end() -> str:
    """A position of Azul a few moves before the end, with draws still to be made."""
    return "\n".join("key hidden" if line.startswith("key ") else line for line in near_the_end().splitlines()) + "\n"


def test_alone_the_draws_are_verified_and_a_rematch_starts_by_itself(person: Any) -> None:
    anna = person()
    anna.open("/open", "#record-text")
    anna.page.fill("#record-text", hidden_end())
    anna.page.click("[data-test=open]")
    anna.page.wait_for_url("**/game/*")
    anna.page.wait_for_selector(".play[data-ply]")
    anna.play()
    anna.page.wait_for_selector(f"{OPEN}[data-verdict=verified]")
    anna.page.click("[data-test=rematch]")
    anna.page.wait_for_selector(".play[data-ply='0'], .play[data-ply='1']")


def test_two_browsers_commit_before_they_show_and_both_verify(person: Any) -> None:
    anna, ben = person(), person()
    anna.open("/", "[data-test=play-azul]:enabled")
    made = anna.page.evaluate(
        """async (position) => {
            const { promise } = await (await fetch('/api/promise')).json();
            const digits = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
            const nonce = crypto.getRandomValues(new Uint8Array(32));
            const raw = Uint8Array.from(promise.match(/../g), (pair) => parseInt(pair, 16));
            const salt = new TextEncoder().encode('tegel commitment 1');
            const commitment = digits(await crypto.subtle.digest('SHA-256', Uint8Array.of(...salt, ...raw, 0, ...nonce)));
            localStorage.setItem('tegel.draws', JSON.stringify({
                [`${promise}/0`]: { promise, seat: 0, nonce: digits(nonce), seen: null, keyHash: null } }));
            const seats = [{ kind: 'here', name: 'Anna' }, { kind: 'link' }];
            const body = JSON.stringify({ seats, position, promise, commitment });
            return (await fetch('/api/games', { method: 'POST', body, headers: { 'content-type': 'application/json' } })).json();
        }""",
        near_the_end(),
    )
    ben.open(f"/join/{made['seats'][1]['invitation']}", "[data-test=name]")
    ben.page.fill("[data-test=name]", "Ben")
    ben.page.click("[data-test=join]")
    ben.page.wait_for_url("**/game/*")
    anna.open(f"/game/{made['game']}", ".play[data-ply]")
    ben.page.wait_for_selector(".play[data-ply]")
    play_to_the_end(anna, ben)
    for one in (anna, ben):
        one.page.wait_for_selector(f"{OPEN}[data-verdict=verified]")
    text = anna.context.request.get(f"{anna.address}/api/games/{made['game']}/record").text()
    record = tegel.Record.loads(text)
    tegel.verify(record)
    assert record.proof is not None
    assert all(record.proof.commitments)
