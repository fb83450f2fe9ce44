"""The network while it learns, in floating point, and how it becomes the whole numbers that play."""

import numpy as np
import torch
from kin import relatives
from torch import Tensor, nn
from torch.nn.functional import embedding, embedding_bag

from limes.bots.network import FIRST_ROWS, GATED, GATES, ROWS

WIDTH, HIDDEN, OUTPUTS, PHASES = 128, 32, 6, 16
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
MOST = 4095 / 512  # where both layers are cut off
GATE = 256  # what a gate of 1 becomes
WIDEST = 1023 / GATE
SEEN, WEIGHT, LAST = (
    512,
    512,
    1024,
)  # what 1 becomes: in the first layer, in the second layer's weights, after it

SHARING = 100  # steps in which the parts are found that rows of a given network share


class Evaluator(nn.Module):
    """Rows added up, then two layers of their own for each number of cards to come.

    A row is the sum of a part of its own and of parts that it shares with its relatives.
    """

    def __init__(self) -> None:
        super().__init__()
        kin = torch.from_numpy(relatives())
        self.register_buffer("kin", kin, persistent=False)
        self.register_buffer("used", torch.zeros(ROWS + 1, dtype=torch.bool))
        self.own = nn.Parameter(torch.randn(ROWS, WIDTH) * 0.02)
        self.shared = nn.Parameter(torch.randn(int(kin.max()) + 1, WIDTH) * 0.01)
        with torch.no_grad():
            self.shared[0] = 0
        self.gates = nn.Parameter(torch.zeros(GATES, WIDTH))
        self.rough_gates = nn.Parameter(torch.zeros((GATES + 3) // 4, WIDTH))  # levels side by side
        self.bias = nn.Parameter(torch.full((WIDTH,), 0.5))
        self.second = nn.Parameter(torch.randn(1, HIDDEN, WIDTH).repeat(PHASES, 1, 1) * WIDTH**-0.5)
        self.second_bias = nn.Parameter(torch.full((PHASES, HIDDEN), 0.1))
        self.skip = nn.Parameter(torch.zeros(PHASES, OUTPUTS, WIDTH))
        self.last = nn.Parameter(torch.randn(1, OUTPUTS, HIDDEN).repeat(PHASES, 1, 1) * HIDDEN**-0.5)
        self.last_bias = nn.Parameter(torch.zeros(PHASES, OUTPUTS))

    def forward(self, rows: Tensor, left: Tensor) -> Tensor:
        """What is still to be gained: the mean and the quantiles."""
        first = torch.cat((self.first(), self.own.new_zeros(1, WIDTH)))
        deck = rows[:, :GATED] - FIRST_ROWS["deck"]
        gate = (1 + embedding_bag(deck, self.all_gates(), mode="sum")).clamp(0, WIDEST)
        seen = (embedding_bag(rows, first, mode="sum", padding_idx=ROWS) + self.bias).clamp(0, MOST)
        seen = (seen * gate).clamp(max=MOST)
        hidden = torch.einsum("bw,phw->bph", seen, self.second)
        place = left.view(-1, 1, 1)
        hidden = hidden.gather(1, place.expand(-1, 1, HIDDEN)).squeeze(1) + self.second_bias[left]
        outputs = torch.einsum("bw,pow->bpo", seen, self.skip)
        outputs = outputs.gather(1, place.expand(-1, 1, OUTPUTS)).squeeze(1)
        return (
            outputs
            + torch.einsum("bh,boh->bo", hidden.clamp(0, MOST), self.last[left])
            + self.last_bias[left]
        )

    def first(self) -> Tensor:
        """The rows of the first layer."""
        return self.own + embedding(self.kin, self.shared, padding_idx=0).sum(1)

    def all_gates(self) -> Tensor:
        """How much more or less the numbers of the first layer count, for each row that tells the deck."""
        return self.gates + self.rough_gates.repeat_interleave(4, 0)[:GATES]

    @torch.no_grad()
    def copy_of(self, weights: bytes) -> None:
        """Become a network in whole numbers, whose rows share nothing."""
        numbers = np.frombuffer(weights, np.int16).astype(np.float32)
        device = self.own.device

        def take(count: int, scale: int, *shape: int) -> Tensor:
            nonlocal numbers
            taken, numbers = numbers[:count], numbers[count:]
            return torch.from_numpy(taken / scale).view(*shape).to(device)

        def take_long(count: int, scale: int) -> Tensor:
            nonlocal numbers
            taken, numbers = numbers[: 2 * count], numbers[2 * count :]
            whole = taken.astype(np.int16).view(np.int32).astype(np.float32)
            return torch.from_numpy(whole / scale).to(device)

        first = take(ROWS * WIDTH, SEEN, ROWS, WIDTH)
        self.gates.copy_(take(GATES * WIDTH, GATE, GATES, WIDTH))
        self.rough_gates.zero_()
        self.bias.copy_(take(WIDTH, SEEN, WIDTH))
        for phase in range(PHASES):
            self.second[phase] = take(HIDDEN * WIDTH, WEIGHT, HIDDEN, WIDTH)
            self.second_bias[phase] = take_long(HIDDEN, SEEN * WEIGHT)
            self.skip[phase] = take(OUTPUTS * WIDTH, LAST, OUTPUTS, WIDTH)
            self.last[phase] = take(OUTPUTS * HIDDEN, LAST, OUTPUTS, HIDDEN)
            self.last_bias[phase] = take_long(OUTPUTS, SEEN * LAST)
        self.used[:ROWS] = first.any(1)
        self.own.copy_(first)
        self.shared.zero_()

    @torch.no_grad()
    def begin_with(self, weights: bytes) -> None:
        """Take over a network in whole numbers; what rows have in common becomes their shared parts."""
        self.copy_of(weights)
        first, used = self.own.clone(), self.used[:ROWS]
        many = first.new_zeros(len(self.shared))
        many.index_add_(0, self.kin[used].flatten(), first.new_ones(int(used.sum()) * self.kin.shape[1]))
        many[0] = 1
        for _ in range(SHARING):
            rest = (first - embedding(self.kin, self.shared).sum(1))[used]
            step = torch.zeros_like(self.shared)
            for place in range(self.kin.shape[1]):
                step.index_add_(0, self.kin[used, place], rest)
            step[0] = 0
            self.shared += 0.2 * step / (many[:, None] + 1)
        self.own.copy_(torch.where(used[:, None], first - embedding(self.kin, self.shared).sum(1), 0))

    @torch.no_grad()
    def keep_in_range(self) -> None:
        """Weights stay where the whole numbers can follow."""
        self.second.clamp_(-3.99, 3.99)
        self.skip.clamp_(-3.99, 3.99)
        self.last.clamp_(-7.99, 7.99)

    @torch.no_grad()
    def whole_numbers(self) -> bytes:
        """The weights as `limes.bots.network` reads them."""
        first = self.first() * self.used[:ROWS, None]
        gates = self.all_gates() * self.used[FIRST_ROWS["deck"] :][:GATES, None]
        parts = [
            _whole(first, SEEN, np.int16),
            _whole(gates, GATE, np.int16),
            _whole(self.bias, SEEN, np.int16),
        ]
        for phase in range(PHASES):
            parts += [
                _whole(self.second[phase], WEIGHT, np.int16),
                _whole(self.second_bias[phase], SEEN * WEIGHT, np.int32),
                _whole(self.skip[phase], LAST, np.int16),
                _whole(self.last[phase], LAST, np.int16),
                _whole(self.last_bias[phase], SEEN * LAST, np.int32),
            ]
        return b"".join(parts)


def _whole(weights: Tensor, scale: int, kind: type) -> bytes:
    numbers = (weights.float().cpu() * scale).round().numpy()
    limits = np.iinfo(kind)
    return numbers.clip(limits.min, limits.max).astype(kind).tobytes()


def loss(predicted: Tensor, now: Tensor, aim: Tensor, end: Tensor, group: int) -> tuple[Tensor, Tensor]:
    """The loss, and how far the differences inside the groups are off (squared points)."""
    error = (predicted[:, 0] + now - aim).view(-1, group)
    differences = (error - error.mean(1, keepdim=True)).square().mean()
    told = ~end.isnan()
    below = (end - now)[told, None] - predicted[told, 1:]
    part = torch.tensor(QUANTILES, device=below.device)
    pinball = torch.maximum(part * below, (part - 1) * below).sum(1).mean()
    return differences + 0.03 * error.square().mean() + 0.02 * pinball, differences.detach()
