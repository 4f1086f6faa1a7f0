"""Against PyTorch: its scaled_dot_product_attention forward, its autograd backward.

The math backend is asked for by name. It is the one that computes the formula as written, takes d_v ≠ d_k, and
lets a NaN query come out as NaN; the fused CPU kernel gives 0 for such a row. It widens neither float32 nor
float64, and a row that a boolean mask leaves without any key is 0, as here. Its `is_causal` is top-left.
Softcap and sinks it does not have: those are written out in a few lines of torch, and autograd does the rest.
"""

import numpy as np
import pytest
from hypothesis import given, settings

from attn_tui.engine import (
    after_output_weights,
    alibi,
    alibi_slopes,
    attention,
    attention_stream,
    concatenated,
    gradients,
    project,
    rotary,
    round_to,
)
from tests.engine.cases import cases

torch = pytest.importorskip("torch")
attend = torch.nn.functional.scaled_dot_product_attention
nn_attention = pytest.importorskip("torch.nn.attention")

pytestmark = pytest.mark.oracle
TOLERANCE = {"float32": {"rtol": 1e-4, "atol": 1e-5}, "float64": {"rtol": 1e-10, "atol": 1e-12}}


@pytest.fixture(autouse=True)
def math_backend():
    with nn_attention.sdpa_kernel(nn_attention.SDPBackend.MATH):
        yield


def random_tables(seed, B, H_q, H_kv, T_q, T_k, d_k, d_v, dtype):
    random = np.random.default_rng(seed)
    shapes = (B, H_q, T_q, d_k), (B, H_kv, T_k, d_k), (B, H_kv, T_k, d_v)
    return tuple(random.normal(size=shape).astype(dtype) for shape in shapes)


def by_torch(q, k, v, mask=None, **options):
    tensors = [torch.from_numpy(array) for array in (q, k, v)]
    attn_mask = None if mask is None else torch.from_numpy(np.array(mask))
    return attend(*tensors, attn_mask=attn_mask, enable_gqa=q.shape[1] != k.shape[1], **options).numpy()


def test_the_case_that_a_published_exercise_asks_for():
    q, k, v = random_tables(0, 2, 4, 4, 16, 16, 32, 32, "float32")
    np.testing.assert_allclose(
        attention(q, k, v, causal=True).output, by_torch(q, k, v, is_causal=True), atol=1e-5
    )


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    "shape",
    [(1, 1, 1, 1, 1, 1, 1), (2, 6, 2, 5, 9, 8, 3), (3, 4, 4, 7, 2, 16, 16), (1, 8, 1, 33, 65, 64, 32)],
)
class TestForward:
    def assert_equal(self, tables, dtype, torch_options, options):
        expected = by_torch(*tables, **torch_options)
        assert expected.dtype == dtype
        np.testing.assert_allclose(attention(*tables, **options).output, expected, **TOLERANCE[dtype])
        np.testing.assert_allclose(
            attention_stream(*tables, block=16, **options), expected, **TOLERANCE[dtype]
        )

    def test_plain(self, shape, dtype):
        self.assert_equal(random_tables(1, *shape, dtype), dtype, {}, {})

    def test_scale(self, shape, dtype):
        self.assert_equal(random_tables(2, *shape, dtype), dtype, {"scale": 0.7}, {"scale": 0.7})

    def test_causal_is_top_left(self, shape, dtype):
        self.assert_equal(random_tables(3, *shape, dtype), dtype, {"is_causal": True}, {"causal": True})

    def test_boolean_mask_with_rows_that_see_nothing(self, shape, dtype):
        B, H_q, _, T_q, T_k, *_ = shape
        mask = np.random.default_rng(4).random((B, H_q, T_q, T_k)) < 0.5
        mask[..., 0, :] = False
        self.assert_equal(random_tables(4, *shape, dtype), dtype, {"mask": mask}, {"mask": mask})

    def test_additive_bias(self, shape, dtype):
        bias = np.random.default_rng(5).normal(size=shape[3:5]).astype(dtype)
        self.assert_equal(random_tables(5, *shape, dtype), dtype, {"mask": bias}, {"bias": bias})

    def test_alibi_is_the_bias_it_says(self, shape, dtype):
        H_q, _, T_q, T_k = shape[1:5]
        slopes = alibi_slopes(H_q)
        bias = alibi(range(T_q), range(T_k), slopes, 2, dtype)[None]
        options = {"alibi": slopes, "offset": 2}
        self.assert_equal(random_tables(9, *shape, dtype), dtype, {"mask": bias}, options)

    def test_bottom_right_causal_and_a_window_are_the_masks_they_say(self, shape, dtype):
        T_q, T_k = shape[3:5]
        offset = T_k - T_q
        rows, keys = np.ogrid[:T_q, :T_k]
        mask = (keys <= rows + offset) & (keys >= rows + offset - 3)
        options = {"causal": True, "offset": offset, "window": (3, None)}
        self.assert_equal(random_tables(6, *shape, dtype), dtype, {"mask": mask}, options)


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_a_query_that_is_not_finite_is_nan_in_its_row_alone(number):
    q, k, v = random_tables(7, 1, 2, 2, 3, 4, 5, 5, "float64")
    q[0, 1, 1, 0] = number
    np.testing.assert_allclose(attention(q, k, v).output, by_torch(q, k, v), **TOLERANCE["float64"])


