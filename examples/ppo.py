"""PPO with masks in one file, on the vector simulator: a policy that plays both seats and learns from every move; needs PyTorch.

python examples/ppo.py --ahead --steps 1000000 --out run      # writes run/azul_1.pt, and run/azul_1.json, the learning curve
python examples/ppo.py --ahead --seeds 1 2 3 4 5 --device cuda --steps 5000000
python examples/ppo.py --ahead --device cuda --games-on cuda --envs 8192 --batch 16384 --steps 50000000
PPO=run/azul_1.pt tegel match azul --players examples/ppo.py:PpoBot,greedy --games 100

What lets it beat the greedy player is that it is shown before every move what each one brings at once (`--ahead`); without that it comes
as far as greedy. docs/research/benchmark.md has the comparison.
The games are stepped on the CPU, and the network learns on `--device`; on a CPU both use `--threads` threads. With `--games-on cuda` the
games are on the card, too, and nothing is copied to the host on the way: what is seen, masks, turns, rewards and new games all stay there.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from tegel.core.game import find_game
from tegel.envs.features import layout_of
from tegel.envs.features.onehot import one_hot_of
from tegel.envs.vector import NO_LEAD, VectorGames
from tegel.envs.vector.replies import Replies, stand

LAMBDA = 0.9  # gamma is 1: games end
HELD_OUT = 2**40  # number of the first game that is kept for tests


class Eye(nn.Module):
    """How vectors become the network's inputs: zeros and ones, or the numbers themselves, scaled.

    What never changes in random games (absent seats, say) is left out; of a network that is loaded, `kept` says how much is left.
    """

    def __init__(self, game, observation, options, kept=None):
        super().__init__()
        layout = layout_of(find_game(game))
        code = one_hot_of(layout)
        scale = np.maximum(np.abs(layout.high), 1).clip(max=100)
        one_hot = observation == "onehot"
        wide = code.widths > 1 if one_hot else np.zeros(layout.size, bool)
        low = np.where(wide, code.low, 0)
        starts, size = (code.starts, code.size) if one_hot else (np.arange(layout.size), layout.size)
        numbers = {"wide": wide, "low": low, "starts": starts, "scale": (code.divisors if one_hot else scale).astype(np.float32)}
        for name, array in numbers.items():
            self.register_buffer(name, torch.from_numpy(np.ascontiguousarray(array)))
        self.register_buffer("places", torch.arange(size))
        self.size = kept or size
        if kept is None:
            self.leave_out(VectorGames(game, 512, seed=1, **options), size)

    def leave_out(self, batch, size):
        least, most = torch.full((size,), torch.inf), torch.full((size,), -torch.inf)
        for _ in range(120):
            rows = self(torch.from_numpy(batch.vectors()))
            least, most = torch.minimum(least, rows.amin(0)), torch.maximum(most, rows.amax(0))
            batch.step(batch.random_moves(), checked=False)
        kept = torch.nonzero(least < most)[:, 0]
        self.places = torch.full((size,), len(kept)).index_put((kept,), torch.arange(len(kept)))  # what is left out has one place more
        self.size = len(kept)

    def forward(self, vectors):
        numbers = vectors.long() - self.low
        columns = self.places[self.starts + torch.where(self.wide, numbers, 0)]
        filled = torch.where(self.wide, 1.0, numbers / self.scale)
        return torch.zeros(len(vectors), self.size + 1, device=filled.device).scatter_(1, columns, filled)[:, : self.size]


class BoardEye(nn.Module):
    """Planes, through two layers of filters of 3 x 3."""

    def __init__(self, game, filters=64):
        super().__init__()
        count, rows, columns = layout_of(find_game(game)).plane_shape
        self.filters = nn.Sequential(
            nn.Conv2d(count, filters, 3, padding=1), nn.ReLU(), nn.Conv2d(filters, filters, 3, padding=1), nn.ReLU(), nn.Flatten()
        )
        self.size = filters * rows * columns

    def forward(self, planes):
        return self.filters(planes.sign() * planes.abs().float().log1p())  # most are 0 or 1; points and bags go far beyond


class Net(nn.Module):
    """Two hidden layers, then a logit for every move and the value of the position for who is to move."""

    def __init__(self, game, observation, options, hidden, looks, kept=None):
        super().__init__()
        self.looks, self.trust = looks, nn.Parameter(torch.tensor(1.0))  # at first it prefers what greedy prefers
        self.planes = observation == "planes"
        self.eye = BoardEye(game) if self.planes else Eye(game, observation, options, kept)
        moves = find_game(game).moves
        self.body = nn.Sequential(nn.Linear(self.eye.size + looks * moves, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy, self.value = nn.Linear(hidden, moves), nn.Linear(hidden, 1)
        with torch.no_grad():
            self.policy.weight *= 0.01

    def forward(self, vectors, worth):
        seen, masks = self.eye(vectors), worth > NO_LEAD
        if not self.looks:
            deep = self.body(seen)
            return self.policy(deep).masked_fill(~masks, -1e9), self.value(deep)[:, 0]
        worth = torch.where(masks, worth.clamp(min=-50) / 10, -5.0)
        deep = self.body(torch.cat([seen, worth], 1))
        return (self.policy(deep) + 10 * self.trust * worth).masked_fill(~masks, -1e9), self.value(deep)[:, 0]


class Games:
    """Many games of two: the learner plays both seats, or one of them against a compiled opponent. All tensors are where the games are."""

    def __init__(self, arguments, count, seed, opponent):
        self.batch = new_games(arguments, count, seed)
        self.device, self.reward = arguments.games_on, arguments.reward
        self.random = torch.Generator(self.device).manual_seed(seed)
        self.seats = torch.zeros(count, dtype=torch.int8, device=self.device)
        self.replies = None if opponent == "self" else Replies(opponent, self.seats)
        self.begin(torch.ones(count, dtype=torch.bool, device=self.device))
        self.leads = self.standing()

    def tensor(self, array):
        """An array of the simulator as a tensor; it stays where it is."""
        return torch.as_tensor(array, device=self.device)

    def begin(self, which):
        """Draw the learner's seats in games that begin, and let the others move."""
        if self.replies is not None:
            drawn = torch.randint(0, 2, self.seats.shape, generator=self.random, device=self.device, dtype=torch.int8)
            self.seats.copy_(torch.where(which, drawn, self.seats))
            self.reply()
        self.movers = self.tensor(self.batch.turns)

    def reply(self):
        self.replies.play(self.batch, self.batch.ended.points, self.batch.ended.places)
        return self.tensor(self.replies.over)

    def standing(self):
        """The lead of seat 0."""
        points = self.tensor(stand(self.batch, now=self.reward.startswith("now"))[0]).float()
        return (points[:, 0] - points[:, 1]) * (-1 if self.batch.game.fewest_wins else 1)

    def step(self, moves):
        """What each mover gained, which games ended, and 1 where the same seat moves next, -1 where it is the other."""
        ended = self.batch.step(moves.to(self.device, torch.int16), checked=False, reuse=True)
        over = self.tensor(ended.over).clone()
        if self.replies is not None:
            over |= self.reply()
        leads, movers = self.standing(), self.movers
        gains = (leads - self.leads) / 10 if self.reward != "win" else torch.zeros_like(leads)
        if self.reward.endswith("win"):
            places = self.tensor(ended.places)
            gains += torch.where(over, torch.sign(places[:, 1] - places[:, 0]), 0)
        self.batch.reset(over)
        self.begin(over)
        self.leads = torch.where(over, self.standing(), leads)
        return torch.where(movers == 0, gains, -gains), over, torch.where(self.movers == movers, 1.0, -1.0)


