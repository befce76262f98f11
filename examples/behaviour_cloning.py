"""A policy that copies a player's moves from the files of `tegel selfplay`; needs PyTorch and `pip install 'tegel[data]'`.

tegel selfplay azul data --games 2400 --players level:5,level:5 --seed 5
python examples/behaviour_cloning.py data clone.pt 12 1        # passes over the data, seed
PPO=clone.pt tegel match azul --players examples/ppo.py:PpoBot,greedy --games 100
"""

from __future__ import annotations

import sys

import numpy as np
import torch
from ppo import Net

from tegel.envs.data import batches, read_about
from tegel.envs.vector import NO_LEAD

HIDDEN, SIZE, RATE = 256, 1024, 1e-3


def learn(folder, epochs, seed):
    """The cross-entropy of the moves that were made, with a rate that falls to 0."""
    torch.manual_seed(seed)
    about = read_about(folder)
    shape = (about["game"], "onehot", about["options"], HIDDEN, False)
    net = Net(*shape)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.05)
    for epoch in range(epochs):
        optimiser.param_groups[0]["lr"] = RATE * (1 - epoch / epochs)
        losses, right = [], []
        for batch in batches(folder, SIZE, seed=seed * 1000 + epoch):
            worth = torch.from_numpy(np.where(batch.masks, 0, NO_LEAD).astype(np.int16))
            logits, _ = net(torch.from_numpy(batch.vectors), worth)
            moves = torch.from_numpy(batch.moves.astype(np.int64))
            loss = torch.nn.functional.cross_entropy(logits, moves)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
            right.append((logits.argmax(1) == moves).float().mean().item())
        print(f"pass {epoch + 1}: loss {np.mean(losses):.3f}, same move {100 * np.mean(right):.1f} %", flush=True)
    return net, (*shape, net.eye.size)


if __name__ == "__main__":
    folder, file, epochs, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    net, shape = learn(folder, epochs, seed)
    torch.save({"net": net.state_dict(), "shape": shape}, file)