@pytest.mark.parametrize("heads", [1, 2, 6])
def test_a_layer_of_heads_is_that_of_torch(heads):
    """`nn.MultiheadAttention` keeps its weights transposed, those of Q, K and V one below the other."""
    layer = torch.nn.MultiheadAttention(12, heads, bias=False, batch_first=True, dtype=torch.float64)
    x = np.random.default_rng(10).normal(size=(5, 12))
    w_q, w_k, w_v = layer.in_proj_weight.detach().numpy().T.reshape(12, 3, 12).swapaxes(0, 1)
    trace = attention(*(project(x, w, heads) for w in (w_q, w_k, w_v)))
    result = after_output_weights(concatenated(trace.output), layer.out_proj.weight.detach().numpy().T)
    expected, weights = layer(*[torch.from_numpy(x)[None]] * 3, average_attn_weights=False)
    np.testing.assert_allclose(trace.weights, weights[0].detach().numpy(), **TOLERANCE["float64"])
    np.testing.assert_allclose(result, expected[0].detach().numpy(), **TOLERANCE["float64"])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_rotary_turns_adjacent_columns_as_complex_numbers(dtype):
    x = np.random.default_rng(11).normal(size=(2, 3, 7, 8)).astype(dtype)
    angle = torch.outer(torch.arange(5, 12.0).double(), 10000.0 ** (-torch.arange(0, 8, 2).double() / 8))
    pairs = torch.view_as_complex(torch.from_numpy(x).double().reshape(2, 3, 7, 4, 2))
    turned = torch.view_as_real(pairs * torch.polar(torch.ones_like(angle), angle)).reshape(2, 3, 7, 8)
    np.testing.assert_allclose(rotary(x, first=5), turned.numpy(), **TOLERANCE[dtype])


def test_rotary_of_halves_is_the_product_with_the_other_half_negated():
    """x · cos + (−second half, first half) · sin, the form in which language models write it."""
    x = torch.from_numpy(np.random.default_rng(12).normal(size=(3, 7, 8)))
    angle = torch.outer(torch.arange(7.0).double(), 10000.0 ** (-torch.arange(0, 8, 2).double() / 8))
    cos, sin = torch.cat([angle, angle], -1).cos(), torch.cat([angle, angle], -1).sin()
    expected = x * cos + torch.cat([-x[..., 4:], x[..., :4]], -1) * sin
    np.testing.assert_allclose(rotary(x.numpy(), pairs="halves"), expected.numpy(), **TOLERANCE["float64"])


@pytest.mark.parametrize("name", ["float16", "bfloat16"])
def test_rounding_is_that_of_torch(name):
    numbers = np.random.default_rng(8).integers(0, 2**32, 200_000, dtype=np.uint32).view(np.float32)
    expected = torch.from_numpy(numbers).to(getattr(torch, name)).float().numpy()
    np.testing.assert_array_equal(round_to(numbers, name), expected)


def written_out(case, tensors):
    """The formula in torch operations, for what scaled_dot_product_attention has no argument for."""
    q, options = tensors["q"], case.options
    k, v = (tensors[name].repeat_interleave(case.group, dim=-3) for name in "kv")
    scale = options["scale"] if options["scale"] is not None else (q.shape[-1] or 1) ** -0.5
    scores = q @ k.mT * scale
    if options["softcap"] is not None:
        scores = options["softcap"] * torch.tanh(scores / options["softcap"])
    allowed = torch.from_numpy(np.array(attention(case.q, case.k, case.v, **options).allowed))
    if "bias" in tensors:
        scores = scores + torch.where(torch.isneginf(tensors["bias"]), 0.0, tensors["bias"])
    if options.get("alibi") is not None:
        rows, keys = torch.arange(scores.shape[-2]), torch.arange(scores.shape[-1])
        distance = (rows[:, None] + options["offset"] - keys).abs()
        scores = scores - torch.as_tensor(options["alibi"]).reshape(-1, 1, 1) * distance
    masked = scores.masked_fill(~allowed, options["blocked"])
    if "sink" in tensors:
        column = tensors["sink"].reshape(-1, 1, 1).expand(*masked.shape[:-1], 1)
        masked = torch.cat([masked, column], dim=-1)
    peak = masked.detach().amax(-1, keepdim=True).clamp(min=-1e300)
    e = torch.exp(masked - peak)
    total = e.sum(-1, keepdim=True)
    weights = (e / torch.where(total == 0, 1.0, total))[..., : allowed.shape[-1]]
    return weights @ v


@settings(max_examples=300)
@given(cases(smallest=1))
def test_forward_and_every_gradient_equal_autograd(case):
    given_arrays = {"q": case.q, "k": case.k, "v": case.v}
    given_arrays |= {
        name: case.options[name] for name in ("bias", "sink") if case.options.get(name) is not None
    }
    tensors = {
        name: torch.tensor(array, dtype=torch.float64, requires_grad=True)
        for name, array in given_arrays.items()
    }
    output = written_out(case, tensors)
    np.testing.assert_allclose(
        attention(case.q, case.k, case.v, **case.options).output,
        output.detach().numpy(),
        **TOLERANCE["float64"],
    )
    upstream = np.random.default_rng(case.q.size).normal(size=output.shape)
    output.backward(torch.from_numpy(upstream))
    computed = gradients(case.q, case.k, case.v, upstream, **case.options)
    for name, tensor in tensors.items():
        expected = np.zeros(tensor.shape) if tensor.grad is None else tensor.grad.numpy()
        np.testing.assert_allclose(getattr(computed, name), expected, rtol=1e-9, atol=1e-11, err_msg=name)