def new_games(arguments, count, seed, first=0):
    where = {"device": arguments.games_on, "threads": arguments.threads}
    return VectorGames(arguments.game, count, seed=seed, first=first, auto_reset=False, **where, **arguments.options)


def look(net, batch):
    """What the seats to move see, and of every move how many points worse it is at once than the best one, as greedy counts; 0 for all
    legal moves without a look."""
    shape = batch.layout.plane_shape if net.planes else (batch.layout.size,)
    seen = torch.empty((batch.count, *shape), dtype=torch.int16, device=batch.device)
    worth = torch.empty((batch.count, batch.game.moves), dtype=torch.int16, device=batch.device)
    (batch.planes if net.planes else batch.vectors)(out=seen)
    if net.looks:
        batch.leads(out=worth)
        return seen, torch.where(worth > NO_LEAD, worth - worth.amax(1, keepdim=True), NO_LEAD).to(torch.int16)
    batch.legal_masks(out=worth)
    return seen, (1 - worth) * NO_LEAD


def choose(net, batch, device, best=False):
    """A move for every game, its log-probability, the value, and what was seen."""
    seen, worth = (part.to(device) for part in look(net, batch))
    with torch.no_grad():
        logits, values = net(seen, worth)
        moves = logits.argmax(1) if best else (logits - torch.empty_like(logits).exponential_().log()).argmax(1)
        chances = logits.log_softmax(1).gather(1, moves[:, None])[:, 0]
    return moves, chances, values, seen, worth


