"""The engine in a real browser: it searches as under Node, solves as the CPU, is stopped at once, and refuses what is broken."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tegel.core import generic
from tegel.core.game import Game, find_game, game_names
from tegel.search.network import FEW_AND_MANY, shipped_network
from tegel.search.solve import solve_view
from tegel.search.think import default_settings, learned_settings
from tegel.wasm.node_search import root_moves, search_machine, search_steps
from tegel.wasm.version import engines_version
from tests.configurations import new_table, play_random
from tests.wasm.conftest import engine
from tests.web.conftest import STATIC

__all__ = ["engine"]

SIMULATIONS = 120
SEED = 7
SOLVED = 3_000_000  # positions
TYPES = {".wasm": "application/wasm", ".json": "application/json", ".network": "application/octet-stream"}
OPEN = "async ([script, game]) => { const { Engine } = await import(script); window.engine = await Engine.open(game, { workers: 2 }); }"
BYTES = "const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));"


@pytest.fixture
def page(address: str, person: Any, engine: Callable[[str], Path]) -> Any:
    """A page in which Azul's engine is open. The files come from the test: the server that all tests share builds none."""
    found = person().page

    def answer(route: Any) -> None:
        name = Path(route.request.url).name
        path = engine(Path(name).stem) / name if name != "engines.json" else Path(name)
        if path.name == "engines.json":
            route.fulfill(body=json.dumps({"version": engines_version(), "games": game_names()}), content_type="application/json")
        else:
            route.fulfill(body=path.read_bytes(), content_type=TYPES[path.suffix])

    found.route("**/engine/**", answer)
    found.goto(address)
    script = next((STATIC / "assets").glob("engine-*.js"), None)
    if script is None or shutil.which("node") is None:
        pytest.skip("the browser app is not built, or there is no Node: `python web/build.py`")
    found.evaluate(OPEN, [f"/assets/{script.name}", "azul"])
    found.script = f"/assets/{script.name}"
    return found


def encode(state: Any) -> str:
    return base64.b64encode(state.tobytes()).decode("ascii")


@pytest.mark.parametrize("players", FEW_AND_MANY)
def test_a_worker_has_the_visits_of_node(page: Any, engine: Callable[[str], Path], players: int) -> None:
    game = find_game("azul")
    table = play_random(new_table("azul", {"players": players}, 5), 5, 8)
    assert table.turn is not None
    view = table.view(table.turn)
    machine = search_machine(engine("azul"), game, SIMULATIONS, shipped_network(game, players))
    place = search_steps(machine, view, learned_settings(view), SEED, [8, SIMULATIONS - 8], learned=True)
    expected = {move: (visits, list(line)) for move, visits, _, line in root_moves(machine.run(), *place)}
    script = f"""async ([state, seat]) => {{ {BYTES}
        return engine.analyse({{ state: bytes(state), seat }}, {{ simulations: {SIMULATIONS} }}, () => undefined, {SEED}n); }}"""
    found = page.evaluate(script, [encode(table.state), table.turn])
    assert {choice["move"]: (choice["visits"], choice["line"]) for choice in found["choices"]} == expected
    assert found["simulations"] == SIMULATIONS
    assert sum(found["choices"][0]["win"]) == pytest.approx(1)


def test_a_position_is_analysed_by_two_workers_solved_and_played(page: Any) -> None:
    table = play_random(new_table("azul", {"players": 2}, 5), 5, 8)
    assert table.turn is not None
    view = table.view(table.turn)
    script = f"""async ([state, seat]) => {{ {BYTES}
        const position = {{ state: bytes(state), seat }};
        const analysis = await engine.analyse(position, {{ simulations: 300 }});
        const solved = await engine.solve(position, {SOLVED});
        const moves = [await engine.decide(position, 1), await engine.decide(position, 5)];
        return {{ analysis, solved, moves }}; }}"""
    found = page.evaluate(script, [encode(table.state), table.turn])
    assert found["analysis"]["simulations"] == 300
    assert found["analysis"]["finished"]
    assert {choice["move"] for choice in found["analysis"]["choices"]} <= set(table.legal)
    assert set(found["moves"]) <= set(table.legal)
    expected = solve_view(view, default_settings(view), SOLVED, every=True)
    assert expected is not None
    assert [(choice["move"], choice["line"]) for choice in found["solved"]["choices"]] == [
        (choice.move, list(choice.line)) for choice in expected.choices
    ]


