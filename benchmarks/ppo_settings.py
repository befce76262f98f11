"""What PPO needs: `examples/ppo.py` with one setting after another, and how far each comes against greedy on deals kept for tests.

python benchmarks/ppo_settings.py --out ppo.json --seconds 40 --device cuda --games-on cuda --envs 8192 --batch 16384
python benchmarks/ppo_settings.py --out ppo.json --only azul --seconds 200        on two cores, an hour
python benchmarks/ppo_settings.py --out ppo.json --table                          what is there so far, as Markdown

Every run is written as it ends, and the same command goes on with the next. `learning_curves.py` draws the file.
"""

from __future__ import annotations

import argparse
import json
import runpy
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tegel.core.errors import BadOption, TegelError
from tegel.envs.extras import need

STEPS = 10**12  # never reached: a run ends when its time is over, and its learning rate falls with the time
PPO = Path(__file__).parents[1] / "examples" / "ppo.py"
Run = dict[str, Any]


class Setting(NamedTuple):
    """What is tried: options of the example."""

    label: str
    words: str


SETTINGS = (
    Setting("azul: look-ahead, against greedy", "--game azul --ahead --opponent greedy"),
    Setting("azul: the same, plain numbers", "--game azul --ahead --opponent greedy --observation vector"),
    Setting("azul: the same, planes", "--game azul --ahead --opponent greedy --observation planes"),
    Setting("azul: the same, no entropy", "--game azul --ahead --opponent greedy --entropy 0"),
    Setting("azul: the same, entropy 0.03", "--game azul --ahead --opponent greedy --entropy 0.03"),
    Setting("azul: the same, layers of 64", "--game azul --ahead --opponent greedy --hidden 64"),
    Setting("azul: the same, layers of 1024", "--game azul --ahead --opponent greedy --hidden 1024"),
    Setting("azul: no look-ahead, self-play", "--game azul"),
    Setting("azul: no look-ahead, plain numbers", "--game azul --observation vector"),
    Setting("azul: no look-ahead, planes", "--game azul --observation planes"),
    Setting("duel: look-ahead, against greedy", "--game duel --ahead --opponent greedy"),
    Setting("duel: look-ahead, self-play", "--game duel --ahead"),
    Setting("blockers: look-ahead, against greedy", "--game blockers --ahead --opponent greedy"),
    Setting("blockers: look-ahead, self-play", "--game blockers --ahead"),
    Setting("blockers: reward win, against greedy", "--game blockers --ahead --opponent greedy --reward win"),
    Setting("blockers: reward win, self-play", "--game blockers --ahead --reward win"),
)


def main() -> int:
    given, words = read_arguments()
    try:
        runs = read_runs(given.out)
        if not given.table:
            learn_missing(runs, given, words)
    except TegelError as error:
        print(f"ppo_settings: {error}", file=sys.stderr)
        return 2
    print(table(runs), end="")
    return 0


def learn_missing(runs: list[Run], given: argparse.Namespace, words: list[str]) -> None:
    """Learn with every setting asked for that is not there yet, and write each run as it ends."""
    wanted = [setting for setting in SETTINGS if given.only in setting.label]
    if not wanted:
        raise BadOption(f"no setting has {given.only!r} in its label; there are {', '.join(setting.label for setting in SETTINGS)}")
    if not given.seconds > 0:
        raise BadOption("--seconds must be more than 0")
    need("torch")
    write_runs(given.out, runs)  # what cannot be written is refused before the work
    example = runpy.run_path(str(PPO))
    for setting in wanted:
        arguments = example["read"]([*setting.words.split(), "--steps", str(STEPS), *words, "--seconds", str(given.seconds)])
        for seed in arguments.seeds:
            if not any((run["label"], run["seed"]) == (setting.label, seed) for run in runs):
                print(setting.label, flush=True)
                _, curve = example["learn"](arguments, seed)
                runs.append({"label": setting.label, "words": setting.words, "seed": seed, "curve": curve})
                write_runs(given.out, runs)


def read_arguments() -> tuple[argparse.Namespace, list[str]]:
    """Ours, and those that the example is to have."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Other options, such as --seeds 1 2 3, go to the example.",
        allow_abbrev=False,
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the runs, with their curves")
    parser.add_argument("--only", default="", metavar="TEXT", help="settings whose label has this")
    parser.add_argument("--seconds", type=float, default=200, help="of learning, for each (default 200)")
    parser.add_argument("--table", action="store_true", help="learn nothing, only write the table")
    return parser.parse_known_args()


def read_runs(path: Path) -> list[Run]:
    """What was learned before."""
    try:
        return list(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else []
    except (OSError, ValueError) as error:
        raise BadOption(f"{path} does not hold runs: {error}") from error


def write_runs(path: Path, runs: list[Run]) -> None:
    """All that was learned."""
    try:
        path.write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadOption(f"{path} cannot be written: {error.strerror}") from error


def table(runs: list[Run]) -> str:
    """The runs as Markdown.

    >>> curve = [{"steps": 0, "greedy": 0.5, "seconds": 0}, {"steps": 2_000_000, "greedy": 0.7512, "seconds": 40.2}]
    >>> print(table([{"label": "azul: look-ahead", "words": "--game azul --ahead", "seed": 1, "curve": curve}]))
    | setting | `examples/ppo.py ...` | seed | seconds of learning | steps | at the start | at the end |
    | --- | --- | ---: | ---: | ---: | ---: | ---: |
    | azul: look-ahead | `--game azul --ahead` | 1 | 40 | 2.0 M | 50.0 % | 75.1 % |
    <BLANKLINE>
    """
    lines = [
        "| setting | `examples/ppo.py ...` | seed | seconds of learning | steps | at the start | at the end |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for run in runs:
        first, last = run["curve"][0], run["curve"][-1]
        numbers = f"{last['seconds']:.0f} | {last['steps'] / 1e6:.1f} M | {100 * first['greedy']:.1f} % | {100 * last['greedy']:.1f} %"
        lines.append(f"| {run['label']} | `{run['words']}` | {run['seed']} | {numbers} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
