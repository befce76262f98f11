"""The report as Markdown: every table with its number of games, intervals, the command, and how long was thought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tegel.core.errors import BadOption

from .habits import habit_of
from .matches import PARTS, command
from .preferences import Answered, Opening, questions, read_lines
from .tables import Found, Interval, Score, doubling, find_matches, points_of, rating_by_time, score_of, share_interval, starts_of

TITLES = {"azul": "Azul", "duel": "Azul Duel", "blockers": "Blockers!"}
BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"  # of what a page leaves to us
TRAINING = Path(__file__).parents[2] / "docs" / "training"
INTRO = {
    "equal": "Against hand-made players that think as long, or as many simulations",
    "level8": "Against level 8 as it plays without a network",
    "greedy": "Against greedy players",
    "random": "Against players that move at random",
}


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """
    >>> print(table(["a", "b"], [["1", "2"]]))
    | a | b |
    | --- | --- |
    | 1 | 2 |
    """
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def between(interval: Interval, scale: float = 100.0, digits: int = 1) -> str:
    low, high = interval
    return f"{scale * low:.{digits}f} to {scale * high:.{digits}f}"


def where(found: Found) -> str:
    """A table in words: `Azul, 3` or `Azul, 3, grey wall`."""
    players = found.table.removeprefix("grey")
    return f"{TITLES[found.game]}, {players or 2}{', grey wall' * (players != found.table)}"


def score_rows(matches: list[Found]) -> Iterator[list[str]]:
    for found in matches:
        score = score_of(found)
        low, high = (part / score.fair for part in score.interval)
        yield [
            f"`{command(found.match, found.games)}`",
            f"{found.games}",
            f"{percent(score.share)} ({between(score.interval)})",
            f"{score.share / score.fair:.2f} ({low:.2f} to {high:.2f})" if found.match.seats > 2 else "",
            elo(score),
            f"{score.points:.1f} to {score.other_points:.1f}",
            f"{score.seconds:.1f} to {score.other_seconds:.1f}",
        ]


def scores(matches: list[Found]) -> Iterator[str]:
    """The matches against others."""
    for part, intro in INTRO.items():
        chosen = [found for found in matches if found.part == part]
        if chosen:
            yield f"### {intro}"
            headings = [
                "match",
                "games",
                "first places (95 %)",
                "times the fair share",
                "Elo over the others",
                "points",
                "seconds a seat and game",
            ]
            yield table(headings, score_rows(chosen))


def thinking(matches: list[Found]) -> Iterator[str]:
    """Strength by thinking time, for each table."""
    chosen = [found for found in matches if found.part == "thinking"]
    for place in dict.fromkeys(map(where, chosen)):
        here = [(found, score_of(found)) for found in chosen if where(found) == place]
        yield f"### Strength by thinking time: {place}"
        yield table(
            ["match", "simulations a move", "games", "first places (95 %)", "Elo over the others"],
            [
                [f"`{command(f.match, f.games)}`", f.budget, f"{f.games}", f"{percent(s.share)} ({between(s.interval)})", elo(s)]
                for f, s in here
            ],
        )
        slope = doubling([(float(f.budget.rstrip("s")), s.elo, s.elo_margin) for f, s in here])
        if slope is not None:
            yield f"Twice the simulations are worth {slope.elo:+.0f} ± {slope.margin:.0f} Elo here (a line through these rows)."


def ladder(matches: list[Found]) -> Iterator[str]:
    """How much stronger each level is than the one below, at each table."""
    chosen = {(where(found), found.budget): found for found in matches if found.part == "levels"}
    if not chosen:
        return
    places = list(dict.fromkeys(place for place, _ in chosen))
    yield "### Levels"
    yield (
        "Elo of each level over the one below, with its 95 % interval and the games played: "
        "`python -m benchmarks.strength GAME levels`. With more than two players one seat is of the higher level."
    )
    rows = []
    for level in PARTS["levels"]:
        here = [chosen.get((place, level)) for place in places]
        rows.append([f"{level} over {int(level) - 1}", *("" if f is None else f"{elo(score_of(f))} ({f.games})" for f in here)])
    yield table(["levels", *places], rows)


def elo(score: Score) -> str:
    """Where everything was won or lost there is no telling how much stronger somebody is."""
    if score.share in (0, 1):
        return "all won" if score.share else "all lost"
    return f"{score.elo:+.0f} ± {score.elo_margin:.0f}"


def itself(matches: list[Found]) -> Iterator[str]:
    """Points, and what it is worth to begin, where the learned player has only itself to play with."""
    chosen = [found for found in matches if found.part == "itself"]
    if not chosen:
        return
    yield "### Points and first move, against itself"
    rows = []
    for found in chosen:
        points = points_of(found)
        first = starts_of(found)
        rows.append(
            [
                f"`{command(found.match, found.games)}`",
                f"{found.games}",
                f"{points.seat:.1f} ± {points.seat_margin:.1f}",
                f"{points.winner:.1f} ± {points.winner_margin:.1f}",
                f"{points.moves:.0f}",
                "; ".join(f"{percent(share)} ({between(interval)})" for share, interval in first),
                percent(1 / found.match.seats),
            ]
        )
    headings = [
        "match",
        "games",
        "points of a seat",
        "of the winner",
        "moves",
        "first places of whoever moves first; second; ... (95 %)",
        "fair",
    ]
    yield table(headings, rows)
    habits = [(found, habit_of(found.match, found.sets)) for found in chosen]
    yield table(
        ["in these games", "", "decisions between the two", "done in"],
        [[where(found), h.name, f"{h.could}", f"{percent(h.share)} ± {100 * h.margin:.1f}"] for found, h in habits],
    )


def preferred(folder: Path) -> Iterator[str]:
    """What the networks prefer."""
    for game, title in TITLES.items():
        lines = read_lines(folder / f"{game}-preferences.jsonl")
        asked = questions(game)
        positions = [line for line in lines if isinstance(line, Answered) and line.name in asked]
        if positions:
            simulations = positions[0].simulations
            yield f"### {title}: kinds of position"
            yield (
                f"`python -m benchmarks.strength {game} preferences --budget {simulations}`. What the search plays is bold; "
                f"each answer's win chance is from {simulations} simulations of its own."
            )
            yield table(
                ["position", "what could be done", "policy of the network", "visits of the search", "win chance"],
                [row for line in positions for row in _answers(line, asked[line.name].kind, asked[line.name].question)],
            )
        openings = [line for line in lines if isinstance(line, Opening)]
        if openings:
            yield f"### {title}: the first turn of {len(openings)} games"
            yield (
                f"`python -m benchmarks.strength {game} preferences --budget {openings[0].simulations} --openings {len(openings)}`. "
                "What the network's policy says, what the search plays, and what a blind choice among the legal moves would be."
            )
            yield from _openings(openings)


def _answers(line: Answered, kind: str, question: str) -> Iterator[list[str]]:
    link = f"[{line.name}](../benchmarks/strength/positions/{line.name}.txt), {kind}. {question}"
    for at, one in enumerate(line.answers):
        said = f"**{one.does}** (`{one.code}`)" if one.code == line.played else f"{one.does} (`{one.code}`)"
        yield [link if at == 0 else "", said, percent(one.policy), percent(one.share), percent(one.win)]


def opening_shares(openings: list[Opening], asked: str) -> dict[str, tuple[float, float, float]]:
    """For each answer to a question how often it is given: by the network alone, by the search, blindly."""
    there = [line for line in openings if asked in line.policy]
    found = {}
    for label in sorted({label for line in there for label in line.policy[asked]}):
        policy = sum(line.policy[asked].get(label, 0.0) for line in there) / len(there)
        played = sum(line.played.get(asked) == label for line in there) / len(there)
        blind = sum(line.blind[asked].get(label, 0.0) for line in there) / len(there)
        found[label] = policy, played, blind
    return found


def _openings(openings: list[Opening]) -> Iterator[str]:
    for asked in dict.fromkeys(asked for line in openings for asked in line.policy):
        games = sum(asked in line.policy for line in openings)
        rows = [
            [label, percent(policy), f"{percent(played)} ({between(share_interval(played, games, 0.0))})", percent(blind)]
            for label, (policy, played, blind) in opening_shares(openings, asked).items()
        ]
        yield table([asked, "policy", "played (95 %)", "blindly"], rows)


def training() -> Iterator[str]:
    """Rating by training time, from the curves in the documents."""
    rows = []
    for path in sorted(TRAINING.glob("*.svg")):
        game, run = path.stem.rsplit("-", 1)
        gates = rating_by_time(path.read_text(encoding="utf-8"))
        if game in TITLES and gates:
            said = ", ".join(f"{rating:+.0f} after {seconds:.0f} s" for seconds, rating in gates[1:])
            rows.append([TITLES[game], f"[{run}](training/{path.name})", said])
    if rows:
        yield "### Rating by training time"
        yield "Elo over the network the run began with, at each gate; read from the curves of the runs ([training](training.md))."
        yield table(["game", "run", "rating"], rows)


def networks(folder: Path) -> Iterator[str]:
    """Which networks played."""
    found = [(game, path.read_text(encoding="utf-8")) for game in TITLES if (path := folder / f"{game}-network.txt").exists()]
    if found:
        yield "Networks (SHA-256): " + ", ".join(f"{TITLES[game]} `{text[:12]}`" for game, text in found) + "."


def total(matches: list[Found]) -> Iterator[str]:
    """How much all of this rests on."""
    if matches:
        yield f"{sum(found.games for found in matches):,} games; matches: {len(matches)}."


def put_into(page: str, tables: str) -> str:
    """A page with these tables between its marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise BadOption(f"the page has no place for the tables: lines with {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{tables}\n{END}{after}"


def markdown(folder: Path) -> str:
    """All tables there is something for."""
    matches = find_matches(folder)
    parts = [*networks(folder), *total(matches), *scores(matches), *thinking(matches), *ladder(matches), *itself(matches)]
    parts += [*preferred(folder), *training()]
    return "\n\n".join(parts) + "\n"


def plain(folder: Path) -> dict[str, Any]:
    """The same for programs."""
    matches = find_matches(folder)
    rows = []
    for found in matches:
        row: dict[str, Any] = {"game": found.game, "table": found.table, "part": found.part, "budget": found.budget, "games": found.games}
        row |= {"match": command(found.match, found.games)}
        if found.part == "itself":
            row |= {"points": asdict(points_of(found)), "starts": starts_of(found), "habit": asdict(habit_of(found.match, found.sets))}
        elif found.part in PARTS:
            row |= {"score": asdict(score_of(found))}
        rows.append(row)
    return {"matches": rows}
