"""Studies as text: there and back, nothing else accepted, every move checked by the rules."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tegel
from tegel.core.game import find_game, game_names
from tegel.core.position import write_position
from tegel.javascript.translation import Translation, helpers
from tegel.studies import notation
from tegel.studies.checking import begin, check_study, play_node
from tegel.studies.notation import BadStudy, Node, Study, read_study, write_study
from tests.configurations import CONFIGURATIONS, NAMES
from tests.studies.trees import random_study

every_configuration = pytest.mark.parametrize(("name", "options"), CONFIGURATIONS, ids=NAMES)
WORD = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12)
CODES = st.sampled_from(["3b4", "cb0", "@5n", "$t.ty", "G2j/2", "-", "+k", "end"])
COMMENTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
DRAWS = st.sampled_from(["", "00000000000000ab", "ffffffffffffffff"])


@st.composite
def trees(draw: st.DrawFn) -> Node:
    """Any tree, whether or not somebody could play it so."""
    root = Node("", "")
    root.comment = draw(COMMENTS)
    nodes = [root]
    for _ in range(draw(st.integers(0, 25))):
        before = nodes[draw(st.integers(0, len(nodes) - 1))]
        node = Node(draw(CODES), draw(DRAWS))
        if all((other.code, other.draw) != (node.code, node.draw) for other in before.children):
            node.comment = draw(COMMENTS)
            before.children.append(node)
            nodes.append(node)
    return root


def plain(node: Node) -> object:
    return [node.code, node.draw, node.comment, [plain(child) for child in node.children]]


@settings(max_examples=300, deadline=None)
@given(tree=trees(), title=WORD.map(lambda text: text.strip() or "x"))
def test_there_and_back(tree: Node, title: str) -> None:
    study = Study(title, ["Anna", "李"], "tegel position 1\ngame azul rules 1\n", "")
    study.root = tree
    text = write_study(study)
    read = read_study(text)
    assert (read.title, read.names, read.position, plain(read.root)) == (title, ["Anna", "李"], study.position, plain(tree))
    assert write_study(read) == text


@every_configuration
def test_studies_of_every_game_are_played(name: str, options: dict[str, object]) -> None:
    for seed in range(4):
        study = random_study(name, options, seed)
        text = write_study(study)
        checked = check_study(text)
        assert (checked.game.name, plain(checked.study.root)) == (name, plain(study.root))
        assert checked.moves >= checked.lines - 1


HEAD = "tegel study 1\ntitle x\nposition 1\ntegel position 1\n"
WRONG = {
    "tegel study 2\n": "must begin with 'tegel study 1'",
    "tegel study 1\ntitle  x\n": "no spaces around it",
    "tegel study 1\ntitle x\nplayer 2 Ben\n": "number from 1 to 1",
    HEAD + "draw 12\nmoves\nend\n": "16 hexadecimal digits",
    HEAD + "draw 0000000000000000\nmoves\nend\n": "not all 0",
    HEAD + "moves\n3b4\n": "the text ends",
    HEAD + "moves\n(3b4)\nend\n": "stands behind the move it replaces",
    HEAD + "moves\n3b4 ()\nend\n": "at least one move",
    HEAD + "moves\n3b4 (3b5\nend\n": "a '(' without a ')'",
    HEAD + "moves\n3b4)\nend\n": "a ')' without a '('",
    HEAD + "moves\n3b4 {a} {b}\nend\n": "directly behind its move",
    HEAD + "moves\n3b4 (3b5) {a}\nend\n": "directly behind its move",
    HEAD + "moves\n3b4 {a\nend\n": "ends with '}'",
    HEAD + "moves\n3b4 {a\\x}\nend\n": "stand for braces",
    HEAD + "moves\n3b4 {}\nend\n": "1 to 4000 characters",
    HEAD + "moves\n3b4 (3b4)\nend\n": "stands here twice",
    HEAD + "moves\n3b4=1\nend\n": "16 hexadecimal digits",
    HEAD + "moves\n}\nend\n": "expected a move",
    HEAD + "moves\n" + "a " * 2001 + "\nend\n": "at most 2000",
    HEAD + "moves\n" + "a (b " * 62 + ")" * 62 + "\nend\n": "at most 60",
    HEAD + "moves\nend\nmore\n": "expected the end",
}


@pytest.mark.parametrize("text", list(WRONG), ids=list(WRONG.values()))
def test_anything_else_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(BadStudy, match=WRONG[text].replace("(", r"\(").replace(")", r"\)")):
        read_study(text)


def study_of(position: str, draw: str, moves: str, names: str = "") -> str:
    lines = position.rstrip("\n").split("\n")
    head = ["tegel study 1", "title x", *names.splitlines(), f"position {len(lines)}", *lines]
    return "\n".join([*head, *([f"draw {draw}"] if draw else []), "moves", moves, "end"]) + "\n"


def test_the_rules_have_the_last_word() -> None:
    table = tegel.game("azul", key=(1, 2, 3, 4))
    hidden = write_position(table.game, table.view(0).state)
    draw = "00000000000000ab"
    racks = tegel.game("blockers", key=(1, 2, 3, 4), players=3)
    nobodys = write_position(racks.game, racks.view(-1).state).split("\n")
    firsts = write_position(racks.game, racks.view(0).state).split("\n")
    at = next(at for at, line in enumerate(nobodys) if line.startswith("rack")) + 2  # the rack of the second seat
    mixed = "\n".join([*firsts[:at], *racks.position.split("\n")[at : at + 2], *firsts[at + 2 :]])
    refused = {
        study_of(table.position, draw, ""): "has a key",
        study_of(hidden, "", ""): "has no key",
        study_of(table.position, "", "9b9"): "move 1",
        study_of(table.position, "", f"{table.codes[0]} {table.codes[0]}"): "move 2",
        study_of(table.position, "", "", "player 1 Anna"): "1 names",
        study_of(table.position.replace("turn", "urn"), "", ""): "its position",
        study_of(mixed, draw, ""): "no one seat sees",
    }
    for text, why in refused.items():
        with pytest.raises(BadStudy, match=why):
            check_study(text)
    assert check_study(study_of(hidden, draw, table.codes[0])).moves == 1


def test_other_draws_give_other_rounds() -> None:
    """A move with digits of its own is followed by other draws; the same digits always give the same."""
    table = tegel.game("azul", key=(1, 2, 3, 4))
    while table.state.round_number == 1:
        before, move = table.copy(), table.codes[0]
        table.play(move)
    study = Study("x", [], before.position, "")
    _, state = begin(study)
    deals = []
    for draw in ("", "00000000000000ab", "00000000000000cd", "00000000000000ab"):
        deals.append(write_position(table.game, play_node(before, state, Node(move, draw), 1)))
    assert deals[0] == table.position
    assert deals[1] == deals[3]
    assert len(set(deals)) == 3


@pytest.mark.parametrize("name", game_names())
def test_codes_can_stand_in_studies(name: str) -> None:
    game = find_game(name)
    assert all(not set(game.code(move)) & set(" (){}=\n") for move in range(game.moves))


def test_the_translated_functions_agree(tmp_path: Path) -> None:
    """The app reads and writes studies with these functions as JavaScript."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("running JavaScript needs Node")
    texts = [write_study(random_study(name, options, 7)) for name, options in CONFIGURATIONS]
    translation = Translation({})
    read, write = (translation.add(each, each.__name__) for each in (notation.read_study, notation.write_study))
    script = tmp_path / "script.mjs"
    attempt = f"(text) => {{ try {{ return {write}({read}(text)); }} catch (error) {{ return error.message; }} }}"
    script.write_text(f"{helpers()}\n{translation}\nconsole.log(JSON.stringify({json.dumps([*texts, *WRONG])}.map({attempt})));\n")
    done = subprocess.run([node, str(script)], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found[: len(texts)] == texts
    for text, said in zip(WRONG, found[len(texts) :], strict=True):
        with pytest.raises(BadStudy) as refused:
            read_study(text)
        assert said == str(refused.value)