def test(net, arguments, opponent, count):
    """The share of victories against a player on deals that were not learned from, each from both seats."""
    won = 0.0
    for seat in (0, 1):
        batch = new_games(arguments, count, 12345, HELD_OUT)
        replies = Replies(opponent, np.full(count, seat, np.int8))
        replies.play(batch, batch.ended.points, batch.ended.places)
        while (torch.as_tensor(batch.turns, device=arguments.games_on) >= 0).any():  # those that are over stay as they are
            moves = choose(net, batch, arguments.device, best=True)[0]
            batch.step(moves.to(arguments.games_on), checked=False, reuse=True)
            replies.play(batch, batch.ended.points, batch.ended.places)
        places = torch.as_tensor(stand(batch)[1], device=arguments.games_on)
        mine, other = places[:, seat], places[:, 1 - seat]
        won += float(((mine < other).float() + (mine == other).float() / 2).mean()) / 2
    return won


def learn(arguments, seed):
    """Train one policy; the learning curve is printed and returned."""
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    device = arguments.device
    kinds = {"mix": ["self", "greedy"]}.get(arguments.opponent, [arguments.opponent])
    groups = [Games(arguments, arguments.envs // len(kinds), seed * 1000 + n, kind) for n, kind in enumerate(kinds)]
    net = Net(arguments.game, arguments.observation, arguments.options, arguments.hidden, arguments.ahead).to(device)
    optimiser = torch.optim.Adam(net.parameters(), lr=arguments.rate, eps=1e-5)
    length, count = arguments.length, sum(len(group.movers) for group in groups)
    updates = max(1, arguments.steps // (length * count))
    curve, learned, tested = [], 0.0, 0.0
    begun = time.perf_counter()
    for update in range(updates + 1):
        left = 1 - max(update / updates, learned / arguments.seconds)
        if 1 - left >= len(curve) / arguments.tests or left <= 0:
            at = time.perf_counter()
            score = {opponent: round(test(net, arguments, opponent, arguments.games), 4) for opponent in ("greedy", "random")}
            steps = update * length * count
            curve.append({"steps": steps, **score, "seconds": round(learned, 1), "steps_a_second": round(steps / max(learned, 1e-9))})
            print(f"seed {seed}", curve[-1], flush=True)
            tested += time.perf_counter() - at
        if left <= 0:
            break
        optimiser.param_groups[0]["lr"] = arguments.rate * max(left, 0.05)
        rows = collect(groups, net, length, device)
        improve(net, optimiser, rows, arguments)
        learned = time.perf_counter() - begun - tested
    return net, curve


def collect(groups, net, length, device):
    """Play so many moves in every game; what was seen and done there, and how much better than expected it went."""
    kept = []
    for group in groups:
        steps, told = [], []
        for _ in range(length):
            steps.append(choose(net, group.batch, device))
            told.append(group.step(steps[-1][0]))
        after = choose(net, group.batch, device)[2]
        moves, chances, values, seen, worth = (torch.stack(part) for part in zip(*steps, strict=True))
        gains, overs, signs = (torch.stack(part).to(device) for part in zip(*told, strict=True))
        go_on = 1 - overs.float()
        better, ahead = torch.zeros_like(values), torch.zeros_like(after)
        for n in reversed(range(length)):  # what is good for one seat is bad for the other: signs turn it around
            following = values[n + 1] if n + 1 < length else after
            surprise = gains[n] + go_on[n] * signs[n] * following - values[n]
            better[n] = ahead = surprise + LAMBDA * go_on[n] * signs[n] * ahead
        kept.append([part.flatten(0, 1) for part in (moves, chances, seen, worth, better, better + values)])
    return [torch.cat(parts) for parts in zip(*kept, strict=True)]


def improve(net, optimiser, rows, arguments):
    """PPO's clipped update."""
    moves, chances, seen, options, better, returns = rows
    scale = returns.std() + 1e-3
    for _ in range(arguments.epochs):
        for at in torch.randperm(len(moves), device=moves.device).split(arguments.batch):
            logits, values = net(seen[at], options[at])
            logs = logits.log_softmax(1)
            ratio = (logs.gather(1, moves[at, None])[:, 0] - chances[at]).exp()
            worth = (better[at] - better[at].mean()) / (better[at].std() + 1e-6)
            gain = torch.min(ratio * worth, ratio.clamp(1 - arguments.clip, 1 + arguments.clip) * worth).mean()
            entropy = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
            loss = -gain - arguments.entropy * entropy + 0.5 * ((values - returns[at]) / scale).square().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


class PpoBot:
    """The policy in the arena."""

    def __init__(self):
        torch.set_num_threads(1)
        saved = torch.load(os.environ.get("PPO", "ppo.pt"), map_location="cpu")
        self.net = Net(*saved["shape"])
        self.net.load_state_dict(saved["net"])

    def decide(self, view):
        batch = VectorGames(view.game, 1, threads=1)
        batch.states[0] = view.state
        return int(choose(self.net, batch, "cpu", best=True)[0])


def read(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="azul")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of learning, at most")
    parser.add_argument("--opponent", choices=["self", "greedy", "random", "mix"], default="self")
    parser.add_argument("--reward", choices=["now", "rounds", "win", "nowwin", "roundswin"], default="now")
    parser.add_argument("--observation", choices=["onehot", "vector", "planes"], default="onehot")
    parser.add_argument("--ahead", action="store_true", help="show the policy what each move brings at once, as greedy counts it")
    parser.add_argument("--envs", type=int, default=512)
    parser.add_argument("--length", type=int, default=32, help="moves in every game between updates")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--tests", type=int, default=20, help="points of the learning curve")
    parser.add_argument("--games", type=int, default=200, help="deals of each test, played from both seats")
    parser.add_argument("--device", default="cpu", help="where the network learns: cpu, cuda, cuda:1, ...")
    parser.add_argument("--games-on", default="cpu", metavar="DEVICE", help="where the games are: cpu, or the card of --device")
    parser.add_argument("--threads", type=int, help="of the games, and of the network on a CPU (default: as many as there are)")
    parser.add_argument("--out", type=Path, default=Path("."))
    found = parser.parse_args(words)
    found.options = dict(pair.split("=") for pair in found.option)
    return found


def main():
    arguments = read()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for seed in arguments.seeds:
        net, curve = learn(arguments, seed)
        name = arguments.out / f"{arguments.game}_{seed}"
        shape = (arguments.game, arguments.observation, arguments.options, arguments.hidden, arguments.ahead, net.eye.size)
        halves = {key: part.half() if part.is_floating_point() else part for key, part in net.cpu().state_dict().items()}
        torch.save({"net": halves, "shape": shape}, f"{name}.pt")
        kept = {key: value for key, value in vars(arguments).items() if key not in ("out", "option", "seeds", "seconds")}
        Path(f"{name}.json").write_text(json.dumps({"seed": seed, "settings": kept, "curve": curve}, indent=1) + "\n")


if __name__ == "__main__":
    main()
