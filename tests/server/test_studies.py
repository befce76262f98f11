"""Studies shared by link: checked, read by whoever has the link, taken back by their owner alone."""

from __future__ import annotations

import tegel
from tegel.studies.notation import Node, Study, write_study
from tests.server.client import Client
from tests.server.conftest import Running


def study(title: str = "Two ways") -> str:
    table = tegel.game("azul", key=(1, 2, 3, 4))
    made = Study(title, [], table.position, "")
    made.root.children += [Node(code, "") for code in table.codes[:2]]
    made.root.children[0].comment = "Natuurlijk"
    return write_study(made)


def share(client: Client, text: str | bytes, status: int = 201) -> dict[str, str]:
    answer = client.http.post("/api/studies", content=text, headers={"content-type": "text/plain"})
    assert answer.status_code == status, answer.text
    told: dict[str, str] = answer.json()
    return told


def test_whoever_has_the_link_reads_it_and_only_its_owner_takes_it_back(server: Running) -> None:
    anna, ben = server.client(), server.client()
    text = study()
    id = share(anna, text)["study"]
    assert share(anna, text)["study"] == id, "the same study has one link"
    found = ben.http.get(f"/api/studies/{id}")
    assert (found.status_code, found.text) == (200, text)
    assert found.headers["content-type"].startswith("text/plain")
    assert ben.http.delete(f"/api/studies/{id}").status_code == 403
    assert ben.http.get(f"/api/studies/{id}").status_code == 200
    assert anna.http.delete(f"/api/studies/{id}").status_code == 204
    assert ben.get(f"/api/studies/{id}", 404)["error"] == "unknown"
    assert anna.http.delete(f"/api/studies/{id}").status_code == 404


def test_who_is_forgotten_takes_all_along(server: Running) -> None:
    anna, ben = server.client(), server.client()
    mine, other = share(anna, study("Mine"))["study"], share(ben, study("Ben's"))["study"]
    assert anna.http.delete("/api/me").status_code == 204
    assert ben.http.get(f"/api/studies/{mine}").status_code == 404
    assert ben.http.get(f"/api/studies/{other}").status_code == 200


def test_what_is_no_study_is_refused_with_its_reason(server: Running) -> None:
    anna = server.client()
    text = study()
    wrong = [
        ("tegel", "this is no study"),
        ("tegel study 1\n", "ends"),
        (text.replace("(", "(9b9 "), "9b9"),
        (text.replace("turn", "urn"), "position"),
    ]
    for bad, why in wrong:
        told = share(anna, bad, 400)
        assert told["error"] == "bad"
        assert why in told["say"], told
    assert share(anna, b"\xff", 400)["error"] == "bad"
    assert share(anna, "x" * 300_000, 413)["error"] == "too_large"
    assert anna.get("/api/me")["guest"] is False, "nobody becomes a guest by what is refused"