def test_work_is_stopped_at_once(page: Any) -> None:
    table = new_table("azul", {"players": 2}, 5)
    script = f"""async ([state, seat]) => {{ {BYTES}
        const position = {{ state: bytes(state), seat }};
        const stopped = await engine.analyse(position, {{ seconds: 3600 }}, () => engine.cancel());
        const solving = engine.solve(position, 2_000_000_000);
        setTimeout(() => engine.cancel(), 50);
        const unsolved = await solving;
        const after = await engine.analyse(position, {{ simulations: 20 }});
        return {{ stopped, unsolved, after: after.simulations }}; }}"""
    found = page.evaluate(script, [encode(table.state), table.turn])
    assert found["stopped"]["simulations"] > 0
    assert not found["stopped"]["finished"]
    assert found["unsolved"] is None
    assert found["after"] == 20


def test_what_makes_no_sense_is_refused_and_the_engine_goes_on(page: Any) -> None:
    table = play_random(new_table("azul", {"players": 2}, 5), 5, 8)
    script = f"""async ([state, seat]) => {{ {BYTES}
        const position = {{ state: bytes(state), seat }};
        const broken = {{ state: position.state.map((byte, at) => (at >= 40 && at < 120 ? 77 : byte)), seat }};
        const tries = [
            () => engine.analyse(broken, {{ simulations: 10 }}),
            () => engine.analyse({{ state: position.state.slice(1), seat }}, {{ simulations: 10 }}),
            () => engine.analyse({{ ...position, seat: 1 - seat }}, {{ simulations: 10 }}),
            () => engine.analyse(position, {{}}),
            () => engine.decide(position, 9),
            () => engine.solve(broken),
            () => engine.playRandomGames(position.state.slice(1), 1, 1n),
            () => engine.playRandomGames(position.state.map(() => 77), 1, 1n),
            () => engine.playRandomGames(position.state, -1, 1n),
        ];
        const said = [];
        for (const attempt of tries) said.push(await attempt().then(() => "nothing", (error) => error.message));
        const after = await engine.analyse(position, {{ simulations: 20 }});
        return {{ said, after: after.simulations }}; }}"""
    found = page.evaluate(script, [encode(table.state), table.turn])
    broken, short, other, endless, level, unsolved, short_too, crowd, no_games = found["said"]
    assert broken.startswith("this is no position of azul: ")
    assert "bytes, not" in short
    assert other == "there is nothing to think about: it is not this seat's turn"
    assert endless.startswith("a search needs a budget")
    assert level == "there is no level 9; the levels are 1 to 8"
    assert unsolved == broken
    assert "bytes, not" in short_too
    assert crowd == "a game is for 2 to 4 players, not for 77"
    assert no_games == "so many games cannot be played: -1"
    assert found["after"] == 20


def another_world(game: Game, state: Any, seat: int) -> Any:
    """A state that the seat cannot tell from this one."""
    other = game.copy(state)
    generic.sample(other, seat, np.array([9, 9, 9, 9], np.uint64))
    one, two = game.copy(state), game.copy(other)
    generic.hide(one, seat)
    generic.hide(two, seat)
    assert one.tobytes() == two.tobytes()
    assert state.tobytes() != other.tobytes()
    return other


@pytest.mark.parametrize("name", ["azul", "duel", "blockers"])
def test_hidden_things_never_enter_the_answers(page: Any, name: str) -> None:
    table = play_random(new_table(name, {}, 5), 5, 8)
    assert table.turn is not None
    states = [encode(table.state), encode(another_world(table.game, table.state, table.turn))]
    script = f"""async ([script, game, states, seat]) => {{ {BYTES}
        const {{ Engine }} = await import(script);
        const engine = await Engine.open(game, {{ workers: 1 }});
        const said = [];
        for (const state of states) {{
            const position = {{ state: bytes(state), seat }};
            const analysis = await engine.analyse(position, {{ simulations: 200 }}, () => undefined, 7n);
            said.push(JSON.stringify([analysis, await engine.solve(position, 20_000)]));
        }}
        engine.close();
        return said; }}"""
    one, other = page.evaluate(script, [page.script, name, states, table.turn])
    assert one == other


@pytest.mark.parametrize(
    ("ending", "content", "said"),
    [
        (".network", b"something else", "this network does not fit the engine of azul"),
        (".wasm", b"no module", "azul.wasm is broken: "),
        (".json", b"{", "azul.json is broken: "),
    ],
)
def test_broken_files_are_refused_in_words(page: Any, ending: str, content: bytes, said: str) -> None:
    page.route(f"**/engine/**/azul{ending}", lambda route: route.fulfill(body=content))
    script = "async (script) => { const { Engine } = await import(script); return Engine.open('azul').catch((e) => e.message); }"
    assert said in page.evaluate(script, page.script)
